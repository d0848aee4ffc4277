import Observation
import Synchronization
import Testing

@testable import TypedSettings

@Suite struct SettingObservationTests {
  /// Collects what an observer is told.
  final class Events<Event: Sendable & Equatable>: Sendable {
    private let list = Mutex<[Event]>([])
    var all: [Event] { list.withLock { $0 } }
    func add(_ event: Event) { list.withLock { $0.append(event) } }
  }

  /// An old and a new value.
  struct Change: Equatable, Sendable {
    let old: Int
    let new: Int
    init(_ old: Int, _ new: Int) {
      self.old = old
      self.new = new
    }
  }

  private func track(_ setting: Setting<Int>) -> Events<String> {
    let events = Events<String>()
    withObservationTracking {
      _ = setting.value
    } onChange: {
      events.add("changed")
    }
    return events
  }

  // MARK: - The Observation framework

  @Test func `a change from anywhere is tracked`() throws {
    let memory = InMemoryStore()
    let store = LayeredStore([InMemoryStore(), memory])
    let setting = Setting(key: "n", default: 0, formerly: "old", store: memory)
    let other = Setting(key: "n", default: 5, store: memory)
    let layered = Setting(key: "n", default: 0, store: store)
    let ways: [() throws -> Void] = [
      { setting.value = 1 }, { other.value = 2 }, { try memory.set(3, for: "n") },
      { try setting.reset() }, { try memory.set(4, for: "old") },
      { try memory.update { try $0.set(5, for: "n") } }, { try setting.update { $0 += 1 } },
    ]
    for (index, change) in ways.enumerated() {
      let events = track(setting)
      // The value the setting has kept is tracked as one that is looked up.
      let again = track(setting)
      try change()
      #expect(events.all == ["changed"], "way \(index)")
      #expect(again.all == ["changed"], "way \(index)")
    }
    let events = track(layered)
    try store.set(9, for: "n")
    #expect(events.all == ["changed"])
    #expect(layered.value == 9)
  }

