internal import Synchronization

/// Several reads and writes that a store applies as one change.
///
/// A transaction sees its own changes; nobody else does until it has ended. It lives as long as
/// the closure of ``SettingStore/update(_:)`` runs; used later, it throws.
public final class SettingTransaction: Sendable {
  /// The store that applies the changes, and that has all values without one.
  let store: any SettingStore
  private let state = Mutex(State())

  private struct State {
    var phase = Phase.waiting
    var changes: [SettingKey: SettingChange] = [:]
    /// The first failed assignment, which keeps the transaction from being applied.
    var failure: SettingError?
  }

  /// The life of a transaction, in order.
  enum Phase {
    /// Until the store lets it in.
    case waiting
    /// While the closure runs.
    case open
    /// While the store applies the changes.
    case applying
    case ended
  }

  init(on store: any SettingStore) {
    self.store = store
  }

  /// Returns the value under the key, as this transaction has left it.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: An error of the store, or ``SettingError`` after the end of the transaction.
  public func value(for key: SettingKey) throws -> StoredValue? {
    let change = try whileOpen { $0.changes[key] }
    if let change { return change.newValue }
    return try store.value(for: key)
  }

  /// Stores a value under a key.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - key: The key to store it under.
  /// - Throws: ``SettingError`` after the end of the transaction, or for a value that nests more
  ///   than 256 deep.
  public func set(_ value: StoredValue, for key: SettingKey) throws {
    guard value.isNested(atMost: StoredValue.maximumDepth) else {
      throw SettingError.tooDeep(atMost: StoredValue.maximumDepth)
    }
    try whileOpen { $0.changes[key] = SettingChange(key: key, newValue: value.normalized) }
  }

  /// Removes the value under a key, if there is one.
  ///
  /// - Parameter key: The key to forget.
  /// - Throws: ``SettingError`` after the end of the transaction.
  public func remove(_ key: SettingKey) throws {
    try whileOpen { $0.changes[key] = SettingChange(key: key, newValue: nil) }
  }

  private func whileOpen<Value>(_ body: (inout State) -> Value) throws -> Value
  where Value: Sendable {
    try state.withLock { state in
      switch state.phase {
      case .open: return body(&state)
      case .applying: throw SettingError.transactionApplying(on: store)
      case .waiting, .ended: throw SettingError.transactionEnded()
      }
    }
  }

  // MARK: - Its life

  /// The changes so far, in the order of their keys.
  var changes: [SettingChange] {
    state.withLock { $0.changes.values.sorted { $0.key < $1.key } }
  }

  /// Where in its life the transaction is.
  var phase: Phase { state.withLock { $0.phase } }

  /// Opens the transaction, runs the body and returns the changes, for the store to apply.
  func run(_ body: (SettingTransaction) throws -> Void) throws -> [SettingChange] {
    try state.withLock { state in
      guard state.phase == .waiting else { throw SettingError.transactionRepeated(by: store) }
      state.phase = .open
    }
    try body(self)
    try throwFailure()
    state.withLock { $0.phase = .applying }
    return changes
  }

  /// Ends the transaction, whatever happened in it.
  func end() {
    state.withLock { $0.phase = .ended }
  }

  /// Runs the body as part of this transaction; when it throws, or an assignment in it fails, its
  /// own changes are undone.
  func nested<Result>(_ body: (SettingTransaction) throws -> Result) throws -> Result {
    let outer = try whileOpen { state in
      defer { state.failure = nil }
      return (changes: state.changes, failure: state.failure)
    }
    do {
      let result = try body(self)
      try throwFailure()
      state.withLock { $0.failure = outer.failure }
      return result
    } catch {
      state.withLock { ($0.changes, $0.failure) = outer }
      throw error
    }
  }

  /// Keeps the transaction from being applied: an assignment inside it has failed.
  func fail(_ error: SettingError) {
    state.withLock { $0.failure = $0.failure ?? error }
  }

  /// Throws when an assignment inside the transaction has failed.
  func throwFailure() throws {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }
}

/// What a transaction changes under one key.
public struct SettingChange: Hashable, Sendable {
  /// The key whose value changes.
  public let key: SettingKey
  /// The value to store, nil to remove the one that is stored.
  public let newValue: StoredValue?
}
