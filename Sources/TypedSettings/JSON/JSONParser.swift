/// Reads a JSON text into nodes, without recursion.
struct JSONParser {
  private let bytes: [UInt8]
  private var position = 0
  private var nodes: [JSONDocument.Node] = []
  /// The containers around the current place, as indices of nodes.
  private var open: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func parse() throws(JSONSyntaxError) -> [JSONDocument.Node] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw error("the text is UTF-16", expected: "UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    nodes.reserveCapacity(bytes.count / 16)
    try parseValue(name: nil)
    while let container = open.last { try parseNext(in: container) }
    try skipSpace()
    guard position == bytes.count else {
      throw error("\(here) follows the end of the value", expected: "nothing more")
    }
    return nodes
  }

  // MARK: - Structure

  /// Parses the next member of the innermost container, or its end.
  private mutating func parseNext(in container: Int) throws(JSONSyntaxError) {
    let isObject = nodes[container].kind == .object
    let end = UInt8(ascii: isObject ? "}" : "]")
    try skipSpace()
    let isFirst = nodes.count == container + 1
    if current == end {
      position += 1
      return try close(container)
    }
    if !isFirst {
      guard current == UInt8(ascii: ",") else {
        throw error("\(here) follows a value", expected: "a comma or \(quoted(end))")
      }
      position += 1
      try skipSpace()
      if current == end {
        throw error(
          "a comma stands before \(quoted(end))", expected: "no comma after the last value")
      }
    }
    guard isObject else { return try parseValue(name: nil) }
    guard current == UInt8(ascii: "\"") else {
      throw error("\(here) stands where a name belongs", expected: "a name in quotation marks")
    }
    let start = position
    let isEncoded = try skipString()
    let name = (start, position, isEncoded)
    try skipSpace()
    guard current == UInt8(ascii: ":") else {
      throw error("\(here) follows a name", expected: "a colon")
    }
    position += 1
    try parseValue(name: name)
  }

  private mutating func parseValue(
    name: (start: Int, end: Int, isEncoded: Bool)?
  ) throws(JSONSyntaxError) {
    try skipSpace()
    var node = JSONDocument.Node(kind: .null, start: Int32(position), end: 0)
    if let name {
      node.nameStart = Int32(name.start)
      node.nameEnd = Int32(name.end)
      node.isNameEncoded = name.isEncoded
    }
    switch current {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < JSONDocument.maximumDepth else {
        throw error(
          "containers nest more than \(JSONDocument.maximumDepth) deep", expected: "fewer levels")
      }
      node.kind = current == UInt8(ascii: "{") ? .object : .array
      position += 1
      open.append(nodes.count)
      nodes.append(node)
      return
    case UInt8(ascii: "\""):
      node.kind = .string
      _ = try skipString()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      node.kind = .number
      try skipNumber()
    default:
      node.kind = try skipWord()
    }
    node.end = Int32(position)
    nodes.append(node)
    nodes[nodes.count - 1].next = Int32(nodes.count)
  }

  private mutating func close(_ container: Int) throws(JSONSyntaxError) {
    open.removeLast()
    nodes[container].end = Int32(position)
    nodes[container].next = Int32(nodes.count)
    if nodes[container].kind == .object { try refuseDuplicates(in: container) }
  }

  // MARK: - Names

  /// Throws when two members have the same name; as for `String`, by canonical equivalence.
  private func refuseDuplicates(in object: Int) throws(JSONSyntaxError) {
    var byHash: [UInt64: Int] = [:]
    var index = object + 1
    var needsStrings = false
    while index < nodes[object].next && !needsStrings {
      let node = nodes[index]
      needsStrings = node.isNameEncoded
      if let earlier = byHash.updateValue(index, forKey: hash(node.nameRange)) {
        if bytes[nodes[earlier].nameRange] == bytes[node.nameRange] {
          throw duplicate(index, of: earlier)
        }
        needsStrings = true
      }
      index = Int(node.next)
    }
    if needsStrings { try refuseDuplicateStrings(in: object) }
  }

  /// The same with decoded names, for objects whose bytes do not tell.
  private func refuseDuplicateStrings(in object: Int) throws(JSONSyntaxError) {
    var seen: [String: Int] = [:]
    var index = object + 1
    while index < nodes[object].next {
      let name = JSONString.decode(bytes[nodes[index].nameRange])
      if let earlier = seen.updateValue(index, forKey: name) {
        throw duplicate(index, of: earlier)
      }
      index = Int(nodes[index].next)
    }
  }

  private func duplicate(_ index: Int, of earlier: Int) -> JSONSyntaxError {
    let name = JSONString.decode(bytes[nodes[index].nameRange])
    return JSONSyntaxError(
      offset: Int(nodes[index].nameStart),
      problem: "the name \(name.debugDescription) stands here for the second time",
      expected: "each name once in an object", otherOffset: Int(nodes[earlier].nameStart))
  }

  /// The FNV-1a hash of some bytes.
  private func hash(_ range: Range<Int>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes[range] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }

  // MARK: - Tokens

