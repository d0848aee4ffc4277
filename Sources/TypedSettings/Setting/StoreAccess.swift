/// The store that a setting uses for one read or write, seen through the transactions that the call
/// is part of, if there are any.
struct StoreAccess {
  let store: any SettingStore
  /// Whether a source may be seen as a transaction has left it, which can come to nothing.
  let isInTransaction: Bool
  /// The sources that the store asks, highest first: its layers, or itself alone.
  let sources: [any SettingSource]

  /// Resolves the store for the current task.
  ///
  /// - Parameter declared: The store that the setting names, nil for the default store.
  init(declared: (any SettingStore)?) {
    self.init(to: SettingStoreScope.store(declared: declared))
  }

  init(to store: any SettingStore) {
    self.store = store
    sources = store.orderedSources
    isInTransaction = OpenTransactions.concern(store)
  }

  /// Sees the store as everybody else does.
  init(outsideTransactions store: any SettingStore) {
    self.store = store
    sources = store.orderedSources
    isInTransaction = false
  }

  /// The state that readings can be remembered for; nil where they cannot.
  var revision: SettingRevision? {
    isInTransaction ? nil : store.revision
  }

  /// The value under the key in the first source that has it.
  func value(for key: SettingKey) throws -> StoredValue? {
    if !isInTransaction { return try store.value(for: key) }
    for source in sources {
      if let value = try value(for: key, in: source) { return value }
    }
    return nil
  }

  /// The value under the key in one of the sources that the store asks.
  func value(for key: SettingKey, in source: any SettingSource) throws -> StoredValue? {
    try isInTransaction
      ? OpenTransactions.value(for: key, in: source) : source.value(for: key)
  }
}
