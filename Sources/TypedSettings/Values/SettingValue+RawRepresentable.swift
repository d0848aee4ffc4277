extension SettingValue where Self: RawRepresentable, RawValue: SettingValue {
  /// Creates a value from its bare raw value.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a raw value that stands for nothing; it lists those that do
  ///   where the type is `CaseIterable`.
  public init(storedValue: StoredValue) throws { self = try RawValueForm.decode(storedValue) }

  /// The form in which a store keeps this value: that of its raw value.
  public var storedValue: StoredValue { get throws { try RawValueForm.encode(self) } }
}

extension SettingValue where Self: RawRepresentable & Codable, RawValue: SettingValue {
  /// Creates a value from its bare raw value, as if the type were not `Codable`.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a raw value that stands for nothing; it lists those that do
  ///   where the type is `CaseIterable`.
  public init(storedValue: StoredValue) throws { self = try RawValueForm.decode(storedValue) }

  /// The form in which a store keeps this value: that of its raw value.
  public var storedValue: StoredValue { get throws { try RawValueForm.encode(self) } }
}

/// The stored form of types with a raw value.
enum RawValueForm {
  fileprivate static func encode<T: RawRepresentable>(_ value: T) throws -> StoredValue
  where T.RawValue: SettingValue {
    try value.rawValue.storedValue
  }

  fileprivate static func decode<T: RawRepresentable>(_ storedValue: StoredValue) throws -> T
  where T.RawValue: SettingValue {
    let rawValue: T.RawValue
    do {
      rawValue = try T.RawValue(storedValue: storedValue)
    } catch let error as SettingError {
      guard let expectation = cases(of: T.self) else { throw error }
      throw SettingError(expected: expectation, found: storedValue)
    }
    guard let value = T(rawValue: rawValue) else {
      throw SettingError(
        expected: cases(of: T.self) ?? "a raw value of \(T.self)", found: storedValue)
    }
    return value
  }

  /// The raw values of all cases, nil where the type does not list its cases.
  static func cases<T: RawRepresentable>(of type: T.Type) -> String? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    func list<C: CaseIterable>(_ type: C.Type) -> [String] {
      type.allCases.compactMap { ($0 as? T)?.rawValue }.map { "\($0)" }
    }
    let names = list(type)
    return names.isEmpty ? nil : "one of " + names.joined(separator: ", ")
  }
}
