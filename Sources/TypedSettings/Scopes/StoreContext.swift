public import Synchronization

/// Whether the store of a setting may be another one than it declares, or seen in another state.
@usableFromInline
enum StoreContext {
  /// How many transactions are open, and more when a scope was ever entered: while it is zero,
  /// settings look no further.
  @usableFromInline static let count = Atomic<Int>(0)

  /// Where a call runs.
  @usableFromInline
  enum Place {
    /// Each setting shows what its own store has.
    case ordinary
    /// All settings show what the store of a scope has.
    case scope(SettingStoreScope)
    /// Settings may show what a transaction has left.
    case transaction
  }

  /// Where the current call runs.
  @usableFromInline static var place: Place {
    if OpenTransactions.hasCurrent { return .transaction }
    return SettingStoreScope.current.map { .scope($0) } ?? .ordinary
  }
}
