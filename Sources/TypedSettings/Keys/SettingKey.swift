/// The name of a setting: a path of components separated by dots, such as `http.port`.
///
/// Write a key as a string literal where a setting is declared, and nowhere else. A key is never
/// empty, has no empty component (`a..b`, `.a`, `a.`) and holds no control character; everything
/// else is allowed, spaces and non-ASCII text included. Two keys are equal when their texts are,
/// by Unicode's canonical equivalence, as for `String`.
///
/// ## Usage
/// ```swift
/// let port: SettingKey = "http.port"
/// print(port.components)  // ["http", "port"]
/// ```
public struct SettingKey: Hashable, Sendable {
  /// The key as it was written.
  public let rawValue: String

  /// Creates a key from text that is only known at run time.
  ///
  /// - Parameter text: The path, such as `http.port`.
  /// - Throws: ``SettingError`` of kind ``SettingError/Kind/invalidKey`` that says what is wrong
  ///   with the text.
  public init(validating text: String) throws(SettingError) {
    if let flaw = Self.flaw(in: text) { throw .invalidKey(text, flaw: flaw) }
    rawValue = text
  }

  /// Part of a key, of whole components, is a key too.
  private init(prefix: Substring) {
    rawValue = String(prefix)
  }

  /// The keys that this one lies in, outermost first, such as `http` for `http.port`.
  var parents: [SettingKey] {
    rawValue.utf8.indices.filter { rawValue.utf8[$0] == UInt8(ascii: ".") }
      .map { Self(prefix: rawValue[..<$0]) }
  }

  /// Whether a value under a former key is one of the setting with this key.
  ///
  /// A store that nests keys has an object under `http` when there is an `http.port`: for a setting
  /// that was once called `http` and is now called `http.port`, that is no value.
  func owns(_ form: StoredValue, under former: SettingKey) -> Bool {
    guard former != self, case .dictionary = form else { return true }
    return !rawValue.hasPrefix(former.rawValue + ".")
  }

  /// The parts between the dots, never empty.
  public var components: [String] {
    rawValue.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
  }

  /// What keeps a text from being a key, nil when nothing does.
  private static func flaw(in text: String) -> String? {
    if text.isEmpty { return "it is empty" }
    if text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it contains a control character"
    }
    let separator = UInt8(ascii: ".")
    var previous = separator
    for byte in text.utf8 {
      if byte == separator && previous == separator { return "it has an empty component" }
      previous = byte
    }
    return previous == separator ? "it has an empty component" : nil
  }
}

extension SettingKey: ExpressibleByStringLiteral {
  /// Creates a key from a literal, which must be valid.
  ///
  /// A bad literal is a mistake in the program: it ends the process with a message that quotes the
  /// literal and, where the literal stands in the declaration of a setting, names file and line.
  ///
  /// - Parameter text: The path, such as `http.port`.
  public init(stringLiteral text: String) {
    do {
      try self.init(validating: text)
    } catch {
      if let location = SourceLocation.ofDeclaration {
        fatalError(error.description, file: location.file, line: location.line)
      }
      fatalError(error.description)
    }
  }
}

extension SettingKey: Comparable {
  /// Returns whether the first key comes before the second one in alphabetical order.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension SettingKey: CustomStringConvertible {
  /// The key as it was written.
  public var description: String { rawValue }
}
