/// What the program says about a setting, all of it fixed.
struct SettingDeclaration<Value: SettingValue>: Sendable {
  /// The key and then the former keys, newest first.
  let keys: [SettingKey]
  private(set) var makeDefault: @Sendable () -> Value
  let validations: [SettingValidation<Value>]
  let isSecret: Bool
  let isRequired: Bool
  let summary: String?
  private(set) var store: (any SettingStore)?
  let location: SourceLocation
  /// Whether there are validations; a write that has none does not look at a list of a generic type.
  let isChecked: Bool
  /// Whether a form has to be read back before it is stored.
  let needsProof = !(Value.self is any ExactSettingValue.Type)

  /// Evaluates keys where a bad literal can name the line of the declaration.
  init(
    key: () -> SettingKey, default makeDefault: @escaping @Sendable () -> Value,
    validations: [SettingValidation<Value>?], formerly formerKeys: () -> SettingKeyList,
    secret isSecret: Bool, required isRequired: Bool = false, summary: String?,
    store: (any SettingStore)?, location: SourceLocation
  ) {
    keys = SourceLocation.$ofDeclaration.withValue(location) { [key()] + formerKeys().keys }
    self.makeDefault = makeDefault
    self.validations = validations.compactMap(\.self)
    isChecked = !self.validations.isEmpty
    self.isSecret = isSecret
    self.isRequired = isRequired
    self.summary = summary
    self.store = store
    self.location = location
  }

  /// The same declaration without its store, and with a default that is known.
  func detached(default defaultValue: Value) -> Self {
    var declaration = self
    declaration.store = nil
    declaration.makeDefault = { defaultValue }
    return declaration
  }

  /// The name under which the value is stored.
  var key: SettingKey { keys[0] }

  /// Creates the value from its stored form, after all checks.
  func decode(_ form: StoredValue) throws(SettingError) -> Value {
    let value: Value
    do {
      value = try Value.decode(form)
    } catch {
      // The type speaks for itself; the declaration may allow less.
      var error = error
      error.expected = ([error.expected].compactMap(\.self) + validations.map(\.expectation))
        .joined(separator: ", ")
      throw error
    }
    for validation in validations { try validation.check(value, storedAs: form) }
    return value
  }

  /// The stored form of the value, after all checks, and after reading it back.
  @inline(__always)
  func encode(_ value: Value) throws(SettingError) -> StoredValue {
    let form = try value.encode()
    if needsProof { try prove(form) }
    if isChecked {
      for validation in validations { try validation.check(value, storedAs: form) }
    }
    return form
  }

  /// Throws where a form would not be read back as the value that it was made from.
  private func prove(_ form: StoredValue) throws(SettingError) {
    // Whatever keeps the form from being read back, the value is refused for it.
    guard let copy = try? Value.decode(form), let again = try? copy.encode(),
      again.isEqual(toUnordered: form)
    else {
      throw .notRepresentable(
        "\(form), which would be read as another value, or not at all",
        expected: "a value that \(Value.self) reads back")
    }
  }

  /// The error without what it must not show.
  func published(_ error: SettingError) -> SettingError {
    isSecret ? error.redacted(Value.self.namedType) : error
  }
}
