/// What the program says about a setting, all of it fixed.
struct SettingDeclaration<Value: SettingValue>: Sendable {
  let key: SettingKey
  /// Former keys, newest first.
  let formerKeys: [SettingKey]
  let makeDefault: @Sendable () -> Value
  let validations: [SettingValidation<Value>]
  let isSecret: Bool
  let summary: String?
  let store: (any SettingStore)?
  let location: SourceLocation

  /// Evaluates keys where a bad literal can name the line of the declaration.
  init(
    key: () -> SettingKey, default makeDefault: @escaping @Sendable () -> Value,
    validations: [SettingValidation<Value>?], formerly formerKeys: () -> SettingKeyList,
    secret isSecret: Bool, summary: String?, store: (any SettingStore)?, location: SourceLocation
  ) {
    (self.key, self.formerKeys) = SourceLocation.$ofDeclaration.withValue(location) {
      (key(), formerKeys().keys)
    }
    self.makeDefault = makeDefault
    self.validations = validations.compactMap(\.self)
    self.isSecret = isSecret
    self.summary = summary
    self.store = store
    self.location = location
  }

  /// Throws the error of the first check that the value does not pass.
  func check(_ value: Value) throws(SettingError) {
    for validation in validations { try validation.check(value) }
  }
}
