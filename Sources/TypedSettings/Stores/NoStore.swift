/// What stands in for the store of a setting that names none.
final class NoStore: SettingStore {
  static let shared = NoStore()

  func value(for key: SettingKey) -> StoredValue? { nil }
  func keys() -> [SettingKey] { [] }
  func origin(of key: SettingKey) -> String { "nowhere" }
  var revision: SettingRevision? { nil }
  var notifier: SettingNotifier? { nil }
  func performTransaction(_ changes: () throws -> [SettingChange]) throws { _ = try changes() }
  func synchronize() {}
}
