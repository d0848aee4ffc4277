/// The settings of a catalog as a settings file nests them, by the dots in their keys.
struct SchemaTree {
  /// The schema of the setting that stands here, nil where none does.
  private(set) var setting: OrderedJSON?
  /// What lies under each name, in the order in which it came.
  private(set) var children: [(name: String, tree: SchemaTree)] = []

  /// Puts a setting under a key; the first one under a key stays.
  mutating func insert(_ setting: OrderedJSON, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self.setting = self.setting ?? setting
      return
    }
    let index = children.firstIndex { $0.name == name } ?? children.endIndex
    if index == children.endIndex { children.append((name, SchemaTree())) }
    children[index].tree.insert(setting, at: path.dropFirst())
  }

  /// The keywords of the object of all children.
  ///
  /// - Parameters:
  ///   - pointer: The place of the object in the schema, as a JSON pointer.
  ///   - isOpen: Whether the object may have other members.
  /// - Returns: The keywords in order.
  func members(at pointer: String, isOpen: Bool) -> [OrderedJSON.Member] {
    let properties = children.map { name, tree in
      (name: name, value: tree.json(at: pointer.appending(property: name), isOpen: isOpen))
    }
    var members: [OrderedJSON.Member] = [("type", "object"), ("properties", .object(properties))]
    let flat = flatSpellings(at: pointer)
    if !flat.isEmpty {
      let patterns = flat.map { spelling in
        (name: spelling.name.asPattern, value: ["$ref": .string(spelling.pointer)] as OrderedJSON)
      }
      members.append(("patternProperties", .object(patterns)))
    }
    if !isOpen { members.append(("additionalProperties", false)) }
    return members
  }

  private func json(at pointer: String, isOpen: Bool) -> OrderedJSON {
    guard !children.isEmpty else { return setting ?? .object([]) }
    guard let setting else { return .object(members(at: pointer, isOpen: isOpen)) }
    // A former key can be the parent of others.
    return ["anyOf": .list([setting, .object(members(at: placeOfGroup(pointer), isOpen: isOpen))])]
  }

  /// The place of the object of all children in the schema of the whole.
  private func placeOfGroup(_ pointer: String) -> String {
    setting == nil ? pointer : pointer + "/anyOf/1"
  }

  /// The names with dots that lead deeper than to a child, and the schemas to which they lead.
  private func flatSpellings(at pointer: String) -> [(name: String, pointer: String)] {
    children.flatMap { name, tree in
      let pointer = pointer.appending(property: name)
      let group = tree.placeOfGroup(pointer)
      let below = tree.children.map { child in
        (name: child.name, pointer: group.appending(property: child.name))
      }
      return (below + tree.flatSpellings(at: group)).map {
        (name: "\(name).\($0.name)", pointer: $0.pointer)
      }
    }
  }
}

extension String {
  /// The JSON pointer, as the fragment of a URL, to a property of what this one points to.
  fileprivate func appending(property name: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)
    let bytes = name.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "~"): return Array("~0".utf8)
      case UInt8(ascii: "/"): return Array("~1".utf8)
      case _ where plain.contains(byte): return [byte]
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        return Array("%\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
      }
    }
    return "\(self)/properties/\(String(decoding: bytes, as: UTF8.self))"
  }

  /// The regular expression for this text and no other.
  fileprivate var asPattern: String {
    var pattern = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if "^$\\.*+?()[]{}|/".unicodeScalars.contains(scalar) { pattern.append("\\") }
      pattern.append(scalar)
    }
    return "^\(String(pattern))$"
  }
}
