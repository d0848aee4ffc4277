extension JSONDocument {
  /// What keeps an edit from being made.
  enum EditError: Error {
    /// The whole document is not an object.
    case notAnObject
    /// A value that is not an object stands where the key needs one.
    case blocked(by: Int)
    /// The key is in the file more than once.
    case ambiguous(Int, Int)
    /// The key has more components than objects may nest.
    case tooManyComponents
    /// A name in the key, alone in its object, would make another form of value out of that.
    case reservedName
    /// The edited text does not say what was asked for; a mistake in this file.
    case unfaithful
  }

  /// The document with a value stored under a key.
  ///
  /// Only the lines of that key change; a new one also gives the line before it a comma. An equal
  /// value stays as it is spelt.
  func setting(_ value: StoredValue, for key: SettingKey) throws -> JSONDocument {
    guard nodes[0].kind == .object else { throw EditError.notAnObject }
    let found = find(key)
    if found.count > 1 { throw EditError.ambiguous(found[0], found[1]) }
    if holds(value, for: key) { return self }
    guard key.components.count <= Self.maximumDepth else { throw EditError.tooManyComponents }
    let result: JSONDocument
    if let index = found.first {
      var text = style
      text.isOnOneLine = isOnOneLine(index)
      let indentation = indentation(at: Int(nodes[index].nameStart))
      let new = text.encode(value, indentation: indentation)
      result = try replacing(value: index, with: new)
    } else {
      result = try JSONDocument(inserting(value, for: key))
    }
    guard result.holds(value, for: key) else {
      let tags = key.components.dropFirst().filter(JSONText.tags.contains)
      throw tags.isEmpty ? EditError.unfaithful : EditError.reservedName
    }
    return result
  }

  /// The document without a key.
  func removing(_ key: SettingKey) throws -> JSONDocument {
    let found = find(key)
    if found.count > 1 { throw EditError.ambiguous(found[0], found[1]) }
    guard let index = found.first else { return self }
    let result = try JSONDocument(removing(member: index))
    guard result.find(key).isEmpty else { throw EditError.unfaithful }
    // What is left alone in its object must not stand for another form of value now.
    let object = parent(of: index)
    if object != 0 && hasKeys(object) && !result.hasKeys(object) { throw EditError.reservedName }
    return result
  }

  /// Whether the key has a value that is spelt as this one would be.
  private func holds(_ value: StoredValue, for key: SettingKey) -> Bool {
    let found = find(key)
    // A number that fits no form is no value that anybody could have asked for.
    guard found.count == 1, let held = try? storedValue(at: found[0]) else { return false }
    var text = JSONText()
    text.isOnOneLine = true
    return text.encode(held, indentation: []) == text.encode(value, indentation: [])
  }

  // MARK: - Replacing

  /// The document with another text for one value.
  ///
  /// Only that text is parsed; all other nodes are known, and move.
  private func replacing(value index: Int, with text: [UInt8]) throws -> JSONDocument {
    let old = nodes[index]
    let new = try JSONDocument(text)
    let shift = old.start
    let growth = Int32(text.count) - (old.end - old.start)
    let nodeGrowth = Int32(new.nodes.count) - (old.next - Int32(index))
    var result = nodes
    // The containers around the value end elsewhere.
    var depth = 0
    for ancestor in 0..<index where result[ancestor].next > Int32(index) {
      result[ancestor].end += growth
      result[ancestor].next += nodeGrowth
      depth += 1
    }
    for later in Int(old.next)..<result.count {
      result[later].start += growth
      result[later].end += growth
      result[later].next += nodeGrowth
      if result[later].nameStart >= 0 {
        result[later].nameStart += growth
        result[later].nameEnd += growth
      }
    }
    var inner = new.nodes.map { node in
      var node = node
      node.start += shift
      node.end += shift
      node.next += Int32(index)
      if node.nameStart >= 0 {
        node.nameStart += shift
        node.nameEnd += shift
      }
      return node
    }
    inner[0].nameStart = old.nameStart
    inner[0].nameEnd = old.nameEnd
    inner[0].isNameEncoded = old.isNameEncoded
    result.replaceSubrange(index..<Int(old.next), with: inner)
    let edited = bytes.replacing(old.range, with: text)
    // Where limits could be passed, the parser decides.
    guard depth + new.depth <= Self.maximumDepth, edited.count <= Self.maximumSize else {
      return try JSONDocument(edited)
    }
    return JSONDocument(bytes: edited, nodes: result)
  }

  /// How deep containers nest.
  private var depth: Int {
    var open: [Int32] = []
    return nodes.indices.reduce(0) { deepest, index in
      while let end = open.last, end <= index { open.removeLast() }
      if nodes[index].kind == .array || nodes[index].kind == .object {
        open.append(nodes[index].next)
      }
      return max(deepest, open.count)
    }
  }

  // MARK: - Inserting

  private func inserting(_ value: StoredValue, for key: SettingKey) throws -> [UInt8] {
    let (object, rest) = try innermostObject(for: key.rawValue[...], in: 0)
    let isFlat = children(of: object).contains {
      bytes[nodes[$0].nameRange].contains(UInt8(ascii: "."))
    }
    var names = [rest]
    if !isFlat {
      names = rest.utf8.split(separator: UInt8(ascii: ".")).map { Substring($0) }
    }
    return inserting(names.map { String($0) }, value, into: object)
  }

  /// The object that leads furthest towards a key, and what is left of the key there.
  private func innermostObject(
    for key: Substring, in object: Int
  ) throws -> (object: Int, rest: Substring) {
    var best: (object: Int, rest: Substring)?
    var blocked: EditError?
    for child in children(of: object) {
      guard let rest = remainder(of: key, afterNameOf: child) else { continue }
      do {
        guard hasKeys(child) else { throw EditError.blocked(by: child) }
        let inner = try innermostObject(for: rest, in: child)
        if inner.rest.utf8.count < best?.rest.utf8.count ?? .max { best = inner }
      } catch let error as EditError {
        blocked = error
      }
    }
    if let best { return best }
    if let blocked { throw blocked }
    return (object, key)
  }

  private func inserting(
    _ names: [String], _ value: StoredValue, into object: Int
  ) -> [UInt8] {
    let outer = indentation(at: Int(nodes[object].start))
    let end = Int(nodes[object].end) - 1
    var text = style
    guard let last = children(of: object).suffix(1).first else {
      // After the comments in it, on a line of its own.
      let contentEnd = bytes[..<end].lastIndex { !Self.isSpace($0) } ?? end - 1
      let member = text.member(names[...], value, indentation: outer + text.unit)
      let hasLine = bytes[contentEnd + 1..<end].contains { $0 == 0x0A || $0 == 0x0D }
      let tail = hasLine ? [] : text.newline + outer
      let new = text.newline + outer + text.unit + member + tail
      let gap = hasLine ? contentEnd + 1..<contentEnd + 1 : contentEnd + 1..<end
      return bytes.replacing(gap, with: new)
    }
    let first = object + 1
    let lastEnd = Int(nodes[last].end)
    if isOnOneLine(object) {
      text.isOnOneLine = true
      return bytes.replacing(
        lastEnd..<lastEnd, with: text.comma + text.member(names[...], value, indentation: outer))
    }
    let inner = indentation(at: Int(nodes[first].nameStart))
    let lineEnd = endOfLine(after: lastEnd)
    let line = text.newline + inner + text.member(names[...], value, indentation: inner)
    return bytes.replacing(lineEnd..<lineEnd, with: line)
      .replacing(lastEnd..<lastEnd, with: [UInt8(ascii: ",")])
  }

  // MARK: - Removing

  private func removing(member index: Int) -> [UInt8] {
    let node = nodes[index]
    let start = Int(node.nameStart)
    var end = Int(node.end)
    var result = bytes
    let commaAfter = commaPosition(after: end)
    if let comma = commaAfter {
      // Comments between the value and its comma stay.
      result.remove(at: comma)
      if bytes[end..<comma].allSatisfy(Self.isSpace) { end = comma }
    }
    let lineStart = bytes[..<start].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    let restOfLine = result[end...].prefix { $0 == 0x20 || $0 == 0x09 }
    let ownsLine = bytes[lineStart..<start].allSatisfy(Self.isSpace)
    let afterBlank = end + restOfLine.count
    let isLineEnd =
      afterBlank < result.count && (result[afterBlank] == 0x0A || result[afterBlank] == 0x0D)
    if ownsLine && isLineEnd && lineStart > 0 {
      let isPair = result[afterBlank...].starts(with: [0x0D, 0x0A])
      result.removeSubrange(lineStart..<afterBlank + (isPair ? 2 : 1))
    } else if commaAfter != nil || ownsLine {
      result.removeSubrange(start..<afterBlank)
    } else {
      let before = result[..<start].reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count
      result.removeSubrange(start - before..<end)
    }
    if commaAfter == nil, let comma = commaBefore(index) { result.remove(at: comma) }
    return result
  }

  /// The comma between a member and the one before it.
  private func commaBefore(_ index: Int) -> Int? {
    var previous: Int?
    for child in children(of: parent(of: index)) {
      if child == index { break }
      previous = child
    }
    return previous.flatMap { commaPosition(after: Int(nodes[$0].end)) }
  }

  private func parent(of index: Int) -> Int {
    nodes[..<index].lastIndex { $0.next > index } ?? 0
  }

  /// The comma that follows a value, behind space and comments; nil where none does.
  private func commaPosition(after end: Int) -> Int? {
    let position = endOfSpace(from: end, stopsAtLineEnd: false)
    return position < bytes.count && bytes[position] == UInt8(ascii: ",") ? position : nil
  }

  /// The end of the line after a value, behind its comma and the comments on it.
  private func endOfLine(after end: Int) -> Int {
    endOfSpace(from: end, stopsAtLineEnd: true)
  }

  /// The first byte that is neither space nor comment, or the first line end.
  private func endOfSpace(from start: Int, stopsAtLineEnd: Bool) -> Int {
    var position = start
    var contentEnd = start
    while position < bytes.count {
      let byte = bytes[position]
      if stopsAtLineEnd && (byte == 0x0A || byte == 0x0D) { break }
      if Self.isSpace(byte) {
        position += 1
        continue
      }
      guard byte == UInt8(ascii: "/"), position + 1 < bytes.count else { break }
      if bytes[position + 1] == UInt8(ascii: "/") {
        position = bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      } else {
        position += 2
        while position + 1 < bytes.count,
          !(bytes[position] == UInt8(ascii: "*") && bytes[position + 1] == UInt8(ascii: "/"))
        { position += 1 }
        position += 2
      }
      contentEnd = position
    }
    return stopsAtLineEnd ? contentEnd : position
  }

  // MARK: - The habits of the file

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Whether a container stands on one line.
  private func isOnOneLine(_ index: Int) -> Bool {
    let node = nodes[index]
    guard node.kind == .object || node.kind == .array, Int(node.next) > index + 1 else {
      return false
    }
    return !bytes[node.range].contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// The white space in front of the line of a byte.
  private func indentation(at offset: Int) -> [UInt8] {
    var start = bytes[..<offset].lastIndex { $0 == 0x0A || $0 == 0x0D }.map { $0 + 1 } ?? 0
    if start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    return Array(bytes[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  /// How the file is written, judged by its first line end and its first member.
  private var style: JSONText {
    var text = JSONText()
    if let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      text.newline = bytes[end...].starts(with: [0x0D, 0x0A]) ? [0x0D, 0x0A] : [bytes[end]]
    }
    guard nodes.count > 1, nodes[0].kind == .object else { return text }
    let first = nodes[1]
    text.colon = Array(bytes[Int(first.nameEnd)..<Int(first.start)])
    if text.colon.contains(where: { $0 != UInt8(ascii: ":") && $0 != 0x20 }) {
      text.colon = JSONText().colon
    }
    if !isOnOneLine(0) {
      let indentation = indentation(at: Int(first.nameStart))
      if !indentation.isEmpty { text.unit = indentation }
    } else if text.colon.count == 1 {
      text.comma = [UInt8(ascii: ",")]
    }
    return text
  }
}

extension JSONText {
  /// The first name, and what it leads to: the value, or an object with the rest of the names.
  ///
  /// These objects are never taken for values of another form, so they are written as they are.
  fileprivate func member(
    _ names: ArraySlice<String>, _ value: StoredValue, indentation: [UInt8]
  ) -> [UInt8] {
    guard let name = names.first else { return encode(value, indentation: indentation) }
    let rest = names.dropFirst()
    let start = JSONString.encode(name) + colon
    if rest.isEmpty { return start + encode(value, indentation: indentation) }
    let inner = isOnOneLine ? indentation : indentation + unit
    return start
      + object([member(rest, value, indentation: inner)], indentation: indentation)
  }
}

extension [UInt8] {
  fileprivate func replacing(_ range: Range<Int>, with new: [UInt8]) -> [UInt8] {
    var copy = self
    copy.replaceSubrange(range, with: new)
    return copy
  }
}
