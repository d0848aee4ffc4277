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
}
