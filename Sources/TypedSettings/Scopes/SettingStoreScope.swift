internal import Synchronization

/// Replaces the store of every setting while the closure runs.
///
/// Meant for tests: each gets a store of its own, and tests in parallel never see each other's
/// values. It reaches settings that name a store of their own too. It holds for the current task
/// and its children, `Task { }` included; detached tasks and dispatch queues fall outside, unless
/// they are given it with ``SettingScope``.
///
/// ## Usage
/// ```swift
/// let volume = Setting(key: "volume", default: 0.5)
/// let loud = withSettingStore(.inMemory(["volume": .double(0.9)])) {
///   volume.value > 0.8
/// }
/// ```
///
/// - Parameters:
///   - store: The store to use instead.
///   - body: The code that uses it.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
@discardableResult
public func withSettingStore<Result>(
  _ store: any SettingStore, _ body: () throws -> Result
) rethrows -> Result {
  try SettingStoreScope.run(with: store, body)
}

/// Replaces the store of every setting while the asynchronous closure runs.
///
/// - Parameters:
///   - store: The store to use instead.
///   - body: The code that uses it. It runs where the caller runs.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws.
@discardableResult
nonisolated(nonsending) public func withSettingStore<Result>(
  _ store: any SettingStore, _ body: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  try await SettingStoreScope.run(with: store, body)
}

/// The store that replaces that of every setting on the current task.
///
/// It is an object so that a read counts a reference to it and none to the store, which takes
/// several times as long where weak references to that exist.
@usableFromInline
final class SettingStoreScope: Sendable {
  let store: any SettingStore
  /// The cell of the store, nil where it has none; see ``Setting/declaredCell``.
  @usableFromInline let cell: Unmanaged<SettingRevisionCell>?
  private let heldCell: SettingRevisionCell?

  private init(_ store: any SettingStore) {
    self.store = store
    heldCell = store.revisionCell
    cell = heldCell.map(Unmanaged.passUnretained)
  }

  @TaskLocal private static var onTask: SettingStoreScope?

  private static let wasEntered = Atomic<Bool>(false)

  /// The scope of the current task, nil where each setting has its own store.
  static var current: SettingStoreScope? {
    wasEntered.load(ordering: .relaxed) ? onTask : nil
  }

  /// The store that replaces all others, nil where each setting has its own.
  static var store: (any SettingStore)? { current?.store }

  /// The store that a setting uses on the current task.
  ///
  /// - Parameter declared: The store that the setting names, nil for the default store.
  /// - Returns: The store.
  static func store(declared: (any SettingStore)?) -> any SettingStore {
    store ?? declared ?? DefaultSettingStore.current
  }

  /// Makes settings look at their task from now on, since a task can outlive its scope.
  private static func enter() {
    if wasEntered.load(ordering: .acquiring) { return }
    // First the count: nobody may see that scopes exist before reads look for them.
    StoreContext.count.add(1, ordering: .sequentiallyConsistent)
    wasEntered.store(true, ordering: .releasing)
  }

  static func run<Result>(
    with store: (any SettingStore)?, _ body: () throws -> Result
  ) rethrows -> Result {
    if store != nil { enter() }
    return try $onTask.withValue(store.map(SettingStoreScope.init), operation: body)
  }

  nonisolated(nonsending) static func run<Result>(
    with store: (any SettingStore)?, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    if store != nil { enter() }
    return try await $onTask.withValue(store.map(SettingStoreScope.init), operation: body)
  }
}
