extension String: SettingValue {
  /// Creates a string from a string or from text, as it stands.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for another form.
  public init(storedValue: StoredValue) throws {
    try self.init(storedValue: storedValue, expected: "a string")
  }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { .string(self) }
}

extension Substring: SettingValue {
  /// Creates a substring from a string or from text, as it stands.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for another form.
  public init(storedValue: StoredValue) throws {
    self.init(try String(storedValue: storedValue))
  }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { .string(String(self)) }
}

extension Character: SettingValue {
  /// Creates a character from a string of exactly one.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for no character, several, or another form.
  public init(storedValue: StoredValue) throws {
    let expectation = "a single character"
    let text = try String(storedValue: storedValue, expected: expectation)
    guard text.count == 1, let character = text.first else {
      throw SettingError(expected: expectation, found: storedValue)
    }
    self = character
  }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { .string(String(self)) }
}

extension String {
  /// The string or text that a type with a textual form parses further.
  init(storedValue: StoredValue, expected expectation: String) throws {
    switch storedValue {
    case .string(let value), .text(let value): self = value
    default: throw SettingError(expected: expectation, found: storedValue)
    }
  }
}
