/// What went wrong with a setting, in full sentences and by kind.
///
/// The ``description`` says what happened, where (in the spelling of the source), what was expected
/// and what to do. Programs tell errors apart by ``kind``. The value of a secret setting is never
/// part of an error.
///
/// ## Usage
/// ```swift
/// let volume = Setting(key: "volume", default: 0.5, in: 0...1)
/// do {
///   try volume.write(1.5)
/// } catch where error.kind == .outOfRange {
///   print(error)
/// }
/// ```
public struct SettingError: Error, Hashable, Sendable {
  /// What went wrong, in a form to compare.
  public let kind: Kind
  /// The setting it went wrong with, nil where the error is about no single one.
  public internal(set) var key: SettingKey?
  /// Where the value stands or belongs, in the store's own spelling.
  public internal(set) var source: String?
  /// What was expected, such as `a whole number from 0 to 255`.
  public internal(set) var expected: String?
  /// What the underlying layer said, such as a JSON decoder; nil where there is nothing to add.
  public internal(set) var reason: String?

  /// What was found instead, for a person to read; dropped for secrets.
  var found: String?
  /// The way into a nested value, outermost first: `element 2`, `key "a"`.
  var path: [String] = []
  /// What to do about it.
  var advice: String?
  /// Which of the texts for its kind describes it.
  var situation = Situation.other

  /// What the program was doing when the error came up.
  enum Situation: Hashable {
    case reading, writing, other
  }

  init(
    kind: Kind, key: SettingKey? = nil, source: String? = nil, found: String? = nil,
    expected: String? = nil, reason: String? = nil, advice: String? = nil,
    situation: Situation = .other
  ) {
    self.kind = kind
    self.key = key
    self.source = source
    self.found = found
    self.expected = expected
    self.reason = reason
    self.advice = advice
    self.situation = situation
  }

  /// Creates the error for a stored value that a type cannot be made from.
  ///
  /// For ``SettingValue/init(storedValue:)`` of your own types. The setting adds its key and the
  /// place of the value.
  ///
  /// - Parameters:
  ///   - expected: What the type takes, to follow the word "expected": `a hex colour`.
  ///   - found: What the store holds instead.
  public init(expected: String, found: StoredValue) {
    self.init(expected: expected, found: found, reason: nil)
  }

  init(expected: String, found: StoredValue, reason: String?) {
    self.init(
      kind: .typeMismatch, found: found.description, expected: expected, reason: reason,
      situation: .reading)
  }
}

extension SettingError {
  /// What went wrong; more kinds may come.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    private init(_ description: String) {
      self.description = description
    }

    /// A text is not a setting key.
    public static let invalidKey = Kind("invalidKey")
    /// A stored value does not convert to the type of the setting.
    public static let typeMismatch = Kind("typeMismatch")
    /// A value is outside the range that the setting declares with `in:`.
    public static let outOfRange = Kind("outOfRange")
    /// A value does not pass the check that the setting declares with `where:`.
    public static let invalidValue = Kind("invalidValue")
    /// A value of the right type has no exact stored form, such as a NaN in JSON.
    public static let notRepresentable = Kind("notRepresentable")
    /// A store cannot be read or written.
    public static let storeFailed = Kind("storeFailed")
    /// A changed part was not written, because the stored whole cannot be read.
    public static let unreadableWhole = Kind("unreadableWhole")
    /// Two settings of different types have the same key.
    public static let conflictingTypes = Kind("conflictingTypes")
    /// A transaction was used after its end.
    public static let transactionEnded = Kind("transactionEnded")
  }
}
