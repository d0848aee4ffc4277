import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct RecordingStoreTests {
  @Test(arguments: StoreLaw.all) func `obeys the law`(_ law: StoreLaw) {
    law.expect { RecordingStore() }
  }

  @Test func `reads and writes are counted by key and listed in order`() throws {
    let store = RecordingStore(.inMemory(["a": 1]))
    let a = Setting(key: "a", default: 0, store: store)
    let b = Setting(key: "b", default: 0, store: store)
    #expect(a.value == 1)
    #expect(a.value == 1)
    b.value = 2
    try b.reset()
    try store.set(3, for: "a")
    #expect(
      store.accesses.map(\.description)
        == ["read a", "read a", "write b", "read b", "remove b", "write a"])
    #expect(store.reads(of: "a") == 2)
    #expect(store.writes(of: "b") == 2)
    #expect(store.accesses.first == .init(.read, "a"))
    store.removeAllAccesses()
    #expect(store.accesses == [] && a.value == 3)
  }

  @Test func `of a transaction that fails the reads are remembered`() {
    let store = RecordingStore()
    #expect(throws: CancellationError.self) {
      try store.update { transaction in
        _ = try transaction.value(for: "a")
        try transaction.set(1, for: "a")
        throw CancellationError()
      }
    }
    #expect(store.accesses == [.init(.read, "a")])
  }

  @Test func `a change behind it is told once`() throws {
    let memory = InMemoryStore()
    let store = RecordingStore(memory)
    let notices = Mutex<[SettingNotice]>([])
    let observation = store.onChange { notice in notices.withLock { $0.append(notice) } }
    try memory.set(1, for: "a")
    try store.set(2, for: "a")
    #expect(notices.withLock { $0.map(\.keys) } == [["a"], ["a"]])
    observation.cancel()
  }

  @Test func `no value is in any text of it`() throws {
    let store = RecordingStore()
    Setting(key: "token", default: "", secret: true, store: store).value = "canary"
    #expect(!"\(store.accesses)".contains("canary"))
  }
}
