/// The store that a setting uses for one read or write, seen through the transaction that the call
/// is part of, if there is one.
struct StoreAccess {
  let store: any SettingStore
  let transaction: SettingTransaction?
  /// The sources that the store asks, highest first: its layers, or itself alone.
  let sources: [any SettingSource]

  /// Resolves the store for the current task.
  ///
  /// - Parameter declared: The store that the setting names, nil for the default store.
  init(declared: (any SettingStore)?) {
    self.init(to: SettingStoreScope.store ?? declared ?? DefaultSettingStore.current)
  }

  init(to store: any SettingStore) {
    self.store = store
    sources = store.orderedSources
    transaction = OpenTransactions.current(on: store).map {
      SettingTransaction(store: store, running: $0)
    }
  }

  init(_ transaction: SettingTransaction) {
    store = transaction.store
    sources = transaction.store.orderedSources
    self.transaction = transaction
  }

  /// The state that readings can be remembered for; nil where they cannot.
  var revision: SettingRevision? {
    transaction == nil ? store.revision : nil
  }

  func value(for key: SettingKey) throws -> StoredValue? {
    guard let transaction else { return try store.value(for: key) }
    return try transaction.value(for: key)
  }

  /// The value under the key in one of the sources that the store asks.
  func value(for key: SettingKey, in source: any SettingSource) throws -> StoredValue? {
    guard let transaction else { return try source.value(for: key) }
    return try transaction.value(for: key, in: source)
  }
}
