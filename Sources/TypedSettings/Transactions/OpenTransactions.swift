internal import Synchronization

/// The transactions that are running now, by the thread they run on.
///
/// A transaction belongs to one synchronous call, and so to one thread. What that call does by way
/// of settings, stores and other transactions on the same store becomes part of it; tasks that it
/// starts run elsewhere, or later, and do not.
enum OpenTransactions {
  /// Leads each thread to the innermost of its transactions; ``run(_:_:)`` holds that.
  private static let pointer = ThreadPointer()

  /// The innermost transaction that the current call is part of; it knows the others.
  static var innermost: RunningTransaction? {
    pointer.value.map { Unmanaged<RunningTransaction>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the current call is part of a transaction on any store.
  static var hasCurrent: Bool { pointer.value != nil }

  /// The transaction on the store that the current call is part of, nil where there is none.
  static func current(on store: any SettingStore) -> RunningTransaction? {
    guard var transaction = innermost else { return nil }
    let store = store.writtenStore
    while transaction.store !== store {
      guard let outer = transaction.outer else { return nil }
      transaction = outer
    }
    return transaction
  }

  /// Whether the current call is part of a transaction on the store, or on one of its layers.
  static func concern(_ store: any SettingStore) -> Bool {
    if !hasCurrent { return false }
    return store.orderedSources.contains { source in
      (source as? any SettingStore).map { current(on: $0) != nil } ?? false
    } || current(on: store) != nil
  }

  /// The value under a key in a source, as the transaction has left it that the current call is
  /// part of.
  static func value(for key: SettingKey, in source: any SettingSource) throws -> StoredValue? {
    if hasCurrent, let store = source as? any SettingStore, let running = current(on: store) {
      return try running.value(for: key)
    }
    return try source.value(for: key)
  }

  /// Runs the body as the call that the transaction belongs to, and ends the transaction.
  static func run(_ transaction: RunningTransaction, _ body: () throws -> Void) rethrows {
    StoreContext.count.add(1, ordering: .relaxed)
    let outer = pointer.value
    pointer.value = UnsafeRawPointer(Unmanaged.passUnretained(transaction).toOpaque())
    defer {
      let afterwards = transaction.end()
      pointer.value = outer
      StoreContext.count.subtract(1, ordering: .relaxed)
      for action in afterwards { action() }
    }
    try body()
  }

  /// Runs the body when the current thread is in no transaction any more, or now where it is in
  /// none.
  static func afterwards(_ body: @escaping @Sendable () -> Void) {
    guard var transaction = innermost else { return body() }
    while let outer = transaction.outer { transaction = outer }
    transaction.doAfterwards(body)
  }
}

extension SettingStore {
  /// Whether the current call belongs to the end of a transaction, which compares and applies its
  /// changes, and not to what a program does with the store.
  package var isApplyingTransaction: Bool {
    OpenTransactions.current(on: self)?.isApplying ?? false
  }
}
