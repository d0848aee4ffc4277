import AllocationCounter
import Synchronization
import Testing

@testable import TypedSettings

/// What a read of an unchanged setting does not do, in exact numbers.
@Suite struct ReadPathTests {
  /// A store that counts how often it is asked.
  final class CountingStore: SettingStore {
    private let base = InMemoryStore(["n": 7, "text": "a text that is longer than 15 bytes"])
    private let count = Atomic(0)
    let notifier: SettingNotifier? = SettingNotifier()
    let revisionCell: SettingRevisionCell?

    init(hasCell: Bool = true) {
      revisionCell = hasCell ? base.revisionCell : nil
    }

    var calls: Int { count.load(ordering: .relaxed) }
    private func counted<Value>(_ value: Value) -> Value {
      count.add(1, ordering: .relaxed)
      return value
    }

    func value(for key: SettingKey) -> StoredValue? { counted(base.value(for: key)) }
    func keys() -> [SettingKey] { counted(base.keys()) }
    func origin(of key: SettingKey) -> String { counted(base.origin(of: key)) }
    var revision: SettingRevision? { counted(base.revision) }
    func synchronize() { counted(()) }
    func performTransaction(_ changes: () throws -> [SettingChange]) throws {
      try base.performTransaction(changes)
    }
  }

  @Test func `declaring settings makes no call of the store, nor does a read without a change`() {
    let store = CountingStore()
    let number = Setting(key: "n", default: 0, store: store)
    let text = Setting(key: "text", default: "", store: store)
    #expect(store.calls == 0)
    let first = (number.value, text.value)
    let calls = store.calls
    #expect(calls > 0)
    for _ in 0..<100 {
      #expect(number.value == first.0)
      #expect(text.value == first.1)
    }
    #expect(store.calls == calls)
    number.value = 8
    #expect(number.value == 8)
    #expect(store.calls > calls)
  }

  @Test func `a store without a cell is asked for its revision, and for no value`() {
    let store = CountingStore(hasCell: false)
    let number = Setting(key: "n", default: 0, store: store)
    #expect(number.value == 7)
    let calls = store.calls
    #expect(number.value == 7)
    #expect(store.calls == calls + 2)
    number.value = 8
    #expect(number.value == 8)
  }

  @Test func `layers over stores with cells make no call of the layers`() {
    let store = CountingStore()
    let layers = LayeredStore([.arguments(["program"]), .inMemory(), store])
    let number = Setting(key: "n", default: 0, store: layers)
    #expect(number.value == 7)
    let calls = store.calls
    for _ in 0..<100 { #expect(number.value == 7) }
    #expect(store.calls == calls)
  }

  @Test(.enabled(if: allocation_count() >= 0, "counted with glibc, without a sanitizer"))
  func `a read without a change allocates nothing`() {
    let store = InMemoryStore(["n": 7, "text": "a text that is longer than 15 bytes"])
    let number = Setting(key: "n", default: 0, store: store)
    let text = Setting(key: "text", default: "", store: store)
    let layered = Setting(key: "n", default: 0, store: .layers([.inMemory(), store]))
    func read() {
      for _ in 0..<1000 {
        _ = number.value
        _ = text.value
        _ = layered.value
      }
    }
    read()
    let count = allocation_count()
    read()
    #expect(allocation_count() == count)
    number.value = 8
    #expect(allocation_count() > count)
    // In a scope neither.
    withSettingStore(store) {
      read()
      let count = allocation_count()
      read()
      #expect(allocation_count() == count)
    }
  }

  // MARK: - Revision cells

  @Test func `a change of a layer moves the cell of the layers`() throws {
    let bottom = InMemoryStore()
    let cell = try #require(bottom.revisionCell)
    var layers: LayeredStore? = LayeredStore([.layers([InMemoryStore()]), bottom])
    let own = try #require(layers?.revisionCell)
    let revision = own.revision
    try bottom.set(1, for: "n")
    #expect(own.revision != revision && own.revision != cell.revision)
    layers = nil
    let last = own.revision
    try bottom.set(2, for: "n")
    #expect(own.revision == last)
  }

  @Test func `a cell that has stopped has no revision, and stops those of layers`() {
    let cell = SettingRevisionCell()
    let dependent = SettingRevisionCell()
    let late = SettingRevisionCell()
    cell.add(dependent)
    cell.stop()
    cell.add(late)
    cell.change()
    #expect(cell.revision == nil && dependent.revision == nil && late.revision == nil)
  }
}
