import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite(.isolatedSettings) struct SettingStoreTraitTests {
  static let number = Setting(key: "n", default: 0)
  static let ownStore = Setting(key: "n", default: 0, store: .inMemory(["n": 99]))

  let atStart: Int

  init() {
    atStart = Self.number.value
  }

  @Test(arguments: 1...500) func `each case has an empty store of its own`(_ value: Int) async {
    #expect(atStart == 0)
    #expect(Self.number.value == 0 && Self.ownStore.value == 0)
    Self.number.value = value
    await Task.yield()
    let inTask = await Task { Self.number.value }.value
    #expect(inTask == value)
    #expect(Self.number.value == value)
  }

  @Test(.settings(in: .inMemory(["n": 7])), arguments: 1...20)
  func `the store of an expression is made for each case`(_ value: Int) {
    #expect(atStart == 7)
    Self.number.value += value
  }

  @Test(.settings { RecordingStore(.inMemory(["n": 8])) })
  func `the trait of a test takes the place of that of its suite`() {
    #expect(Self.number.value == 8)
    #expect(SettingScope.current.store is RecordingStore)
  }

  @Suite struct Inner {
    @Test func `a suite inside inherits it`() {
      #expect(number.value == 0)
      number.value = 1
      #expect(SettingScope.current.store is InMemoryStore)
    }

    @Suite(.settings(in: .inMemory(["n": 9]))) struct Innermost {
      @Test(arguments: [1, 2]) func `or replaces it`(_ value: Int) {
        #expect(number.value == 9)
        number.value = value
      }
    }
  }

  @Test func `a store that cannot be made is an issue of the test`() async throws {
    let test = try #require(Test.current)
    let testCase = try #require(Test.Case.current)
    let trait = SettingStoreTrait.settings { throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await trait.provideScope(for: test, testCase: testCase) {}
    }
  }

  // MARK: - Outside of the task

  @Test func `a detached task is outside, and a scope can be taken to it`() async {
    let scope = SettingScope.current
    Self.number.value = 5
    let outside = await Task.detached { SettingScope.current.store == nil }.value
    #expect(outside)
    let inside = await Task.detached { scope.run { Self.number.value } }.value
    #expect(inside == 5)
    let later = await Task.detached {
      await scope.run {
        await Task.yield()
        Self.number.value += 1
        return Self.number.value
      }
    }.value
    #expect(later == 6)
    #expect(Self.number.value == 6)
  }

  @Test func `a scope outside of all takes the replacement away`() async {
    let outer = await Task.detached { SettingScope.current }.value
    let store = outer.run { SettingScope.current.store }
    #expect(store == nil)
    #expect(SettingScope.current.store != nil)
  }

  // MARK: - Many at once

  @Test(.timeLimit(.minutes(5)))
  func `500 tests at once, 100 times over, never see each other's values`() async throws {
    let test = try #require(Test.current)
    let testCase = try #require(Test.Case.current)
    let trait = SettingStoreTrait.isolatedSettings
    let wrong = Atomic<Int>(0)
    let ended = Atomic<Int>(0)
    for _ in 0..<100 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for value in 1...500 {
          group.addTask { @Sendable in
            try await trait.provideScope(for: test, testCase: testCase) {
              let before = Self.number.value
              Self.number.value = value
              await Task.yield()
              let after = await Task { Self.number.value }.value
              if before != 0 || after != value { wrong.add(1, ordering: .relaxed) }
              ended.add(1, ordering: .relaxed)
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
    #expect(ended.load(ordering: .relaxed) == 50_000)
  }
}
