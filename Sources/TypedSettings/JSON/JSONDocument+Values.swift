#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONDocument {
  /// The nodes that a key leads to: one, none, or several where the file says it more than once.
  ///
  /// The dots of a key nest, or stand in a name: `http.port` is `port` in the object `http`, and
  /// also a member with the name `http.port`. An object that stands for a value of another form has
  /// no keys in it.
  func find(_ key: SettingKey) -> [Int] {
    guard nodes[0].kind == .object else { return [] }
    return lookup.find(key.rawValue, in: self) { find(key.rawValue[...], in: 0) }
  }

  /// All nodes that keys lead to, by these keys.
  func nodesByKey() -> [String: [Int]] {
    var result: [String: [Int]] = [:]
    func collect(_ object: Int, _ prefix: String) {
      for child in children(of: object) {
        let path = prefix + name(of: child)
        result[path, default: []].append(child)
        if hasKeys(child) { collect(child, path + ".") }
      }
    }
    collect(0, "")
    return result
  }

  /// Recursion ends at the depth of the document, which is limited.
  private func find(_ rest: Substring, in object: Int) -> [Int] {
    var result: [Int] = []
    for child in children(of: object) {
      guard let remainder = self.remainder(of: rest, afterNameOf: child) else { continue }
      if remainder.isEmpty {
        result.append(child)
      } else if hasKeys(child) {
        result += find(remainder, in: child)
      }
    }
    return result
  }

  /// Whether a node is an object, and not one that stands for a value of another form.
  func hasKeys(_ index: Int) -> Bool {
    nodes[index].kind == .object && tag(of: index) == nil
  }

  /// What is left of a key behind the name of a member; nil where it does not begin with the name.
  func remainder(of key: Substring, afterNameOf index: Int) -> Substring? {
    let node = nodes[index]
    let bytes = key.utf8
    if !node.isNameEncoded {
      let name = self.bytes[Int(node.nameStart) + 1..<Int(node.nameEnd) - 1]
      guard !name.isEmpty, bytes.starts(with: name) else { return nil }
      let rest = bytes.dropFirst(name.count)
      if rest.isEmpty { return "" }
      return rest.first == UInt8(ascii: ".") ? Substring(rest.dropFirst()) : nil
    }
    // As many components as the name has, compared as strings.
    let name = name(of: index)
    var dots = name.utf8.count { $0 == UInt8(ascii: ".") }
    var end = bytes.startIndex
    while end < bytes.endIndex {
      if bytes[end] == UInt8(ascii: ".") {
        if dots == 0 { break }
        dots -= 1
      }
      end = bytes.index(after: end)
    }
    guard dots == 0, key[..<end] == name else { return nil }
    return end == bytes.endIndex ? "" : key[bytes.index(after: end)...]
  }

  /// The keys of all values that are not objects, as the file nests them, in its order.
  ///
  /// A value whose names do not make a key is left out.
  func keys() -> [SettingKey] {
    var result: [SettingKey] = []
    var seen: Set<SettingKey> = []
    func collect(_ object: Int, _ prefix: String) {
      for child in children(of: object) {
        let path = prefix + name(of: child)
        if hasKeys(child) {
          collect(child, path + ".")
        } else if let key = try? SettingKey(validating: path), seen.insert(key).inserted {
          // What makes no key is left out, as said above.
          result.append(key)
        }
      }
    }
    if nodes[0].kind == .object { collect(0, "") }
    return result
  }

  /// The value of a node; throws for a number that no form holds.
  ///
  /// With tags, an object such as `{"@double": "inf"}` stands for another value.
  func storedValue(
    at index: Int, readingTags: Bool = true
  ) throws(JSONSyntaxError) -> StoredValue {
    let node = nodes[index]
    switch node.kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return try number(at: index)
    case .string: return .string(JSONString.decode(bytes[node.range]))
    case .array:
      var values: [StoredValue] = []
      for child in children(of: index) {
        values.append(try storedValue(at: child, readingTags: readingTags))
      }
      return .array(values)
    case .object:
      if readingTags, let value = try taggedValue(at: index) { return value }
      return .dictionary(try members(of: index, readingTags: readingTags))
    }
  }

  private func members(
    of index: Int, readingTags: Bool
  ) throws(JSONSyntaxError) -> [String: StoredValue] {
    var values: [String: StoredValue] = [:]
    for child in children(of: index) {
      values[name(of: child)] = try storedValue(at: child, readingTags: readingTags)
    }
    return values
  }

  private func number(at index: Int) throws(JSONSyntaxError) -> StoredValue {
    let node = nodes[index]
    let text = String(decoding: bytes[node.range], as: UTF8.self)
    if let integer = Int64(text), text != "-0" { return .integer(integer) }
    if !text.hasPrefix("-"), let unsigned = UInt64(text) { return .unsigned(unsigned) }
    let isZero = DecimalNumber(text)?.digits.isEmpty ?? false
    guard let double = Double(text), double.isFinite, !double.isZero || isZero else {
      throw JSONSyntaxError(
        offset: Int(node.start), problem: "the number fits no number type",
        expected: "a number that a Double can hold")
    }
    return .double(double)
  }

  // MARK: - What JSON has no form for

  /// The value of an object that stands for one, nil for an ordinary object.
  private func taggedValue(at index: Int) throws(JSONSyntaxError) -> StoredValue? {
    guard let (tag, child) = tag(of: index) else { return nil }
    if tag == "@dictionary" { return .dictionary(try members(of: child, readingTags: true)) }
    let text = JSONString.decode(bytes[nodes[child].range])
    switch tag {
    case "@double": return JSONText.double(text).map { .double($0) }
    case "@date":
      return JSONText.double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    default: return .text(text)
    }
  }

  /// The name and the node of the only member of an object that stands for another value.
  private func tag(of index: Int) -> (name: String, child: Int)? {
    let child = index + 1
    guard nodes[index].kind == .object, child < nodes[index].next,
      nodes[child].next == nodes[index].next,
      bytes[Int(nodes[child].nameStart) + 1] == UInt8(ascii: "@")
    else { return nil }
    let name = name(of: child)
    let kind = nodes[child].kind
    switch name {
    case "@dictionary": return kind == .object ? (name, child) : nil
    case "@text": return kind == .string ? (name, child) : nil
    case "@double", "@date":
      let isNumber =
        kind == .string && JSONText.double(JSONString.decode(bytes[nodes[child].range])) != nil
      return isNumber ? (name, child) : nil
    default: return nil
    }
  }
}
