internal import Synchronization

/// A store that forgets everything with the process, for tests, previews and values of the moment.
///
/// It keeps every form of ``StoredValue``, and can start with values:
///
/// ```swift
/// let store: InMemoryStore = ["volume": 0.3, "user.name": "Ada"]
/// DefaultSettingStore.use(.inMemory(["volume": .double(0.3)]))
/// ```
public final class InMemoryStore: SettingStore {
  private let values: Mutex<[SettingKey: StoredValue]>
  /// Where the state of the content lies.
  public let revisionCell: SettingRevisionCell? = SettingRevisionCell()
  /// Tells of changes.
  public let notifier: SettingNotifier? = SettingNotifier()
  /// Held by the one writer.
  private let writing = Mutex(())

  /// Creates a store.
  ///
  /// - Parameter values: What it starts with.
  public init(_ values: [SettingKey: StoredValue] = [:]) {
    self.values = Mutex(values)
  }

  /// Returns the value under the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  public func value(for key: SettingKey) -> StoredValue? {
    values.withLock { $0[key] }
  }

  /// Returns all keys with a value in alphabetical order.
  public func keys() -> [SettingKey] {
    values.withLock { $0.keys.sorted() }
  }

  /// Returns a phrase for messages, such as `memory entry "volume"`.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The phrase.
  public func origin(of key: SettingKey) -> String {
    "memory entry \(key.rawValue.debugDescription)"
  }

  /// The state of the content.
  public var revision: SettingRevision? {
    revisionCell?.revision
  }

  /// Asks for changes while no other writer can come in, and applies them.
  ///
  /// - Parameter changes: Returns what to change.
  /// - Throws: What the closure throws.
  public func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    try writing.withLock { _ in
      let changes = try changes()
      values.withLock { values in
        var hasChanged = false
        for change in changes where values.apply(change) { hasChanged = true }
        // Before anybody can see the change: who has seen it must not be shown the old value again.
        if hasChanged { revisionCell?.change() }
      }
    }
  }

  /// Does nothing: there is no safer place than this one.
  public func synchronize() {}
}

extension [SettingKey: StoredValue] {
  /// Applies a change; returns whether the value was another one.
  fileprivate mutating func apply(_ change: SettingChange) -> Bool {
    guard let value = change.newValue else { return removeValue(forKey: change.key) != nil }
    return updateValue(value, forKey: change.key) != value
  }
}

extension InMemoryStore: ExpressibleByDictionaryLiteral {
  /// Creates a store with the values of a literal; where a key is repeated, the last one counts.
  ///
  /// - Parameter elements: The keys and values.
  public convenience init(dictionaryLiteral elements: (SettingKey, StoredValue)...) {
    self.init(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}

extension SettingSource where Self == InMemoryStore {
  /// Creates a store that forgets everything with the process.
  ///
  /// - Parameter values: What it starts with.
  /// - Returns: A new store.
  public static func inMemory(_ values: [SettingKey: StoredValue] = [:]) -> InMemoryStore {
    InMemoryStore(values)
  }
}
