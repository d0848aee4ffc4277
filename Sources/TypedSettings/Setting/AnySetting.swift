/// A setting of any type, as a catalog lists it.
///
/// ``Setting`` is the only type that conforms.
public protocol AnySetting: AnyObject, Sendable {
  /// The name under which the value is stored.
  var key: SettingKey { get }
  /// Names under which earlier versions of the program stored the value, newest first.
  var formerKeys: [SettingKey] { get }
  /// What the setting is for, in a sentence.
  var summary: String? { get }
  /// Whether the value must not appear in any text.
  var isSecret: Bool { get }
  /// Whether validation demands a value.
  var isRequired: Bool { get }
  /// Whether a value is stored, whatever it is.
  var isSet: Bool { get }
  /// The type of the value.
  var valueType: any SettingValue.Type { get }
  /// The store that the setting uses on the current task.
  var store: any SettingStore { get }
  /// Which source gives the value, what that hides, and the default with its line of code.
  var explanation: SettingExplanation { get }

  /// Forgets the stored value.
  ///
  /// - Throws: ``SettingError`` when the store cannot be written.
  func reset() throws(SettingError)
}

extension Setting: AnySetting {
  /// The type of the value.
  public var valueType: any SettingValue.Type { Value.self }

  /// The store that the setting uses on the current task.
  public var store: any SettingStore { SettingStoreScope.store(declared: declaration.store) }
}
