internal import Synchronization

/// Which type each key has in each store, to find two settings that disagree.
///
/// Entries vanish with their store; a program has one or a few, a test run one after another.
enum DeclarationTable {
  private static let entries = Mutex<[SettingKey: [Entry]]>([:])

  private struct Entry {
    weak var store: (any SettingStore)?
    let type: any Any.Type
    let location: SourceLocation
  }

  /// Notes a setting that is used with a store; returns an error when another one disagrees.
  static func add(
    _ type: any Any.Type, _ key: SettingKey, at location: SourceLocation,
    on store: any SettingStore
  ) -> SettingError? {
    let first = entries.withLock { entries in
      var living = entries[key, default: []].filter { $0.store != nil }
      let known = living.first { $0.store === store }
      if known == nil { living.append(Entry(store: store, type: type, location: location)) }
      entries[key] = living
      return known
    }
    guard let first, first.type != type else { return nil }
    return .conflictingTypes(key, first.type, at: first.location, type, at: location)
  }
}
