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
  public internal(set) var kind: Kind
  /// The setting it went wrong with, nil where the error is about no single one.
  public internal(set) var key: SettingKey?
  /// Where the value stands or belongs, in the store's own spelling.
  public internal(set) var source: String?
  /// What was expected, such as `a whole number from 0 to 255`.
  public internal(set) var expected: String?
  /// What the underlying layer said, such as a JSON decoder; nil where there is nothing to add.
  public internal(set) var reason: String?
  /// The single errors of an error of the kind ``Kind/invalidSettings``; else empty.
  public internal(set) var problems: [SettingError] = []

  /// What happened, where that is not told by the value that was found.
  var problem: String?
  /// The value that was found, to follow "holds" or "was given"; replaced for secrets.
  var found: String?
  /// The way into a nested value, outermost first: `element 2`, `key "a"`.
  var path: [String] = []
  /// Where lower layers have values that are not used in the place of the wrong one.
  var unusedPlaces: [String] = []
  /// What to do about it.
  var advice: String?
  /// What was being done, known to the outermost layer alone.
  var action: Action?

  /// What was being done when an error came up.
  enum Action: Hashable {
    case reading, writing
    /// Bringing what is written already to a safe place.
    case securing
  }

  init(
    kind: Kind, problem: String? = nil, found: String? = nil, expected: String? = nil,
    reason: String? = nil, advice: String? = nil
  ) {
    self.kind = kind
    self.problem = problem
    self.found = found
    self.expected = expected
    self.reason = reason
    self.advice = advice
  }

  /// Creates the error of a conversion: what a type takes, and what it got instead.
  ///
  /// For the requirements of ``SettingValue`` in your own types. The setting adds its key and the
  /// place of the value, and what is to be done.
  ///
  /// - Parameters:
  ///   - expected: What the type takes, to follow the word "expected": `a hex colour`.
  ///   - found: What it got instead.
  public init(expected: String, found: StoredValue) {
    self.init(kind: .typeMismatch, found: found.description, expected: expected)
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
    /// The default of a setting is none of the values that it allows.
    public static let invalidDefault = Kind("invalidDefault")
    /// A value was written that a higher layer overrides.
    public static let overridden = Kind("overridden")
    /// A setting that must have a value has none.
    public static let missingValue = Kind("missingValue")
    /// A source has a name that belongs to no setting.
    public static let unknownName = Kind("unknownName")
    /// Two settings have names that a source cannot tell apart.
    public static let conflictingNames = Kind("conflictingNames")
    /// Validation has found problems, which the error lists.
    public static let invalidSettings = Kind("invalidSettings")
    /// Two settings of different types have the same key.
    public static let conflictingTypes = Kind("conflictingTypes")
    /// The default store was set after settings had been read.
    public static let defaultStore = Kind("defaultStore")
    /// A transaction was used in a way that would lose a change, such as after its end.
    public static let transactionMisused = Kind("transactionMisused")
  }
}
