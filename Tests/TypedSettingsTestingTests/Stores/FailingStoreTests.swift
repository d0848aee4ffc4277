import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct FailingStoreTests {
  @Test(arguments: StoreLaw.all) func `obeys the law while it does not fail`(_ law: StoreLaw) {
    law.expect { FailingStore(failing: .none) }
  }

  /// CASES: unavailable is not unset.
  @Test func `a store that cannot be reached at first is not one without values`() throws {
    let memory = InMemoryStore(["n": 7, "other": 1])
    let store = FailingStore(memory, failing: .first(5))
    let setting = Setting(key: "n", default: 3, store: store)
    let diagnostics = Mutex<[SettingError]>([])
    let events = Mutex<[[Int]]>([])
    let handler: SettingDiagnostics.Handler = { error in diagnostics.withLock { $0.append(error) } }
    try SettingDiagnostics.withHandler(handler) {
      let observation = setting.onChange { old, new in events.withLock { $0.append([old, new]) } }
      #expect(setting.value == 3)
      #expect(!setting.isSet)
      let error = #expect(throws: SettingError.self) { try setting.read() }
      #expect(error?.kind == .storeFailed)
      #expect(memory.keys() == ["n", "other"] && memory.value(for: "n") == 7)
      #expect(events.withLock { $0 } == [])

      setting.value = 9  // the fifth call, which fails too
      #expect(memory.value(for: "n") == 7)
      #expect(events.withLock { $0 } == [[3, 7]])
      #expect(setting.value == 7 && setting.isSet)
      let keys = try store.keys()
      #expect(keys == ["n", "other"])
      setting.value = 8
      #expect(events.withLock { $0 } == [[3, 7], [7, 8]])
      observation.cancel()
    }
    let texts = diagnostics.withLock { $0.map(\.description) }
    #expect(diagnostics.withLock { $0.allSatisfy { $0.kind == .storeFailed } })
    #expect(
      texts.first
        == "The setting \"n\" cannot be read: memory entry \"n\" could not be read. Expected a store"
        + " that can be reached. A FailingStore fails on purpose; set its failure to .none to let"
        + " it work.")
    #expect(texts.contains { $0.hasPrefix("The setting \"n\" was not changed: ") })
  }

  @Test func `only writes can fail, and leave the old value`() throws {
    let store = FailingStore(.inMemory(["n": 1]), failing: .writes)
    let setting = Setting(key: "n", default: 0, store: store)
    let error = #expect(throws: SettingError.self) { try setting.write(2) }
    #expect(error?.kind == .storeFailed)
    #expect(throws: SettingError.self) { try store.synchronize() }
    #expect(setting.value == 1)
    store.failure = .none
    try setting.write(2)
    try store.synchronize()
    #expect(setting.value == 2)
  }

  @Test func `it can fail and recover at any time, and tells that`() {
    let store = FailingStore(.inMemory(["n": 1]), failing: .none)
    let setting = Setting(key: "n", default: 0, store: store)
    let events = Mutex<[Int]>([])
    let observation = setting.onChange { _, new in events.withLock { $0.append(new) } }
    store.failure = .everything
    let silence: SettingDiagnostics.Handler = { _ in }
    SettingDiagnostics.withHandler(silence) {
      for _ in 1...3 { #expect(setting.value == 0) }
    }
    #expect(throws: SettingError.self) { try store.keys() }
    store.failure = .none
    #expect(setting.value == 1)
    // What it showed before it failed is what it shows again.
    #expect(events.withLock { $0 } == [])
    observation.cancel()
  }

  @Test func `the error of a secret setting shows no value`() {
    let store = FailingStore(failing: .everything)
    let token = Setting(key: "token", default: "", secret: true, store: store)
    let error = #expect(throws: SettingError.self) { try token.write("canary") }
    #expect(error?.description.contains("canary") == false)
  }
}
