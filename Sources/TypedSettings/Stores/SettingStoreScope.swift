/// Replaces the store of every setting while the closure runs.
///
/// Meant for tests: each gets a store of its own, and tests in parallel never see each other's
/// values. It reaches settings that name a store of their own too. It holds for the current task
/// and its children, `Task { }` included; detached tasks and dispatch queues fall outside.
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
  try SettingContext.run(.replacingStore(with: store), body)
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
  try await SettingContext.run(.replacingStore(with: store), body)
}
