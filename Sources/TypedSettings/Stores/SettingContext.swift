internal import Synchronization

/// What replaces the stores of settings on the current task: another store, open transactions, or
/// both.
struct SettingContext: Sendable {
  /// The store of every setting, nil where each has its own.
  var store: (any SettingStore)?
  /// The transactions that enclose the current call, innermost last.
  ///
  /// With each goes the store that was asked for it. A store that wraps another one may pass on a transaction of that one.
  var transactions: [(store: any SettingStore, transaction: SettingTransaction)] = []
  /// Whether a value is being written that was changed in place.
  var changesInPlace = false

  @TaskLocal private static var onTask = Self()

  /// How many contexts there may be: while it is zero, nobody looks at the task.
  private static let count = Atomic<Int>(0)
  /// Whether ``withStore(_:_:)`` was called; tasks can outlive it and keep its store.
  private static let hasReplacedStores = Atomic<Bool>(false)

  /// What holds on the current task.
  static var current: Self {
    count.load(ordering: .relaxed) == 0 ? Self() : onTask
  }

  // MARK: - Replacing the store

  static func replacingStore(with store: any SettingStore) -> Self {
    if !hasReplacedStores.exchange(true, ordering: .relaxed) { count.add(1, ordering: .relaxed) }
    var context = current
    context.store = store
    return context
  }

  static func run<Result>(_ context: Self, _ body: () throws -> Result) rethrows -> Result {
    try $onTask.withValue(context, operation: body)
  }

  nonisolated(nonsending) static func run<Result>(
    _ context: Self, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $onTask.withValue(context, operation: body)
  }

  // MARK: - Transactions

  /// The transaction that encloses the current call on this thread, nil where there is none.
  static func openTransaction(on store: any SettingStore) -> SettingTransaction? {
    current.openTransaction(on: store)
  }

  /// The transaction that encloses the current call on this thread, nil where there is none.
  func openTransaction(on store: any SettingStore) -> SettingTransaction? {
    if transactions.isEmpty { return nil }
    let thread = ThreadIdentity.current
    let entry = transactions.last {
      ($0.store === store || $0.transaction.store === store)
        && $0.transaction.thread == thread && $0.transaction.isOpen
    }
    return entry?.transaction
  }

  /// Runs the body inside the transaction of a store and ends it.
  static func run<Result>(
    _ transaction: SettingTransaction, on store: any SettingStore,
    _ body: (SettingTransaction) throws -> Result
  ) throws -> Result {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    defer { transaction.abandon() }
    var context = current
    context.transactions.append((store, transaction))
    let result = try $onTask.withValue(context) { try body(transaction) }
    try transaction.end()
    return result
  }

  // MARK: - Changes in place

  /// Runs the body, in which an assignment stands for a change in place.
  static func changingInPlace(_ body: () -> Void) {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    var context = current
    context.changesInPlace = true
    $onTask.withValue(context, operation: body)
  }
}
