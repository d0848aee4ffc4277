/// A JSON text as it was written, and where everything in it stands.
///
/// It keeps every byte, so that one value can be changed without touching the rest. Beside strict
/// JSON (RFC 8259) it takes `//` and `/* */` comments, and a byte order mark in front.
struct JSONDocument: Sendable {
  /// The text in UTF-8.
  let bytes: [UInt8]
  /// All values in the order of the text; the first one is the value of the whole document.
  let nodes: [Node]
  let lookup = JSONLookup()

  /// A value in the text.
  struct Node: Equatable, Sendable {
    var kind: Kind
    /// Where the value begins and ends.
    var start: Int32
    var end: Int32
    /// Where the quoted name in front of it begins and ends, where it is a member of an object.
    var nameStart: Int32 = -1
    var nameEnd: Int32 = -1
    /// Whether the name is more than plain ASCII, so that its bytes do not tell it.
    var isNameEncoded = false
    /// The index of the first node that is not inside this one.
    var next: Int32 = 0

    var range: Range<Int> { Int(start)..<Int(end) }
    var nameRange: Range<Int> { Int(nameStart)..<Int(nameEnd) }
  }

  /// What a value is.
  enum Kind: UInt8, Sendable {
    case null, `true`, `false`, number, string, array, object
  }

  /// How deep containers may nest.
  static let maximumDepth = 512
  /// How many bytes a text may have: 64 MiB.
  static let maximumSize = 64 << 20

  /// Parses a text.
  ///
  /// - Complexity: O(n) in the bytes of the text.
  /// - Throws: ``JSONSyntaxError`` for the first place that is not JSON.
  init(_ bytes: [UInt8]) throws(JSONSyntaxError) {
    guard bytes.count <= Self.maximumSize else {
      throw JSONSyntaxError(
        offset: 0, problem: "the file has \(bytes.count) bytes", expected: "at most 64 MiB")
    }
    var parser = JSONParser(bytes)
    nodes = try parser.parse()
    self.bytes = bytes
  }

  init(bytes: [UInt8], nodes: [Node]) {
    self.bytes = bytes
    self.nodes = nodes
  }

  // MARK: - Walking

  /// The indices of the nodes directly inside a container.
  func children(of index: Int) -> some Sequence<Int> {
    let end = Int(nodes[index].next)
    return sequence(state: index + 1) { next -> Int? in
      guard next < end else { return nil }
      defer { next = Int(nodes[next].next) }
      return next
    }
  }

  /// The name of a member, decoded.
  func name(of index: Int) -> String {
    JSONString.decode(bytes[nodes[index].nameRange])
  }

  /// Line and column of a byte, both from 1; columns count Unicode scalars.
  func position(of offset: Int) -> JSONPosition {
    lookup.position(of: offset, in: bytes)
  }
}

/// A place in a text for people.
struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
  let line: Int
  let column: Int

  /// A byte whose place is known.
  struct Mark: Sendable {
    var index = 0
    var line = 1
    var column = 1
  }

  /// How many bytes lie between two marks, about.
  static let distanceOfMarks = 1024

  /// Marks at the start of a text and then after each so many bytes.
  static func marks(in bytes: [UInt8]) -> [Mark] {
    var marks = [start(of: bytes)]
    for offset in stride(from: distanceOfMarks, to: bytes.count, by: distanceOfMarks) {
      let position = Self(of: offset, in: bytes, after: marks[marks.count - 1])
      marks.append(Mark(index: offset, line: position.line, column: position.column))
    }
    return marks
  }

  private static func start(of bytes: [UInt8]) -> Mark {
    Mark(index: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
  }

  /// Finds the place of a byte; a carriage return and line feed end one line.
  init(of offset: Int, in bytes: [UInt8]) {
    self.init(of: offset, in: bytes, after: Self.start(of: bytes))
  }

  /// Finds the place of a byte from a mark in front of it.
  init(of offset: Int, in bytes: [UInt8], after mark: Mark) {
    var line = mark.line
    var column = mark.column
    var index = mark.index
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      let isLineEnd =
        byte == UInt8(ascii: "\n")
        || byte == UInt8(ascii: "\r")
          && !(index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "\n"))
      if isLineEnd {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 && byte != UInt8(ascii: "\r") {
        column += 1
      }
      index += 1
    }
    self.line = line
    self.column = column
  }

  var description: String { "\(line):\(column)" }
}

/// The first place where a text is not JSON.
struct JSONSyntaxError: Error, Sendable {
  /// The byte at which it stops being JSON.
  let offset: Int
  /// What is there.
  let problem: String
  /// What should be there.
  let expected: String
  /// Another place that has to do with it, such as the first of two equal names.
  var otherOffset: Int?
}