  @Test func `no event without a change`() throws {
    let store = InMemoryStore(["n": 1, "other": 1])
    let setting = Setting(key: "n", default: 0, store: store)
    let events = track(setting)
    setting.value = 1
    try store.set(1, for: "n")
    try store.set(2, for: "other")
    store.notifier?.notify(from: store)
    #expect(throws: CancellationError.self) {
      try store.update { transaction in
        try transaction.set(3, for: "n")
        throw CancellationError()
      }
    }
    #expect(events.all == [])
  }

  @Test func `a hundred settings, one is written: one callback`() {
    let store = InMemoryStore()
    let settings = (0..<100).compactMap { index in
      (try? SettingKey(validating: "n\(index)")).map { Setting(key: $0, default: 0, store: store) }
    }
    let all = settings.map(track)
    settings[42].value = 1
    store.notifier?.notify(from: store)
    #expect(all.flatMap(\.all) == ["changed"])
  }

  @Test func `isSet and read are tracked too`() throws {
    let setting = Setting(key: "n", default: 0, store: .inMemory())
    let events = Events<String>()
    withObservationTracking {
      _ = setting.isSet
    } onChange: {
      events.add("isSet")
    }
    withObservationTracking {
      _ = try? setting.read()
    } onChange: {
      events.add("read")
    }
    setting.value = 0
    #expect(events.all.sorted() == ["isSet", "read"])
  }

  @Test func `scopes do not see each other's changes`() {
    let setting = Setting(key: "n", default: 0)
    withSettingStore(.inMemory()) {
      let events = track(setting)
      withSettingStore(.inMemory()) { setting.value = 1 }
      #expect(events.all == [])
      setting.value = 1
      #expect(events.all == ["changed"])
    }
  }

  // MARK: - onChange

  @Test func `an observer is given the old and the new value, once for each change`() throws {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: store)
    let events = Events<Change>()
    let observation = setting.onChange { events.add(Change($0, $1)) }
    setting.value = 0  // the default becomes a stored value, and stays the same value
    setting.value = 1
    setting.value = 1
    try setting.update { $0 += 1 }
    try store.update { transaction in
      setting.value = 7
      setting.value = 8
      try transaction.set(9, for: "n")
      #expect(events.all == [Change(0, 1), Change(1, 2)])
    }
    try setting.reset()
    observation.cancel()
    observation.cancel()
    setting.value = 5
    #expect(events.all == [Change(0, 1), Change(1, 2), Change(2, 9), Change(9, 0)])
  }

  @Test func `a change of a set is one event`() {
    let setting = Setting(key: "tags", default: Set(["a"]), store: .inMemory())
    let events = Events<Set<String>>()
    let observation = setting.onChange { events.add($1) }
    setting.value.insert("b")
    setting.value.insert("b")
    #expect(events.all == [["a", "b"]])
    observation.cancel()
  }

  @Test func `keys that are made as they are asked for may use the store`() {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: store)
    let told = Mutex(0)
    let observation = store.onChange { _ in told.withLock { $0 += 1 } }
    let keys = ["n", "m"].lazy.map { (key: SettingKey) in
      setting.value += 1
      return key
    }
    store.notifier?.notify(of: keys, from: store)
    // The writes, however often the sequence is asked, and the notice itself.
    #expect(setting.value >= 2)
    #expect(told.withLock { $0 } == setting.value + 1)
    observation.cancel()
  }

  @Test func `inside an observer everything is allowed`() throws {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: store)
    let other = Setting(key: "m", default: 0, store: store)
    let events = Events<Change>()
    let token = Mutex<SettingObservation?>(nil)
    let observation = setting.onChange { old, new in
      events.add(Change(old, new))
      other.value = setting.value
      if new < 3 { setting.value = new + 1 }
      if new == 3 { token.withLock { $0 }?.cancel() }
    }
    token.withLock { $0 = observation }
    setting.value = 1
    setting.value = 10
    #expect(events.all == [Change(0, 1), Change(1, 2), Change(2, 3)])
    #expect(other.value == 3)
  }

  @Test func `edit is one notice, after its end`() throws {
    struct Pair: Configuration {
      static let shared = Self()
      @Setting(key: "a", default: 0) var a: Int
      @Setting(key: "b", default: 0) var b: Int
    }
    let store = InMemoryStore()
    try withSettingStore(store) {
      let notices = Events<SettingNotice>()
      let observation = store.onChange { notices.add($0) }
      let sums = Events<Int>()
      let first = Pair.$a.onChange { _, new in sums.add(new + Pair.b) }
      try Pair.edit {
        Pair.a = 1
        Pair.b = 2
      }
      #expect(notices.all.map(\.keys) == [["a", "b"]])
      #expect(sums.all == [3])
      observation.cancel()
      first.cancel()
    }
  }

  @Test func `a catalog tells of its settings together`() throws {
    struct Pair: Configuration {
      static let shared = Self()
      @Setting(key: "a", default: 0) var a: Int
      @Setting(key: "b", default: 0) var b: Int
      @Setting(key: "c", default: 0) var c: Int
    }
    let store = InMemoryStore()
    try withSettingStore(store) {
      let events = Events<[SettingKey]>()
      let observation = Pair.onChange { events.add($0.map(\.key)) }
      try Pair.edit {
        Pair.a = 1
        Pair.b = 2
        Pair.c = 0
      }
      try store.set(2, for: "b")
      try store.set(3, for: "other")
      Pair.c = 1
      #expect(events.all == [["a", "b"], ["c"]])
      observation.cancel()
      Pair.c = 2
      #expect(events.all.count == 2)
      #expect(store.notifier?.observerCount == 0)
    }
  }

  @Test func `a layer that covers a change keeps it from being one`() throws {
    let top = InMemoryStore(["n": 7])
    let bottom = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: .layers([top, bottom]))
    let events = Events<Change>()
    let observation = setting.onChange { events.add(Change($0, $1)) }
    try bottom.set(1, for: "n")
    try top.remove("n")
    #expect(events.all == [Change(7, 1)])
    observation.cancel()
  }

  @Test func `a value that cannot be read is the default to an observer`() throws {
    let store = InMemoryStore(["n": 3])
    let setting = Setting(key: "n", default: 0, store: store)
    let events = Events<Change>()
    let reports = try Reports.collect {
      let observation = setting.onChange { events.add(Change($0, $1)) }
      try store.set("many", for: "n")
      try store.set(4, for: "n")
      observation.cancel()
    }
    #expect(events.all == [Change(3, 0), Change(0, 4)])
    #expect(reports.map(\.kind) == [.typeMismatch])
  }

  @Test func `an observer holds neither setting nor store, and leaves nothing behind`() {
    weak var store: InMemoryStore?
    weak var setting: Setting<Int>?
    var observation: SettingObservation?
    do {
      let memory = InMemoryStore()
      let handle = Setting(key: "n", default: 0, store: memory)
      store = memory
      setting = handle
      observation = handle.onChange { _, _ in }
      #expect(memory.notifier?.observerCount == 1)
      _ = handle.onChange { _, _ in }
      #expect(memory.notifier?.observerCount == 1)
    }
    #expect(store == nil)
    #expect(setting == nil)
    observation?.cancel()
  }

  // MARK: - values

  @Test func `a sequence begins with the stored value`() async {
    let setting = Setting(key: "n", default: 1, store: .inMemory(["n": 7]))
    var iterator = setting.values.makeAsyncIterator()
    #expect(await iterator.next() == 7)
    setting.value = 8
    #expect(await iterator.next() == 8)
    setting.value = 9
    setting.value = 10
    #expect(await iterator.next() == 10)
  }

  @Test func `a sequence ends with its store, and lets go of it`() async {
    weak var weakStore: InMemoryStore?
    var iterator: SettingValues<Int>.Iterator
    do {
      let store = InMemoryStore()
      weakStore = store
      let setting = Setting(key: "n", default: 1, store: store)
      iterator = setting.values.makeAsyncIterator()
      #expect(await iterator.next() == 1)
      #expect(store.notifier?.observerCount == 1)
    }
    #expect(weakStore == nil)
    #expect(await iterator.next() == nil)
  }

  @Test func `an ended sequence leaves nothing behind`() async {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 1, store: store)
    do {
      var iterator = setting.values.makeAsyncIterator()
      #expect(await iterator.next() == 1)
    }
    #expect(store.notifier?.observerCount == 0)
    let task = Task {
      for await _ in setting.values {}
      return true
    }
    task.cancel()
    #expect(await task.value)
    #expect(store.notifier?.observerCount == 0)
  }
}
