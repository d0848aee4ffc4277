import TestSupport
import Testing
import TypedSettings

@Suite struct StoreLawTests {
  @Test func `memory obeys the law`() {
    #expect(StoreLaw.violations(InMemoryStore()) == [])
  }

  @Test func `the store in the documentation obeys the law`() {
    #expect(StoreLaw.violations(DictionaryStore()) == [])
  }

  #if UserDefaults
  @Test func `UserDefaults obeys the law`() throws {
    #expect(try ChildProcess().run("UserDefaultsHarness", "law").lines == ["done"])
  }
  #endif

  /// A control: the check is able to fail.
  @Test func `a store without a lock is found out`() {
    #expect(StoreLaw.violations(UnlockedStore()).contains("1,000 parallel updates give 1,000"))
  }

  /// A control: the check is able to fail.
  @Test func `a store that rounds is found out`() {
    #expect(!StoreLaw.violations(RoundingStore()).isEmpty)
  }

  @Test func `a store that forgets to run the transaction is told so`() {
    final class LazyStore: SettingStore {
      func value(for key: SettingKey) -> StoredValue? { nil }
      func keys() -> [SettingKey] { [] }
      func origin(of key: SettingKey) -> String { "nowhere" }
      var revision: SettingRevision? { nil }
      func synchronize() {}
      func performTransaction(_ body: (SettingTransaction) throws -> Void) {}
    }
    let error = #expect(throws: SettingError.self) { try LazyStore().set(1, for: "a") }
    #expect(error?.kind == .storeFailed)
    #expect(error?.description.contains("LazyStore returned from performTransaction(_:)") == true)
  }
}
