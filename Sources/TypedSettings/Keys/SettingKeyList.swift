/// The former names of a setting: one string literal, or an array of them, newest first.
///
/// ## Usage
/// ```swift
/// let name = Setting(key: "user.name", default: "", formerly: "userName")
/// let port = Setting(key: "http.port", default: 80, formerly: ["httpPort", "port"])
/// ```
public struct SettingKeyList: Hashable, Sendable {
  /// The keys, newest first.
  public let keys: [SettingKey]

  /// Creates a list of keys.
  ///
  /// - Parameter keys: The keys, newest first.
  public init(_ keys: [SettingKey]) {
    self.keys = keys
  }
}

extension SettingKeyList: ExpressibleByArrayLiteral {
  /// Creates a list from an array literal.
  ///
  /// - Parameter keys: The keys, newest first.
  public init(arrayLiteral keys: SettingKey...) {
    self.init(keys)
  }
}

extension SettingKeyList: ExpressibleByStringLiteral {
  /// Creates a list of one key from a string literal.
  ///
  /// - Parameter key: The only key.
  public init(stringLiteral key: String) {
    self.init([SettingKey(stringLiteral: key)])
  }
}
