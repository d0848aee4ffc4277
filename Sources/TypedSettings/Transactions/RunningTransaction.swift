internal import Synchronization

/// The changes that one call is making to a store, and how far it has come.
final class RunningTransaction: Sendable {
  /// The store that applies the changes, and that has all values without one.
  let store: any SettingStore
  /// The transaction, on another store, that the call is part of already.
  let outer: RunningTransaction?
  private let state = Mutex(State())

  private struct State {
    var phase = Phase.waiting
    var changes = ChangeList()
    /// The first failed assignment, which keeps the transaction from being applied.
    var failure: (any Error)?
    /// All keys of the settings that were written, by the key that is.
    var keysOfSettings: [SettingKey: [SettingKey]] = [:]
    /// The layered stores through which changes came.
    var fronts: [LayeredStore] = []
    /// What is to be done when the transaction has ended; of inner ones the outermost does it.
    var afterwards: [@Sendable () -> Void] = []
  }

  /// The life of a transaction, in order.
  private enum Phase {
    /// Until the store lets it in.
    case waiting
    /// While the closure runs.
    case open
    /// While the store applies the changes.
    case applying
    case ended
  }

  /// Creates a transaction that is to be run on the current thread.
  init(on store: any SettingStore) {
    self.store = store
    outer = OpenTransactions.innermost
  }

  // MARK: - Reading and changing

  /// The value under the key, as this transaction has left it.
  func value(for key: SettingKey) throws -> StoredValue? {
    let change = try whileOpen { $0.changes[key] }
    if let change { return change.newValue }
    return try store.value(for: key)
  }

  /// Notes a change, in the place of an earlier one of its key.
  ///
  /// Where the store cannot be written that is refused here, and not at the end: a transaction on
  /// several stores would have written some of them by then.
  func add(_ change: SettingChange) throws {
    if store.isReadOnly { throw SettingError.readOnlyLayers() }
    try whileOpen { $0.changes.add(change) }
  }

  /// The changes so far, in the order of their keys.
  var changes: [SettingChange] {
    state.withLock { $0.changes }.inOrder
  }

  /// Notes all keys of a setting that has been written, the one that is written first.
  func nameKeys(_ keys: [SettingKey]) {
    guard keys.count > 1 else { return }
    state.withLock { $0.keysOfSettings[keys[0]] = keys }
  }

  /// Notes that changes came through a store of layers.
  func add(_ front: LayeredStore) {
    state.withLock { state in
      if !state.fronts.contains(where: { $0 === front }) { state.fronts.append(front) }
    }
  }

  /// Reports changes that come to nothing, once they are made and no transaction is open.
  func reportOverridden() {
    let fronts = state.withLock { $0.fronts }
    if fronts.isEmpty { return }
    let (changes, keys) = state.withLock { ($0.changes.inOrder, $0.keysOfSettings) }
    OpenTransactions.afterwards {
      for front in fronts { front.reportOverridden(changes, keysOfSettings: keys) }
    }
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

  /// Whether the store is applying the changes.
  var isApplying: Bool { state.withLock { $0.phase == .applying } }

  // MARK: - Its life

  /// Opens the transaction, runs the body and returns the changes, for the store to apply.
  ///
  /// On another thread, what the body does with settings would be no part of the transaction, and
  /// would wait for its end.
  func run(_ body: () throws -> Void) throws -> [SettingChange] {
    guard OpenTransactions.current(on: store) === self else {
      throw SettingError.transactionMoved(by: store)
    }
    try state.withLock { state in
      guard state.phase == .waiting else { throw SettingError.transactionRepeated(by: store) }
      state.phase = .open
    }
    try body()
    return try state.withLock { state in
      if let failure = state.failure { throw failure }
      state.phase = .applying
      return state.changes.inOrder
    }
  }

  /// Ends the transaction, whatever happened in it, and returns what is to be done now.
  func end() -> [@Sendable () -> Void] {
    state.withLock { state in
      state.phase = .ended
      defer { state.afterwards = [] }
      return state.afterwards
    }
  }

  /// Notes what is to be done when the transaction has ended.
  func doAfterwards(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.afterwards.append(action) }
  }

  /// Runs the body as part of this transaction; when it throws, or an assignment in it fails, its
  /// own changes are undone.
  func nested(_ body: () throws -> Void) throws {
    let outer = try whileOpen { state in
      defer { state.failure = nil }
      return (changes: state.changes, failure: state.failure)
    }
    do {
      try body()
      try throwFailure()
      state.withLock { $0.failure = outer.failure }
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
