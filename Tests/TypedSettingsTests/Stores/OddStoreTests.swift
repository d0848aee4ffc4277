import Synchronization
import Testing
import TypedSettings

/// What stores that are odd or damaged do to a transaction.
@Suite struct OddStoreTests {
  @Test func `a value that cannot be read can be replaced and removed`() throws {
    let store = DamagedStore()
    #expect(throws: DamagedStore.Failure.self) { try store.value(for: "damaged") }
    let notices = Mutex<[SettingNotice]>([])
    let observation = store.onChange { notice in notices.withLock { $0.append(notice) } }
    try store.set(.integer(1), for: "damaged")
    #expect(try store.value(for: "damaged") == .integer(1))
    observation.cancel()
    #expect(notices.withLock { $0.map(\.keys) } == [["damaged"]])

    let other = DamagedStore()
    try other.remove("damaged")
    #expect(try other.value(for: "damaged") == nil)
  }

  @Test func `a store that cannot be read or written fails with a setting error`() {
    let error = #expect(throws: SettingError.self) {
      try BrokenStore().set(.integer(1), for: "a")
    }
    #expect(error?.description.contains("the cable is out") == true)
  }

  @Test func `an observer that begins in a transaction that fails misses nothing`() throws {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: store)
    try setting.write(1)
    let seen = Mutex<[[Int]]>([])
    var observation: SettingObservation?
    #expect(throws: CancellationError.self) {
      try store.update { _ in
        try setting.write(5)
        observation = setting.onChange { old, new in seen.withLock { $0.append([old, new]) } }
        throw CancellationError()
      }
    }
    try setting.write(5)
    #expect(seen.withLock { $0.last } == [1, 5])
    observation?.cancel()
  }

  @Test func `an observer that begins in a transaction is told of what it commits only once`()
    throws
  {
    let store = InMemoryStore(["n": 1])
    let setting = Setting(key: "n", default: 0, store: store)
    let seen = Mutex<[[Int]]>([])
    var observation: SettingObservation?
    try store.update { _ in
      observation = setting.onChange { old, new in seen.withLock { $0.append([old, new]) } }
      try setting.write(5)
      try setting.write(6)
    }
    #expect(seen.withLock { $0 } == [[1, 6]])
    observation?.cancel()
  }
}

/// A store that cannot read what is under one key until that is replaced.
private final class DamagedStore: SettingStore {
  struct Failure: Error {}

  private let store = InMemoryStore()
  private let isDamaged = Mutex(true)
  let notifier: SettingNotifier? = SettingNotifier()

  func value(for key: SettingKey) throws -> StoredValue? {
    if key == "damaged" && isDamaged.withLock({ $0 }) { throw Failure() }
    return store.value(for: key)
  }

  func keys() -> [SettingKey] { store.keys() }
  func origin(of key: SettingKey) -> String { "entry \(key)" }
  var revision: SettingRevision? { nil }
  func synchronize() {}

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    for change in try changes() {
      isDamaged.withLock { $0 = $0 && change.key != "damaged" }
      try store.update { try $0.apply(change) }
    }
  }
}
