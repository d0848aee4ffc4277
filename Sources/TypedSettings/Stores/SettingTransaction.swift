internal import Synchronization

/// Several reads and writes that a store applies as one change.
///
/// A transaction sees its own changes; nobody else does until it has ended. It lives as long as
/// the closure of ``SettingStore/update(_:)`` runs; used later, it throws.
public final class SettingTransaction: Sendable {
  /// The store that applies the changes.
  let store: any SettingStore
  /// The thread whose settings read and write through this transaction.
  let thread = ThreadIdentity.current
  private let state = Mutex(State())

  private struct State {
    var changes: [SettingKey: StoredValue?] = [:]
    /// The first failed assignment, which keeps the transaction from being applied.
    var failure: SettingError?
    var isOpen = true
  }

  /// Creates an empty transaction.
  ///
  /// For implementers of ``SettingStore/performTransaction(_:)``.
  ///
  /// - Parameter store: The store to read unchanged values from.
  public init(on store: any SettingStore) {
    self.store = store
  }

  /// What is to be written: a value to store, or nil for a key to remove.
  public var changes: [SettingKey: StoredValue?] {
    state.withLock { $0.changes }
  }

  /// Returns the value under the key, as this transaction has left it.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: An error of the store, or ``SettingError`` after the end of the transaction.
  public func value(for key: SettingKey) throws -> StoredValue? {
    let (isOpen, change) = state.withLock { ($0.isOpen, $0.changes[key]) }
    guard isOpen else { throw SettingError.transactionEnded() }
    return try change ?? store.value(for: key)
  }

  /// Stores a value under a key.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - key: The key to store it under.
  /// - Throws: ``SettingError`` after the end of the transaction.
  public func set(_ value: StoredValue, for key: SettingKey) throws {
    try change(key, to: .some(value))
  }

  /// Removes the value under a key, if there is one.
  ///
  /// - Parameter key: The key to forget.
  /// - Throws: ``SettingError`` after the end of the transaction.
  public func remove(_ key: SettingKey) throws {
    try change(key, to: nil)
  }

  private func change(_ key: SettingKey, to value: StoredValue?) throws {
    try state.withLock { state in
      guard state.isOpen else { throw SettingError.transactionEnded() }
      state.changes.updateValue(value, forKey: key)
    }
  }

  // MARK: - Its life

  /// Keeps the transaction from being applied: an assignment inside it has failed.
  func fail(_ error: SettingError) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// Whether reads and writes still go through this transaction.
  var isOpen: Bool { state.withLock { $0.isOpen } }

  /// Runs the body as part of this transaction; when it throws, its own changes are undone.
  func nested<Result>(_ body: (SettingTransaction) throws -> Result) throws -> Result {
    let (changes, failure) = state.withLock { ($0.changes, $0.failure) }
    do {
      return try body(self)
    } catch {
      state.withLock { ($0.changes, $0.failure) = (changes, failure) }
      throw error
    }
  }

  /// Ends the transaction; throws when an assignment inside it has failed.
  func end() throws {
    let failure = state.withLock { state in
      state.isOpen = false
      return state.failure
    }
    if let failure { throw failure }
  }

  /// Ends the transaction, whatever happened in it.
  func abandon() {
    state.withLock { $0.isOpen = false }
  }
}
