/// Lists and dictionaries in text: `a,b,"c, with comma"` and `a=1,b=2`, or JSON.
///
/// Elements are separated by commas, and white space around them does not count. One that holds a
/// comma, white space at an end or a quotation mark at its start stands in quotation marks: in
/// single ones everything is literal, in double ones `\"` and `\\` stand for the two characters.
/// An empty element is `""`; nothing at all is the empty list.
enum TextList {
  private static let comma = UInt8(ascii: ",")
  private static let equalsSign = UInt8(ascii: "=")

  /// The elements of a list: text, or typed values where the text is a JSON array.
  static func elements(of text: String) throws(SettingError) -> [StoredValue] {
    if let json = try TextJSON.value(of: text, beginningWith: "[") {
      guard case .array(let elements) = json else { return [] }
      return elements
    }
    var scanner = Scanner(text)
    var elements: [StoredValue] = []
    do throws(Flaw) {
      while elements.isEmpty ? !scanner.isAtEnd : scanner.skip(comma) {
        let (text, isQuoted) = try scanner.item(endingAt: [comma], "Element \(elements.count)")
        if text.isEmpty && !isQuoted {
          throw missing(elements.count, isLast: scanner.isAtEnd, "element")
        }
        elements.append(.text(text))
      }
    } catch {
      throw error.mismatch(#"a list such as a,b,"c, d", or a JSON array"#, found: text)
    }
    return elements
  }

  /// The entries of a dictionary: text, or typed values where the text is a JSON object.
  static func entries(of text: String) throws(SettingError) -> [String: StoredValue] {
    let expectation = #"entries such as a=1,b="2, 3", or a JSON object"#
    if let json = try TextJSON.value(of: text, beginningWith: "{") {
      guard case .dictionary(let entries) = json else {
        throw SettingError(expected: expectation, found: .text(text))
      }
      return entries
    }
    var scanner = Scanner(text)
    var entries: [String: StoredValue] = [:]
    do throws(Flaw) {
      while entries.isEmpty ? !scanner.isAtEnd : scanner.skip(comma) {
        let place = "Entry \(entries.count)"
        let name = try scanner.item(
          endingAt: [comma, equalsSign], "The name of entry \(entries.count)")
        guard scanner.skip(equalsSign) else {
          if name.text.isEmpty && !name.isQuoted {
            throw missing(entries.count, isLast: scanner.isAtEnd, "entry")
          }
          throw Flaw("\(place) has no equals sign.")
        }
        if name.text.isEmpty && !name.isQuoted { throw Flaw("\(place) has no name.") }
        let value = try scanner.item(endingAt: [comma], "The value of entry \(entries.count)")
        guard entries.updateValue(.text(value.text), forKey: name.text) == nil else {
          throw Flaw("\(place) has the name of an earlier one.")
        }
      }
    } catch {
      throw error.mismatch(expectation, found: text)
    }
    return entries
  }

  /// The text without the ASCII white space around it.
  static func trimmed(_ text: some StringProtocol) -> String {
    let rest = Substring(text).utf8.drop(while: isSpace)
    let end = rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(Substring(rest[..<end]))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }

  private static func missing(_ count: Int, isLast: Bool, _ word: String) -> Flaw {
    if count == 0 { return Flaw("A comma stands in front of the first \(word).") }
    return Flaw(
      isLast
        ? "A comma stands behind the last \(word)." : "Two commas follow \(word) \(count - 1).")
  }

  /// What is wrong with a text, as a sentence that quotes nothing of it.
  private struct Flaw: Error {
    let sentence: String

    init(_ sentence: String) {
      self.sentence = sentence
    }

    func mismatch(_ expectation: String, found text: String) -> SettingError {
      var error = SettingError(expected: expectation, found: .text(text))
      error.reason = sentence
      return error
    }
  }

  /// Reads a text item by item.
  private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) {
      bytes = Array(text.utf8)
      skipSpace()
    }

    var isAtEnd: Bool { position == bytes.count }

    /// Moves behind a character if it stands here.
    mutating func skip(_ byte: UInt8) -> Bool {
      guard !isAtEnd && bytes[position] == byte else { return false }
      position += 1
      return true
    }

    private mutating func skipSpace() {
      while !isAtEnd && isSpace(bytes[position]) { position += 1 }
    }

    /// Reads what stands before the next separator, or the end, without the space around it.
    mutating func item(
      endingAt ends: [UInt8], _ place: String
    ) throws(Flaw) -> (text: String, isQuoted: Bool) {
      skipSpace()
      if !isAtEnd && [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[position]) {
        let text = try quoted(place)
        skipSpace()
        guard isAtEnd || ends.contains(bytes[position]) else {
          throw Flaw("\(place) goes on after its closing quotation mark.")
        }
        return (text, true)
      }
      let item = bytes[position...].prefix { !ends.contains($0) }
      position += item.count
      return (trimmed(String(decoding: item, as: UTF8.self)), false)
    }

    private mutating func quoted(_ place: String) throws(Flaw) -> String {
      let quote = bytes[position]
      let backslash = UInt8(ascii: "\\")
      position += 1
      var text: [UInt8] = []
      while !skip(quote) {
        if quote == UInt8(ascii: "\"") && skip(backslash) {
          guard !isAtEnd, bytes[position] == quote || bytes[position] == backslash else {
            throw Flaw(
              #"\#(place) has a backslash in front of something else than a backslash or a "#
                + #"quotation mark; in single quotation marks a backslash stands for itself."#)
          }
        }
        if isAtEnd { throw Flaw("\(place) has no closing quotation mark.") }
        text.append(bytes[position])
        position += 1
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