  /// The byte at the current place, zero at the end of the text.
  private var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// Skips white space and comments.
  private mutating func skipSpace() throws(JSONSyntaxError) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D:
        position += 1
      case UInt8(ascii: "/"):
        try skipComment()
      default:
        return
      }
    }
  }

  private mutating func skipComment() throws(JSONSyntaxError) {
    let start = position
    switch byte(at: position + 1) {
    case UInt8(ascii: "/"):
      while position < bytes.count && bytes[position] != 0x0A && bytes[position] != 0x0D {
        try skipCharacter()
      }
    case UInt8(ascii: "*"):
      position += 2
      while !(current == UInt8(ascii: "*") && byte(at: position + 1) == UInt8(ascii: "/")) {
        guard position < bytes.count else {
          position = start
          throw error("a comment has no end", expected: "*/ at its end")
        }
        try skipCharacter()
      }
      position += 2
    default:
      throw error("a slash stands alone", expected: "a comment, or a value")
    }
  }

  /// Skips a string in quotation marks; returns whether it is more than plain ASCII.
  private mutating func skipString() throws(JSONSyntaxError) -> Bool {
    let start = position
    var isEncoded = false
    position += 1
    while true {
      guard position < bytes.count else {
        position = start
        throw error("a string has no end", expected: "a quotation mark at its end")
      }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return isEncoded
      case UInt8(ascii: "\\"):
        isEncoded = true
        try skipEscape()
      case 0x0A, 0x0D:
        position = start
        throw error(
          "a string has no closing quotation mark on its line", expected: "a quotation mark")
      case 0..<0x20:
        throw error(
          "\(here) stands in a string", expected: "\\t, or \\u and four hexadecimal digits, instead"
        )
      case 0x80...:
        isEncoded = true
        try skipCharacter()
      default:
        position += 1
      }
    }
  }

  private mutating func skipEscape() throws(JSONSyntaxError) {
    switch byte(at: position + 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      guard let unit = JSONString.codeUnit(in: bytes, at: position + 2) else {
        throw error("an escape is not complete", expected: "\\u and four hexadecimal digits")
      }
      if UTF16.isLeadSurrogate(unit) {
        guard byte(at: position + 6) == UInt8(ascii: "\\"),
          byte(at: position + 7) == UInt8(ascii: "u"),
          let second = JSONString.codeUnit(in: bytes, at: position + 8),
          UTF16.isTrailSurrogate(second)
        else { throw error("half of a surrogate pair stands alone", expected: "both halves") }
        position += 12
      } else if UTF16.isTrailSurrogate(unit) {
        throw error("half of a surrogate pair stands alone", expected: "both halves")
      } else {
        position += 6
      }
    default:
      throw error(
        "a backslash is followed by something unknown",
        expected: "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u")
    }
  }

  private mutating func skipNumber() throws(JSONSyntaxError) {
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func digits(_ place: String) throws(JSONSyntaxError) {
      guard isDigit(current) else {
        throw error("a number has no digit \(place)", expected: "a digit")
      }
    }
    if current == UInt8(ascii: "-") { position += 1 }
    try digits("here")
    if current == UInt8(ascii: "0") {
      position += 1
      if isDigit(current) {
        throw error("a number begins with a zero", expected: "no zero in front")
      }
    } else {
      while isDigit(current) { position += 1 }
    }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits("after the point")
      while isDigit(current) { position += 1 }
    }
    if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
      position += 1
      if current == UInt8(ascii: "-") || current == UInt8(ascii: "+") { position += 1 }
      try digits("in the exponent")
      while isDigit(current) { position += 1 }
    }
  }

  private mutating func skipWord() throws(JSONSyntaxError) -> JSONDocument.Kind {
    for (word, kind) in Self.words where bytes[position...].starts(with: word.utf8) {
      let next = byte(at: position + word.utf8.count)
      guard !Self.isLetter(next) else { break }
      position += word.utf8.count
      return kind
    }
    throw error(
      "\(here) stands where a value belongs",
      expected:
        "a value: an object, a list, a string in quotation marks, a number, true, false or null")
  }

  private static let words: [(String, JSONDocument.Kind)] = [
    ("true", .true), ("false", .false), ("null", .null),
  ]

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  /// Skips one character of UTF-8.
  private mutating func skipCharacter() throws(JSONSyntaxError) {
    guard bytes[position] >= 0x80 else {
      position += 1
      return
    }
    var decoder = UTF8()
    var rest = bytes[position...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
      throw error("a byte is not part of UTF-8 text", expected: "a file saved as UTF-8")
    }
    position += UTF8.width(scalar)
  }

  // MARK: - Errors

  private func error(_ problem: String, expected: String) -> JSONSyntaxError {
    JSONSyntaxError(offset: position, problem: problem, expected: expected)
  }

  /// What stands at the current place, for messages.
  ///
  /// Never text of the file, which may be a secret.
  private var here: String {
    guard position < bytes.count else { return "the end of the file" }
    switch bytes[position] {
    case UInt8(ascii: "\""): return "a string"
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return "a number"
    case let byte where Self.isLetter(byte): return "text without quotation marks"
    case let byte where byte <= 0x20: return "a control character"
    case let byte: return quoted(byte)
    }
  }

  private func quoted(_ byte: UInt8) -> String { "\"\(UnicodeScalar(byte))\"" }
}
