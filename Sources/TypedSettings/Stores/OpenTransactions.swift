internal import Synchronization

/// The transactions that are running now, by the thread they run on.
///
/// A transaction belongs to one synchronous call, and so to one thread. What that call does by way
/// of settings, stores and other transactions on the same store becomes part of it; tasks that it
/// starts run elsewhere, or later, and do not.
enum OpenTransactions {
  private static let byThread = Mutex<[ThreadIdentity: [RunningTransaction]]>([:])
  private static let count = Atomic<Int>(0)

  /// The transaction on the store that the current call is part of, nil where there is none.
  static func current(on store: any SettingStore) -> RunningTransaction? {
    if count.load(ordering: .relaxed) == 0 { return nil }
    let thread = ThreadIdentity.current
    let store = store.writtenStore
    return byThread.withLock { $0[thread]?.last { $0.store === store } }
  }

  /// Runs the body as the call that the transaction belongs to, and ends the transaction.
  static func run(_ transaction: RunningTransaction, _ body: () throws -> Void) rethrows {
    let thread = ThreadIdentity.current
    count.add(1, ordering: .relaxed)
    StoreContext.count.add(1, ordering: .relaxed)
    byThread.withLock { $0[thread, default: []].append(transaction) }
    defer {
      transaction.end()
      byThread.withLock { byThread in
        byThread[thread]?.removeLast()
        if byThread[thread]?.isEmpty == true { byThread[thread] = nil }
      }
      StoreContext.count.subtract(1, ordering: .relaxed)
      count.subtract(1, ordering: .relaxed)
    }
    try body()
  }
}
