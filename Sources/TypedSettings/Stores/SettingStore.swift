/// A source that can also be written: a shared place where settings live.
///
/// The law of a store, beside that of ``SettingSource``, as a test:
///
/// ```swift
/// func expectStoreLaw(_ store: some SettingStore) throws {
///   let revision = store.revision
///   try store.set(.integer(1), for: "a")
///   #expect(try store.value(for: "a") == .integer(1))
///   #expect(revision == nil || revision != store.revision)
///
///   try store.remove("a")
///   #expect(try store.value(for: "a") == nil)
///   #expect(try !store.keys().contains("a"))
///
///   // All or nothing: what throws changes nothing.
///   #expect(throws: CancellationError.self) {
///     try store.update { transaction in
///       try transaction.set(.integer(2), for: "b")
///       throw CancellationError()
///     }
///   }
///   #expect(try store.value(for: "b") == nil)
/// }
/// ```
///
/// A store returns from a write only when the value is as safe as it promises to make it, gives
/// back an equal value for every form it accepts, and throws for a form it cannot keep.
///
/// ## Usage
/// A complete store:
///
/// ```swift
/// import Synchronization
/// import TypedSettings
///
/// final class DictionaryStore: SettingStore {
///   private let values = Mutex<[SettingKey: StoredValue]>([:])
///   private let writing = Mutex(())
///   let notifier: SettingNotifier? = SettingNotifier()
///
///   func value(for key: SettingKey) -> StoredValue? { values.withLock { $0[key] } }
///   func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
///   func origin(of key: SettingKey) -> String { "dictionary entry \(key)" }
///   var revision: SettingRevision? { nil }
///   func synchronize() {}
///
///   func performTransaction(_ changes: () throws -> [SettingChange]) throws {
///     try writing.withLock { _ in
///       let changes = try changes()
///       values.withLock { values in
///         for change in changes { values[change.key] = change.newValue }
///       }
///     }
///   }
/// }
/// ```
///
/// A store that stands in front of another one passes changes on through that one's
/// ``update(_:)``, never its ``performTransaction(_:)``: only the former knows the transactions
/// that the current call is part of already.
public protocol SettingStore: SettingSource, AnyObject {
  /// Asks for changes while no other writer can come in, and applies them, all or nothing.
  ///
  /// For implementers; programs call ``update(_:)``. While the closure runs, the store must not
  /// hold a lock that ``value(for:)`` takes, because the closure reads.
  ///
  /// - Parameter changes: Returns what to change, each key once. The store calls it exactly once, on
  ///   the thread of its caller.
  /// - Throws: What the closure throws, or an error that says why the changes could not be
  ///   written. In both cases nothing has changed.
  func performTransaction(_ changes: () throws -> [SettingChange]) throws

  /// Brings everything written so far to the safest place the store has, such as a disk.
  ///
  /// - Throws: An error that says why that failed.
  func synchronize() throws
}

extension SettingStore {
  /// Reads and writes several values as one change.
  ///
  /// The changes are written together when the closure returns, or not at all when it throws. No
  /// other writer comes in between. What the closure does with settings over this store is part of
  /// the change too; an assignment to one of them that fails makes the whole update throw. An
  /// update inside an update of the same store becomes part of it. Tasks that the closure starts
  /// are no part of it.
  ///
  /// ## Usage
  /// ```swift
  /// let store = InMemoryStore()
  /// let port = try store.update { transaction in
  ///   try transaction.set(.integer(8080), for: "http.port")
  ///   try transaction.remove("port")
  ///   return 8080
  /// }
  /// ```
  ///
  /// Do not wait inside the closure for another thread that writes to the same store, and take
  /// nested updates of several stores in the same order everywhere: both would wait for ever.
  ///
  /// - Parameter body: Reads and writes through the transaction it is given.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or a ``SettingError`` that says why the store could not be
  ///   written; nothing has changed then.
  @discardableResult
  public func update<Result>(_ body: (SettingTransaction) throws -> Result) throws -> Result {
    var result: Result?
    try change { result = try body($0) }
    guard let result else { throw SettingError.transactionIgnored(by: writtenStore) }
    return result
  }

  /// Reads and writes several values as one change, as ``update(_:)`` does.
  ///
  /// It has no result: a type that is not known here would cost more than a write.
  func change(_ body: (SettingTransaction) throws -> Void) throws {
    let target = writtenStore
    let front = asLayers
    if let outer = OpenTransactions.current(on: target) {
      let transaction = SettingTransaction(store: self, running: outer)
      try outer.nested { try body(transaction) }
      if let front { outer.add(front) }
    } else {
      let running = RunningTransaction(on: target)
      let transaction = SettingTransaction(store: self, running: running)
      if let front { running.add(front) }
      try target.apply(running) { try body(transaction) }
    }
  }

  /// Runs the body as a transaction of its own, and applies what it has changed.
  private func apply(_ transaction: RunningTransaction, _ body: () throws -> Void) throws {
    var isRun = false
    var thrownByBody: (any Error)?
    var changed: [SettingKey] = []
    let notifier = notifier
    // Also where it fails: what the store has seen of other writers is to be told.
    defer { notifier?.deliver(from: self) }
    do {
      try OpenTransactions.run(transaction) {
        try performTransaction {
          do {
            let changes = try transaction.run(body)
            for change in changes where replaces(change) { changed.append(change.key) }
            isRun = true
            return changes
          } catch {
            thrownByBody = error
            throw error
          }
        }
        // Before the transaction ends: where a store in front of this one tells of the same
        // change, the two become one notice.
        notifier?.mark(changed)
      }
    } catch {
      // What could not be made safe is in place all the same, and to be told.
      let keys = Set(changed)
      let inPlace = transaction.changes.filter { change in
        do {
          return try keys.contains(change.key) && value(for: change.key) == change.newValue
        } catch {
          // Those who read the store are told of that.
          return false
        }
      }
      notifier?.mark(inPlace.map(\.key))
      if let thrownByBody { throw thrownByBody }
      let place = transaction.changes.first.map { origin(of: $0.key) } ?? "\(Self.self)"
      throw SettingError.failure(error, of: place, .writing)
    }
    // The store must not keep it to itself.
    if let thrownByBody { throw thrownByBody }
    guard isRun else { throw SettingError.transactionIgnored(by: self) }
    transaction.reportOverridden()
  }

  /// Whether a change leads to something else than what is stored.
  ///
  /// It does where that cannot be read: whether it can be replaced is for the store to say.
  private func replaces(_ change: SettingChange) -> Bool {
    do {
      return try value(for: change.key) != change.newValue
    } catch {
      return true
    }
  }

  /// Stores a value under a key.
  ///
  /// - Parameters:
  ///   - value: The value to store; a ``StoredValue/null`` is stored like any other.
  ///   - key: The key to store it under.
  /// - Throws: An error of the store; the old value is still there then.
  public func set(_ value: StoredValue, for key: SettingKey) throws {
    try change { try $0.set(value, for: key) }
  }

  /// Removes the value under a key, if there is one.
  ///
  /// - Parameter key: The key to forget.
  /// - Throws: An error of the store; the old value is still there then.
  public func remove(_ key: SettingKey) throws {
    try change { try $0.remove(key) }
  }
}
