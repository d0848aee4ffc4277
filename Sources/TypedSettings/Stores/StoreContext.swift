public import Synchronization

/// Whether the store of a setting may be another one than it declares, or seen in another state.
@usableFromInline
enum StoreContext {
  /// How many transactions are open, and more when a scope was ever entered: while it is zero,
  /// settings look no further.
  @usableFromInline static let count = Atomic<Int>(0)

  /// The store that a setting uses now, nil where the call is part of a transaction on it or on one
  /// of its layers.
  ///
  /// - Parameter declared: The store that the setting names, nil for the default store.
  /// - Returns: The store whose own values the setting shows.
  @usableFromInline
  static func resolve(_ declared: (any SettingStore)?) -> (any SettingStore)? {
    let store = SettingStoreScope.store ?? declared ?? DefaultSettingStore.current
    return OpenTransactions.concern(store) ? nil : store
  }
}
