/// The store that a setting uses for one read or write, seen through the transaction that encloses
/// the call, if there is one.
struct StoreAccess {
  let store: any SettingStore
  let transaction: SettingTransaction?
  /// Whether the value that is written was changed in place.
  let changesInPlace: Bool

  /// Resolves the store for the current task.
  ///
  /// - Parameter declared: The store that the setting names, nil for the default store.
  init(declared: (any SettingStore)?) {
    let context = SettingContext.current
    store = context.store ?? declared ?? DefaultSettingStore.current
    transaction = context.openTransaction(on: store)
    changesInPlace = context.changesInPlace
  }

  /// The state that reads can be remembered for; nil where they cannot.
  var revision: SettingRevision? {
    transaction == nil ? store.revision : nil
  }

  func value(for key: SettingKey) throws -> StoredValue? {
    try transaction?.value(for: key) ?? store.value(for: key)
  }
}
