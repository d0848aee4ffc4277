import Foundation
import Synchronization
import TestSupport
import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct LayeredStoreTests {
  /// A source that only reads.
  struct FixedSource: SettingSource {
    let name: String
    var values: [SettingKey: StoredValue] = [:]
    let revision: SettingRevision? = SettingRevision()
    var notifier: SettingNotifier? { nil }

    func value(for key: SettingKey) -> StoredValue? { values[key] }
    func keys() -> [SettingKey] { values.keys.sorted() }
    func origin(of key: SettingKey) -> String { "\(name) \(key)" }
  }

  /// A source that cannot be read.
  struct BrokenSource: SettingSource {
    struct Offline: Error, CustomStringConvertible {
      var description: String { "it is offline" }
    }
    var revision: SettingRevision? { nil }
    var notifier: SettingNotifier? { nil }

    func value(for key: SettingKey) throws -> StoredValue? { throw Offline() }
    func keys() throws -> [SettingKey] { throw Offline() }
    func origin(of key: SettingKey) -> String { "broken source" }
  }

  @Test func `all stores and sources have leading-dot spellings as layers`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("settings.json")
    let store: any SettingStore = .layers([.inMemory(), .jsonFile(at: url)])
    try store.set(1, for: "a")
    #expect(try store.value(for: "a") == 1)
  }

  @Test func `layers over a store obey the law of a store`() {
    expectStoreLaws { .layers([FixedSource(name: "top"), InMemoryStore()]) }
    expectStoreLaws { LayeredStore([.layers([InMemoryStore()]), FixedSource(name: "below")]) }
  }

  private func only(_ index: Int) -> SettingKey { ["only0", "only1", "only2"][index] }

  @Test(arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func `the order given is the precedence`(_ order: [Int]) throws {
    let sources = (0..<3).map {
      FixedSource(name: "source\($0)", values: ["n": .integer(Int64($0)), only($0): true])
    }
    let store = LayeredStore(order.map { sources[$0] })
    #expect(try store.value(for: "n") == .integer(Int64(order[0])))
    for index in order {
      #expect(try store.value(for: only(index)) == true)
    }
    #expect(store.origin(of: "n") == "source\(order[0]) n")
    #expect(try store.keys().count == 4)
  }

  @Test func `a layer that throws is an error and not skipped`() throws {
    let store = LayeredStore([BrokenSource(), InMemoryStore(["n": 2])])
    let setting = Setting(key: "n", default: 1, store: store)
    let error = #expect(throws: SettingError.self) { try setting.read() }
    #expect(
      error?.description == """
        The setting "n" cannot be read: broken source could not be read. it is offline. What memory \
        entry "n" says is not used in its place. The default is used until the store answers.
        """)
    var value: Int?
    let reports = Reports.collect { value = setting.value }
    #expect(value == 1)
    #expect(reports == [error])
    // Above it everything is as ever.
    let above = Setting(
      key: "n", default: 1, store: .layers([InMemoryStore(["n": 3]), BrokenSource()]))
    #expect(try above.read() == 3)
  }

  @Test func `a value that does not convert is an error that names the layers below`() throws {
    let store = LayeredStore([
      FixedSource(name: "variable", values: ["n": .text("many")]),
      FixedSource(name: "file", values: ["n": 2]), InMemoryStore(["n": 3]),
    ])
    let setting = Setting(key: "n", default: 1, store: store)
    let error = #expect(throws: SettingError.self) { try setting.read() }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.source == "variable n")
    #expect(
      error?.description.contains(
        #"What file n and memory entry "n" say is not used in its place."#) == true)
  }

  @Test func `a former key in a higher layer wins over the key in a lower one`() throws {
    let store = LayeredStore([InMemoryStore(["old": 1]), InMemoryStore(["new": 2])])
    let setting = Setting(key: "new", default: 0, formerly: "old", store: store)
    #expect(setting.value == 1)
    try setting.write(3)
    #expect(setting.value == 3)
    #expect(try store.value(for: "old") == nil)
  }

  @Test func `writes go to the first layer that is a store`() throws {
    let first = InMemoryStore()
    let second = InMemoryStore(["n": 1])
    let store = LayeredStore([FixedSource(name: "top"), first, second])
    let setting = Setting(key: "n", default: 0, store: store)
    #expect(setting.value == 1)
    setting.value = 5
    #expect(setting.value == 5)
    #expect(first.value(for: "n") == 5)
    #expect(second.value(for: "n") == 1)
    try setting.reset()
    #expect(setting.value == 1)
  }

  @Test func `writing what a higher layer overrides works and is reported`() throws {
    let memory = InMemoryStore()
    let store = LayeredStore([FixedSource(name: "variable", values: ["n": .text("7")]), memory])
    let setting = Setting(key: "n", default: 0, store: store)
    let reports = try Reports.collect {
      setting.value = 5
      try setting.update { $0 += 1 }
    }
    #expect(setting.value == 7)
    #expect(memory.value(for: "n") == 8)
    #expect(reports.map(\.kind) == [.overridden])
    #expect(
      reports.first?.description == """
        The setting "n": it was written to memory entry "n", but variable n overrides it. The new \
        value counts once the other one is removed.
        """)
  }

  @Test func `without a store among them layers cannot be written`() throws {
    let store = LayeredStore([FixedSource(name: "top")])
    let error = #expect(throws: SettingError.self) { try store.set(1, for: "a") }
    #expect(error?.kind == .storeFailed)
    #expect(error?.description.contains("none of the layers can be written") == true)
    #expect(throws: SettingError.self) { try LayeredStore([]).set(1, for: "a") }
    #expect(try LayeredStore([]).value(for: "a") == nil)
  }

  @Test func `a transaction on the layers and one on their store are one`() throws {
    let memory = InMemoryStore(["a": 1])
    let store = LayeredStore([FixedSource(name: "top", values: ["b": 9]), memory])
    let layered = Setting(key: "a", default: 0, store: store)
    let direct = Setting(key: "a", default: 0, store: memory)
    try store.update { transaction in
      layered.value = 2
      #expect(direct.value == 2)
      direct.value = 3
      #expect(layered.value == 3)
      #expect(try transaction.value(for: "a") == 3)
      #expect(try transaction.value(for: "b") == 9)
      let below = try memory.update { try $0.value(for: "b") }
      #expect(below == nil)
    }
    #expect(layered.value == 3)
    #expect(throws: CancellationError.self) {
      try memory.update { _ in
        layered.value = 4
        throw CancellationError()
      }
    }
    #expect(layered.value == 3)
  }

  @Test func `a change in any layer is seen`() throws {
    let top = InMemoryStore()
    let bottom = InMemoryStore(["n": 1])
    let store = LayeredStore([top, FixedSource(name: "middle"), bottom])
    let setting = Setting(key: "n", default: 0, store: store)
    let revision = store.revision
    #expect(revision != nil && revision == store.revision)
    #expect(setting.value == 1)
    try bottom.set(2, for: "n")
    #expect(setting.value == 2)
    try top.set(3, for: "n")
    #expect(setting.value == 3)
    try top.remove("n")
    #expect(setting.value == 2)
    #expect(store.revision != revision)
  }

  // MARK: - Several fronts, transactions, layers that fail

  @Test func `a layer that is there twice tells once`() throws {
    let memory = InMemoryStore()
    let store = LayeredStore([memory, .layers([memory, InMemoryStore()])])
    let notices = Mutex(0)
    let observation = store.onChange { _ in notices.withLock { $0 += 1 } }
    try memory.set(1, for: "n")
    try store.set(2, for: "n")
    #expect(notices.withLock { $0 } == 2)
    observation.cancel()
  }

  @Test func `what was not written is not reported as overridden`() throws {
    let store = LayeredStore([FixedSource(name: "top", values: ["n": 1]), InMemoryStore()])
    let setting = Setting(key: "n", default: 0, store: store)
    let reports = Reports.collect {
      #expect(throws: CancellationError.self) {
        try store.update { _ in
          setting.value = 5
          throw CancellationError()
        }
      }
    }
    #expect(reports == [])
    let later = Reports.collect { setting.value = 5 }
    #expect(later.map(\.kind) == [.overridden])
  }

  @Test func `a former key in a higher layer overrides too`() {
    let store = LayeredStore([FixedSource(name: "top", values: ["old": 3]), InMemoryStore()])
    let setting = Setting(key: "n", default: 0, formerly: "old", store: store)
    let reports = Reports.collect { setting.value = 9 }
    #expect(setting.value == 3)
    #expect(reports.map(\.kind) == [.overridden])
    #expect(reports.first?.description.contains("top old overrides it") == true)
  }

  @Test func `what is written depends on no other layer`() throws {
    let memory = InMemoryStore(["old": 4])
    let store = LayeredStore([BrokenSource(), memory])
    let setting = Setting(key: "n", default: 0, formerly: "old", store: store)
    try setting.write(5)
    #expect(memory.keys() == ["n"])
    try setting.reset()
    #expect(memory.keys() == [])
  }

  @Test func `an assignment inside an update is found out under a higher layer`() throws {
    let memory = InMemoryStore()
    let store = LayeredStore([FixedSource(name: "top", values: ["n": 1]), memory])
    let setting = Setting(key: "n", default: 0, store: store)
    #expect(throws: SettingError.self) {
      try setting.update { value in
        value += 1
        setting.value = 7
      }
    }
    #expect(memory.keys() == [])
  }

  @Test func `a transaction on a lower layer is seen through the layers`() throws {
    let lower = InMemoryStore(["n": 1])
    let upper = InMemoryStore()
    let store = LayeredStore([upper, lower])
    let setting = Setting(key: "n", default: 0, store: store)
    #expect(setting.value == 1)
    #expect(throws: CancellationError.self) {
      try lower.update { transaction in
        try transaction.set(2, for: "n")
        #expect(setting.value == 2)
        #expect(store.integer(forKey: "n", default: 0) == 2)
        #expect(setting.explanation.value == "2")
        let seen = try store.update { try $0.value(for: "n") }
        #expect(seen == 2)
        throw CancellationError()
      }
    }
    #expect(setting.value == 1)
  }
}
