/// The lines of a `.env` file.
struct DotEnvDocument: Equatable, Sendable {
  /// What the lines set, in their order.
  private(set) var entries: [Entry] = []
  private var indices: [String: Int] = [:]

  /// A name with its value.
  struct Entry: Equatable, Sendable {
    let name: String
    let value: String
    /// The line of the name, from 1.
    let line: Int
  }

  /// Creates a document without a line.
  init() {}

  /// Parses a whole file.
  init(_ bytes: [UInt8]) throws(DotEnvSyntaxError) {
    var parser = try DotEnvParser(bytes)
    while let entry = try parser.next() {
      if let index = indices.updateValue(entries.count, forKey: entry.name) {
        throw DotEnvSyntaxError(
          line: entry.line, problem: "a name stands here for the second time",
          expected: "each name once", otherLine: entries[index].line)
      }
      entries.append(entry)
    }
  }

  func entry(_ name: String) -> Entry? { indices[name].map { entries[$0] } }
}

/// The first line that does not belong into a `.env` file.
///
/// No text in it quotes the file: a line that is not understood may be part of a secret.
struct DotEnvSyntaxError: Error, Sendable {
  let line: Int
  let problem: String
  let expected: String
  /// Another line that has to do with it.
  var otherLine: Int?
}

/// Reads a `.env` file entry by entry.
private struct DotEnvParser {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  private static let newline = UInt8(ascii: "\n")
  private static let backslash = UInt8(ascii: "\\")
  private static let hash = UInt8(ascii: "#")

  init(_ bytes: [UInt8]) throws(DotEnvSyntaxError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    self.bytes = Self.withUniformLineEnds(bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0))
    let lines = self.bytes.split(separator: Self.newline, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.contains(0) {
        throw DotEnvSyntaxError(
          line: index + 1, problem: "the line contains a NUL byte", expected: "text")
      }
      if String(validating: line, as: UTF8.self) == nil {
        throw DotEnvSyntaxError(
          line: index + 1, problem: "a byte is not part of UTF-8 text",
          expected: "a file saved as UTF-8")
      }
    }
  }

  /// The bytes with a line feed in the place of each other line end, so that a value of several
  /// lines is the same whatever editor has saved it.
  private static func withUniformLineEnds(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let carriageReturn = UInt8(ascii: "\r")
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8?
    for byte in bytes {
      if byte == carriageReturn {
        result.append(newline)
      } else if byte != newline || previous != carriageReturn {
        result.append(byte)
      }
      previous = byte
    }
    return result
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// The next entry, nil at the end of the file.
  mutating func next() throws(DotEnvSyntaxError) -> DotEnvDocument.Entry? {
    while true {
      skipSpace()
      switch current {
      case nil: return nil
      case Self.newline: advance()
      case Self.hash: skipLine()
      default: return try entry()
      }
    }
  }

  private mutating func entry() throws(DotEnvSyntaxError) -> DotEnvDocument.Entry {
    let line = line
    var name = self.name()
    if name == "export" && skipSpace() {
      let exported = self.name()
      if !exported.isEmpty { name = exported }
    }
    if name.isEmpty { throw error("no name stands at the start of the line") }
    skipSpace()
    guard current == UInt8(ascii: "=") else {
      throw error("something else than an equals sign follows the name")
    }
    advance()
    return DotEnvDocument.Entry(name: name, value: try value(), line: line)
  }

  private mutating func name() -> String {
    let start = position
    while let byte = current {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "_"):
        position += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9") where position > start:
        position += 1
      default:
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func value() throws(DotEnvSyntaxError) -> String {
    let start = position
    skipSpace()
    if let quote = current, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let value = try quoted(by: quote)
      let hasSpace = skipSpace()
      if hasSpace && current == Self.hash { skipLine() }
      guard current == nil || current == Self.newline else {
        throw error("something follows the closing quotation mark")
      }
      return value
    }
    position = start
    skipLine(toComment: true)
    let value = bytes[start..<position]
    skipLine()
    return TextList.trimmed(String(decoding: value, as: UTF8.self))
  }

  private mutating func quoted(by quote: UInt8) throws(DotEnvSyntaxError) -> String {
    let start = line
    var value: [UInt8] = []
    advance()
    while let byte = current, byte != quote {
      if byte == Self.backslash && quote == UInt8(ascii: "\"") {
        advance()
        guard let letter = current, let escaped = Self.escapes[letter] else {
          if current == nil { break }
          throw DotEnvSyntaxError(
            line: line, problem: "a backslash stands in front of a character without a meaning",
            expected: #"one of \n \r \t \\ \" \$, or single quotation marks, where all is literal"#)
        }
        value.append(escaped)
      } else {
        value.append(byte)
      }
      advance()
    }
    guard current == quote else {
      throw DotEnvSyntaxError(
        line: start, problem: "a value has no closing quotation mark",
        expected: "the same quotation mark at the end of the value")
    }
    advance()
    return String(decoding: value, as: UTF8.self)
  }

  /// The letters after a backslash, and the bytes they stand for.
  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "\\"): UInt8(ascii: "\\"), UInt8(ascii: "\""): UInt8(ascii: "\""),
    UInt8(ascii: "$"): UInt8(ascii: "$"),
  ]

  private mutating func advance() {
    if current == Self.newline { line += 1 }
    position += 1
  }

  /// Moves behind white space on the line; returns whether there is any.
  @discardableResult
  private mutating func skipSpace() -> Bool {
    let start = position
    while let byte = current, Self.isSpace(byte) { position += 1 }
    return position > start
  }

  /// Moves to the end of the line, or to a comment on it.
  private mutating func skipLine(toComment: Bool = false) {
    while let byte = current, byte != Self.newline {
      if toComment, byte == Self.hash, Self.isSpace(bytes[position - 1]) { return }
      position += 1
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func error(_ problem: String) -> DotEnvSyntaxError {
    DotEnvSyntaxError(
      line: line, problem: problem,
      expected: "a line such as NAME=value, with a name of ASCII letters, digits and underscores")
  }
}
