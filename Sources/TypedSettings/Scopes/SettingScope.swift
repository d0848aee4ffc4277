/// What ``withSettingStore(_:_:)`` has replaced on the current task, to be taken to another one.
///
/// A detached task, a dispatch queue and a thread begin outside of the scope of those who start
/// them. The code that starts them can hand it over:
///
/// ```swift
/// let launches = Setting(key: "launches", default: 0)
///
/// func countLater() async {
///   let scope = SettingScope.current
///   await Task.detached { scope.run { launches.value += 1 } }.value
/// }
/// ```
public struct SettingScope: Sendable {
  /// The store that replaces that of every setting, nil where each setting has its own.
  public let store: (any SettingStore)?

  /// The scope that the current task is in.
  public static var current: SettingScope { SettingScope(store: SettingStoreScope.store) }

  private init(store: (any SettingStore)?) {
    self.store = store
  }

  /// Runs the closure in the scope, whatever scope the caller is in.
  ///
  /// - Parameter body: The code to run.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @discardableResult
  public func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SettingStoreScope.run(with: store, body)
  }

  /// Runs the asynchronous closure in the scope, whatever scope the caller is in.
  ///
  /// - Parameter body: The code to run. It runs where the caller runs.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @discardableResult
  nonisolated(nonsending) public func run<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await SettingStoreScope.run(with: store, body)
  }
}
