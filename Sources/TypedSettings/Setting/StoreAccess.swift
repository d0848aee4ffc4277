/// The store that a setting uses for one read or write, seen through the transaction that the call
/// is part of, if there is one.
struct StoreAccess {
  let store: any SettingStore
  let transaction: SettingTransaction?

  /// Resolves the store for the current task.
  ///
  /// - Parameter declared: The store that the setting names, nil for the default store.
  init(declared: (any SettingStore)?) {
    store = SettingStoreScope.store ?? declared ?? DefaultSettingStore.current
    transaction = OpenTransactions.current(on: store)
  }

  /// The state that readings can be remembered for; nil where they cannot.
  var revision: SettingRevision? {
    transaction == nil ? store.revision : nil
  }

  func value(for key: SettingKey) throws -> StoredValue? {
    guard let transaction else { return try store.value(for: key) }
    return try transaction.value(for: key)
  }
}
