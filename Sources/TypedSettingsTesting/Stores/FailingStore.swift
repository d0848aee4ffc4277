internal import Synchronization
public import TypedSettings

/// A store in front of another one that fails as it is told to, for tests.
///
/// A store that cannot be reached is not one without values: settings show their defaults and
/// report why, and nothing is written until it answers.
///
/// ## Usage
/// ```swift
/// import TypedSettingsTesting
///
/// let store = FailingStore(.inMemory(["volume": 0.3]), failing: .first(2))
/// let volume = Setting(key: "volume", default: 0.5, store: store)
/// SettingDiagnostics.withHandler({ print($0) }) {
///   print(volume.value, volume.value)  // 0.5 0.5, and why
/// }
/// print(volume.value)                  // 0.3
/// ```
///
/// Whenever reading becomes possible, it tells its observers.
public final class FailingStore: SettingStore {
  /// The store behind it, which never fails by itself.
  public let base: any SettingStore
  /// Tells of changes in the store behind it, and when it can be read again.
  public let notifier: SettingNotifier? = SettingNotifier()
  private let current: Mutex<Failure>
  private let observation = Mutex<SettingObservation?>(nil)

  /// Which calls fail: reads, listings, writes and synchronizations.
  public struct Failure: Hashable, Sendable {
    /// How many of the next calls fail, whatever they do.
    fileprivate var callsLeft: Int
    fileprivate var writesFail = false

    /// No call.
    public static let none = Failure(callsLeft: 0)
    /// Every call.
    public static let everything = Failure(callsLeft: .max)
    /// Every write and every synchronization; reads work.
    public static let writes = Failure(callsLeft: 0, writesFail: true)

    /// The next calls, whatever they do; those after them work.
    ///
    /// - Parameter calls: How many.
    /// - Returns: The failure.
    public static func first(_ calls: Int) -> Failure { Failure(callsLeft: calls) }
  }

  /// Creates a store in front of another one.
  ///
  /// - Parameters:
  ///   - base: The store that has the values; by default an empty one in memory.
  ///   - failure: Which calls fail.
  public init(_ base: any SettingStore = InMemoryStore(), failing failure: Failure) {
    self.base = base
    current = Mutex(failure)
    let observation = base.onChange { [weak self] notice in
      guard let self else { return }
      notifier?.notify(of: notice, from: self)
    }
    self.observation.withLock { $0 = observation }
  }

  /// Which calls fail from now on; observers are told when reading becomes possible.
  public var failure: Failure {
    get { current.withLock { $0 } }
    set {
      let old = current.withLock { failure in
        defer { failure = newValue }
        return failure
      }
      if old.callsLeft > 0 && newValue.callsLeft <= 0 { notifier?.notify(from: self) }
    }
  }

  // MARK: - The store

  /// Returns the value under the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: ``SettingError`` while reading fails.
  public func value(for key: SettingKey) throws -> StoredValue? {
    try fail("\(origin(of: key)) could not be read", isWriting: false)
    return try base.value(for: key)
  }

  /// Returns all keys with a value.
  ///
  /// - Returns: The keys, in the order of the store behind it.
  /// - Throws: ``SettingError`` while reading fails.
  public func keys() throws -> [SettingKey] {
    try fail("the keys could not be listed", isWriting: false)
    return try base.keys()
  }

  /// Returns where a value stands, in the words of the store behind it.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The phrase.
  public func origin(of key: SettingKey) -> String { base.origin(of: key) }

  /// Nil, so that settings ask each time.
  public var revision: SettingRevision? { nil }

  /// Changes the store behind it.
  ///
  /// - Parameter changes: Returns what to change. It is asked before the writing fails.
  /// - Throws: What the closure throws, or ``SettingError`` while writing fails; nothing has changed
  ///   then.
  public func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    // A store that is not there cannot even begin.
    try fail("no transaction could be begun", isWriting: false)
    try base.update { transaction in
      let changes = try changes()
      if failure.writesFail, let first = changes.first {
        throw unavailable("\(origin(of: first.key)) could not be written")
      }
      for change in changes { try transaction.apply(change) }
    }
  }

  /// Brings everything written so far to the safest place of the store behind it.
  ///
  /// - Throws: ``SettingError`` while writing fails.
  public func synchronize() throws {
    try fail("what was written could not be brought to a safe place", isWriting: true)
    try base.synchronize()
  }

  /// Throws where a call is to fail; after the last one that is, observers are told.
  private func fail(_ problem: String, isWriting: Bool) throws {
    let (fails, isLast) = current.withLock { failure in
      if failure.callsLeft <= 0 { return (isWriting && failure.writesFail, false) }
      if failure.callsLeft != .max { failure.callsLeft -= 1 }
      return (true, failure.callsLeft == 0)
    }
    if isLast { notifier?.notify(from: self) }
    if fails { throw unavailable(problem) }
  }

  private func unavailable(_ problem: String) -> SettingError {
    .store(
      problem, expected: "a store that can be reached",
      advice: "A FailingStore fails on purpose; set its failure to .none to let it work.")
  }
}
