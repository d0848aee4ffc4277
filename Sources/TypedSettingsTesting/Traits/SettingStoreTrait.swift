#if canImport(Testing)
public import Testing
public import TypedSettings

/// Gives each test a store of its own, so that tests in parallel never see each other's values.
///
/// Every test of the suite, those of suites inside it too, and every case of a parameterised test
/// runs inside `withSettingStore` with a new store. It replaces the store of every setting, also of
/// those that name one. A trait of a test takes the place of that of its suite.
///
/// ## Usage
/// ```swift
/// import TypedSettingsTesting
///
/// @Suite(.isolatedSettings) struct PlayerTests {
///   let volume = Setting(key: "volume", default: 0.5)
///
///   @Test func `starts with the default`() {
///     #expect(volume.value == 0.5)
///   }
///
///   @Test(.settings(in: .inMemory(["volume": 0.9]))) func `starts loud`() {
///     #expect(volume.value == 0.9)
///   }
/// }
/// ```
///
/// It holds for the task of the test and its children, `Task { }` included. Detached tasks and
/// dispatch queues fall outside; `SettingScope` takes it to them.
public struct SettingStoreTrait: SuiteTrait, TestTrait, TestScoping {
  let makeStore: @Sendable () throws -> any SettingStore

  /// Whether the tests in a suite inherit the trait, each for itself: they do.
  public var isRecursive: Bool { true }

  /// Runs a test case with a new store.
  ///
  /// - Parameters:
  ///   - test: The test, or the suite of it.
  ///   - testCase: The case of the test, nil where a test or a suite is run as a whole.
  ///   - function: Runs it.
  /// - Throws: What the function throws, and what the making of the store throws.
  @concurrent
  public func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if testCase == nil { return try await function() }
    try await withSettingStore(makeStore()) { try await function() }
  }
}

extension Trait where Self == SettingStoreTrait {
  /// Gives each test case an empty store in memory.
  public static var isolatedSettings: Self { SettingStoreTrait { InMemoryStore() } }

  /// Gives each test case the store of the expression, which is evaluated for each.
  ///
  /// - Parameter store: The store, such as `.inMemory(["volume": 0.9])`. A variable in its place
  ///   is one store for all test cases.
  /// - Returns: The trait.
  public static func settings(
    in store: @autoclosure @escaping @Sendable () throws -> any SettingStore
  ) -> Self {
    SettingStoreTrait(makeStore: store)
  }

  /// Gives each test case the store that the closure makes.
  ///
  /// - Parameter makeStore: Makes a store, for each test case anew.
  /// - Returns: The trait.
  public static func settings(
    _ makeStore: @escaping @Sendable () throws -> any SettingStore
  ) -> Self {
    SettingStoreTrait(makeStore: makeStore)
  }
}
#endif
