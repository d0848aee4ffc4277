internal import Synchronization
public import TypedSettings

/// A store in front of another one that remembers what it was asked, for tests.
///
/// ## Usage
/// ```swift
/// import TypedSettingsTesting
///
/// let store = RecordingStore(.inMemory(["volume": 0.3]))
/// let volume = Setting(key: "volume", default: 0.5, store: store)
/// _ = volume.value
/// volume.value = 0.8
/// print(store.reads(of: "volume"), store.writes(of: "volume"))  // 1 1
/// ```
///
/// Settings ask it at each read: it says of no state that it is unchanged. It remembers keys, never
/// values, so that no secret is in it. Of a transaction that fails, only the reads are remembered.
public final class RecordingStore: SettingStore {
  /// The store behind it.
  public let base: any SettingStore
  private let recorded = Mutex<[Access]>([])

  /// One read or write.
  public struct Access: Hashable, Sendable, CustomStringConvertible {
    /// What was done with a value.
    public enum Kind: String, Sendable {
      /// It was read, and may not have been there.
      case read
      /// It was written, perhaps with an equal one.
      case write
      /// It was removed, and may not have been there.
      case remove
    }

    /// What was done.
    public let kind: Kind
    /// The key of the value.
    public let key: SettingKey

    /// Creates a read or write, to compare with.
    ///
    /// - Parameters:
    ///   - kind: What was done.
    ///   - key: The key of the value.
    public init(_ kind: Kind, _ key: SettingKey) {
      self.kind = kind
      self.key = key
    }

    /// The kind and the key, such as `write volume`.
    public var description: String { "\(kind.rawValue) \(key)" }
  }

  /// Creates a store in front of another one.
  ///
  /// - Parameter base: The store that has the values; by default an empty one in memory.
  public init(_ base: any SettingStore = InMemoryStore()) {
    self.base = base
  }

  // MARK: - What was recorded

  /// All reads and writes, in order.
  public var accesses: [Access] { recorded.withLock { $0 } }

  /// Returns how often a key was read.
  ///
  /// - Parameter key: The key.
  /// - Returns: The number of reads.
  public func reads(of key: SettingKey) -> Int {
    accesses.count { $0.kind == .read && $0.key == key }
  }

  /// Returns how often a key was written or removed.
  ///
  /// - Parameter key: The key.
  /// - Returns: The number of writes and removals.
  public func writes(of key: SettingKey) -> Int {
    accesses.count { $0.kind != .read && $0.key == key }
  }

  /// Forgets the reads and writes so far; the values stay.
  public func removeAllAccesses() {
    recorded.withLock { $0 = [] }
  }

  // MARK: - The store

  /// Returns the value under the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: The error of the store behind it.
  public func value(for key: SettingKey) throws -> StoredValue? {
    // At its end, a transaction compares the values by itself.
    if !isApplyingTransaction { recorded.withLock { $0.append(Access(.read, key)) } }
    return try base.value(for: key)
  }

  /// Returns all keys with a value; that is not recorded.
  ///
  /// - Returns: The keys, in the order of the store behind it.
  /// - Throws: The error of the store behind it.
  public func keys() throws -> [SettingKey] { try base.keys() }

  /// Returns where a value stands, in the words of the store behind it.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The phrase.
  public func origin(of key: SettingKey) -> String { base.origin(of: key) }

  /// Nil, so that settings ask each time.
  public var revision: SettingRevision? { nil }

  /// The notifier of the store behind it: what observers look up by themselves is not recorded.
  public var notifier: SettingNotifier? { base.notifier }

  /// Changes the store behind it.
  ///
  /// - Parameter changes: Returns what to change.
  /// - Throws: What the closure throws, or the error of the store behind it.
  public func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    let changes = try base.update { transaction in
      let changes = try changes()
      for change in changes { try transaction.apply(change) }
      return changes
    }
    recorded.withLock { accesses in
      accesses += changes.map { Access($0.newValue == nil ? .remove : .write, $0.key) }
    }
  }

  /// Brings everything written so far to the safest place of the store behind it.
  ///
  /// - Throws: The error of the store behind it.
  public func synchronize() throws { try base.synchronize() }
}
