import TestSupport
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct StoreLawTests {
  @Test(arguments: StoreLaw.all) func `memory obeys the law`(_ law: StoreLaw) {
    law.expect { InMemoryStore() }
  }

  @Test func `the store in the documentation obeys the law`() {
    expectStoreLaws { DictionaryStore() }
  }

  #if UserDefaults
  @Test func `UserDefaults obeys the law`() throws {
    #expect(try ChildProcess().run("UserDefaultsHarness", "law").lines == ["done"])
  }
  #endif

  @Test(arguments: [(0, "returned from performTransaction(_:) without running"), (2, "twice")])
  func `a store that does not run the closure once is told so`(_ count: Int, _ text: String) {
    final class OddStore: SettingStore {
      let count: Int
      init(_ count: Int) { self.count = count }
      func value(for key: SettingKey) -> StoredValue? { nil }
      func keys() -> [SettingKey] { [] }
      func origin(of key: SettingKey) -> String { "nowhere" }
      var revision: SettingRevision? { nil }
      var notifier: SettingNotifier? { nil }
      func synchronize() {}
      func performTransaction(_ changes: () throws -> [SettingChange]) throws {
        for _ in 0..<count { _ = try changes() }
      }
    }
    let error = #expect(throws: SettingError.self) { try OddStore(count).set(1, for: "a") }
    #expect(error?.kind == .transactionMisused)
    #expect(error?.description.contains(text) == true)
    #expect(error?.description.contains("OddStore") == true)
  }
}
