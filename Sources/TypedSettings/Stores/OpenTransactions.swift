internal import Synchronization

/// The transactions that are running now, by the thread they run on.
///
/// A transaction belongs to one synchronous call, and so to one thread. What that call does by way
/// of settings, stores and other transactions on the same store becomes part of it; tasks that it
/// starts run elsewhere, or later, and do not.
enum OpenTransactions {
  /// What one thread is in the middle of.
  private struct Call {
    var transactions: [RunningTransaction] = []
    /// What is to be done when the outermost transaction has ended.
    var afterwards: [@Sendable () -> Void] = []
  }

  private static let byThread = Mutex<[ThreadIdentity: Call]>([:])
  private static let count = Atomic<Int>(0)

  /// Whether the current call is part of a transaction on any store.
  static var hasCurrent: Bool {
    if count.load(ordering: .relaxed) == 0 { return false }
    let thread = ThreadIdentity.current
    return byThread.withLock { $0[thread] != nil }
  }

  /// The transaction on the store that the current call is part of, nil where there is none.
  static func current(on store: any SettingStore) -> RunningTransaction? {
    if count.load(ordering: .relaxed) == 0 { return nil }
    let thread = ThreadIdentity.current
    let store = store.writtenStore
    return byThread.withLock { $0[thread]?.transactions.last { $0.store === store } }
  }

  /// Whether the current call is part of a transaction on the store, or on one of its layers.
  static func concern(_ store: any SettingStore) -> Bool {
    if count.load(ordering: .relaxed) == 0 { return false }
    return store.orderedSources.contains { source in
      (source as? any SettingStore).map { current(on: $0) != nil } ?? false
    } || current(on: store) != nil
  }

  /// The value under a key in a source, as the transaction has left it that the current call is
  /// part of.
  static func value(for key: SettingKey, in source: any SettingSource) throws -> StoredValue? {
    if let store = source as? any SettingStore, let running = current(on: store) {
      return try running.value(for: key)
    }
    return try source.value(for: key)
  }

  /// Runs the body as the call that the transaction belongs to, and ends the transaction.
  static func run(_ transaction: RunningTransaction, _ body: () throws -> Void) rethrows {
    let thread = ThreadIdentity.current
    count.add(1, ordering: .relaxed)
    StoreContext.count.add(1, ordering: .relaxed)
    byThread.withLock { $0[thread, default: Call()].transactions.append(transaction) }
    defer {
      transaction.end()
      let afterwards = byThread.withLock { byThread -> [@Sendable () -> Void] in
        byThread[thread]?.transactions.removeLast()
        guard byThread[thread]?.transactions.isEmpty == true else { return [] }
        return byThread.removeValue(forKey: thread)?.afterwards ?? []
      }
      StoreContext.count.subtract(1, ordering: .relaxed)
      count.subtract(1, ordering: .relaxed)
      for action in afterwards { action() }
    }
    try body()
  }

  /// Runs the body when the current thread is in no transaction any more, or now where it is in
  /// none.
  static func afterwards(_ body: @escaping @Sendable () -> Void) {
    if count.load(ordering: .relaxed) != 0 {
      let thread = ThreadIdentity.current
      let isLater = byThread.withLock { byThread in
        guard byThread[thread] != nil else { return false }
        byThread[thread]?.afterwards.append(body)
        return true
      }
      if isLater { return }
    }
    body()
  }
}

extension SettingStore {
  /// Whether the current call belongs to the end of a transaction, which compares and applies its
  /// changes, and not to what a program does with the store.
  package var isApplyingTransaction: Bool {
    OpenTransactions.current(on: self)?.isApplying ?? false
  }
}
