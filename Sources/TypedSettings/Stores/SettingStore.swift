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
///
///   func value(for key: SettingKey) -> StoredValue? { values.withLock { $0[key] } }
///   func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
///   func origin(of key: SettingKey) -> String { "dictionary entry \(key)" }
///   var revision: SettingRevision? { nil }
///   func synchronize() {}
///
///   func performTransaction(_ body: (SettingTransaction) throws -> Void) throws {
///     try writing.withLock { _ in
///       let transaction = SettingTransaction(on: self)
///       try body(transaction)
///       values.withLock { values in
///         for (key, value) in transaction.changes { values[key] = value }
///       }
///     }
///   }
/// }
/// ```
public protocol SettingStore: SettingSource, AnyObject {
  /// Runs a transaction alone and then applies its ``SettingTransaction/changes``, all or nothing.
  ///
  /// For implementers; programs call ``update(_:)``. The store lets no other writer in from before
  /// the body runs until its changes are in place. It must not hold a lock that ``value(for:)``
  /// takes while the body runs, because the body reads.
  ///
  /// - Parameter body: Fills a new transaction on this store. The store calls it exactly once.
  /// - Throws: What the body throws, or an error that says why the changes could not be written.
  ///   In both cases nothing has changed.
  func performTransaction(_ body: (SettingTransaction) throws -> Void) throws

  /// Brings everything written so far to the safest place the store has, such as a disk.
  ///
  /// - Throws: An error that says why that failed.
  func synchronize() throws
}

extension SettingStore {
  /// Reads and writes several values as one change.
  ///
  /// The changes are written together when the closure returns, or not at all when it throws. No
  /// other writer comes in between. On the thread of the closure, settings over this store read
  /// and write through the transaction too; an assignment to one of them that fails makes the
  /// whole update throw. An update inside an update of the same store becomes part of it.
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
  /// - Throws: What the closure throws, or an error of the store; nothing has changed then.
  @discardableResult
  public func update<Result>(_ body: (SettingTransaction) throws -> Result) throws -> Result {
    if let open = SettingContext.openTransaction(on: self) { return try open.nested(body) }
    var result: Result?
    try performTransaction { transaction in
      result = try SettingContext.run(transaction, on: self, body)
    }
    guard let result else {
      throw SettingError.store(
        "\(Self.self) returned from performTransaction(_:) without running the transaction",
        advice: "Correct the store: it must call the closure exactly once.")
    }
    return result
  }

  /// Stores a value under a key.
  ///
  /// - Parameters:
  ///   - value: The value to store; a ``StoredValue/null`` is stored like any other.
  ///   - key: The key to store it under.
  /// - Throws: An error of the store; the old value is still there then.
  public func set(_ value: StoredValue, for key: SettingKey) throws {
    try update { try $0.set(value, for: key) }
  }

  /// Removes the value under a key, if there is one.
  ///
  /// - Parameter key: The key to forget.
  /// - Throws: An error of the store; the old value is still there then.
  public func remove(_ key: SettingKey) throws {
    try update { try $0.remove(key) }
  }
}
