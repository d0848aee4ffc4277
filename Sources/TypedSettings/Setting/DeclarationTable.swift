internal import Synchronization

/// Which type each key has in each store, to find two settings that disagree.
enum DeclarationTable {
  private static let stores = Mutex<[ObjectIdentifier: Declarations]>([:])

  /// What the settings over one store declare.
  private struct Declarations {
    /// What lives as long as the store.
    weak var life: AnyObject?
    var byKey: [SettingKey: (type: any Any.Type, location: SourceLocation)] = [:]
  }

  /// Notes a setting that is used with a store; returns an error when another one disagrees.
  static func add(
    _ type: any Any.Type, _ key: SettingKey, at location: SourceLocation,
    on store: any SettingStore
  ) -> SettingError? {
    let first = stores.withLock { stores in
      let life: AnyObject = if let notifier = store.notifier { notifier.life } else { store }
      let identifier = ObjectIdentifier(life)
      if stores[identifier]?.life !== life {
        // Stores that are gone leave room; a new one may have got the place of one of them.
        stores = stores.filter { $0.value.life != nil }
        stores[identifier] = Declarations(life: life)
      }
      let first = stores[identifier]?.byKey[key]
      if first == nil { stores[identifier]?.byKey[key] = (type, location) }
      return first
    }
    guard let first, first.type != type else { return nil }
    return .conflictingTypes(key, first.type, at: first.location, type, at: location)
  }
}
