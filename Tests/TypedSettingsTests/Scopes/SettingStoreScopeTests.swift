import Testing
import TypedSettings

@Suite struct SettingStoreScopeTests {
  static let shared = Setting(key: "shared", default: 0)
  static let own = Setting(key: "own", default: 0, store: .inMemory(["own": 5]))

  @Test func `a scope replaces the store of every setting`() {
    #expect(Self.own.value == 5)
    withSettingStore(.inMemory(["shared": 1, "own": 2])) {
      #expect(Self.shared.value == 1 && Self.own.value == 2)
      withSettingStore(.inMemory(["shared": 3])) {
        #expect(Self.shared.value == 3 && Self.own.value == 0)
      }
      #expect(Self.shared.value == 1 && Self.own.value == 2)
    }
    #expect(Self.own.value == 5)
  }

  @Test func `a scope returns and throws what its closure does`() async {
    #expect(withSettingStore(.inMemory()) { 3 } == 3)
    #expect(throws: CancellationError.self) {
      try withSettingStore(.inMemory()) { throw CancellationError() }
    }
    let value = await withSettingStore(.inMemory(["shared": 4])) {
      await Task.yield()
      return Self.shared.value
    }
    #expect(value == 4)
    await #expect(throws: CancellationError.self) {
      try await withSettingStore(.inMemory()) {
        await Task.yield()
        throw CancellationError()
      }
    }
  }

  @Test func `child tasks are inside, detached ones outside`() async {
    let store = InMemoryStore(["shared": 4])
    await withSettingStore(store) {
      async let child = Self.shared.value
      let task = await Task { Self.shared.value }.value
      let detached = await Task.detached { Self.shared.store === store }.value
      #expect(await child == 4)
      #expect(task == 4)
      #expect(!detached)
    }
  }

  /// CASES 39: 500 tests in parallel with one static setting and 500 values.
  @Test(arguments: 1...500)
  func `parallel tests never see each other`(_ number: Int) async throws {
    try await withSettingStore(.inMemory()) {
      #expect(Self.shared.value == 0)
      Self.shared.value = number
      await Task.yield()
      #expect(Self.shared.value == number)
      try Self.shared.update { $0 += number }
      await Task.yield()
      #expect(Self.shared.value == 2 * number)
      #expect(try Self.shared.read() == 2 * number)
    }
  }

  @MainActor @Test func `an asynchronous scope stays on its actor`() async {
    await withSettingStore(.inMemory()) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
  }
}
