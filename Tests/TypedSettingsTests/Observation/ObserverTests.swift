import Foundation
import Observation
import Synchronization
import Testing

@testable import TypedSettings

/// What observers are told when several of them, several threads or a transaction are at work.
@Suite struct ObserverTests {
  typealias Events = SettingObservationTests.Events

  /// A store whose content can change without a word, whose reading can be interrupted, and that
  /// can fail after it has changed.
  final class OddStore: SettingStore {
    struct NotSafe: Error {}

    let values = Mutex<[SettingKey: StoredValue]>([:])
    let interruption = Mutex<(@Sendable () -> Void)?>(nil)
    let failsAfterwards = Mutex(false)
    let notifier: SettingNotifier? = SettingNotifier()
    var revision: SettingRevision? { nil }

    func value(for key: SettingKey) -> StoredValue? {
      let value = values.withLock { $0[key] }
      let interruption = interruption.withLock { interruption in
        defer { interruption = nil }
        return interruption
      }
      interruption?()
      return value
    }

    func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
    func origin(of key: SettingKey) -> String { "odd entry \(key)" }
    func synchronize() {}

    func performTransaction(_ changes: () throws -> [SettingChange]) throws {
      let changes = try changes()
      values.withLock { values in
        for change in changes { values[change.key] = change.newValue }
      }
      if failsAfterwards.withLock({ $0 }) { throw NotSafe() }
    }
  }

  @Test func `an observer that another one has ended is not called any more`() {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: store)
    let events = Events<String>()
    let ended = Mutex<[SettingObservation]>([])
    let endAll: @Sendable () -> Void = {
      for observation in ended.withLock({ $0 }) { observation.cancel() }
    }
    let observations = [
      setting.onChange { _, _ in endAll() },
      store.onChange { _ in endAll() },
    ]
    ended.withLock {
      $0 = [
        setting.onChange { _, _ in events.add("n") }, store.onChange { _ in events.add("store") },
      ]
    }
    setting.value = 1
    #expect(events.all == [])
    // Both in one notice, ended by the observer of the store alone.
    observations[0].cancel()
    ended.withLock { $0 = [store.onChange { _ in events.add("store") }] }
    setting.value = 2
    #expect(events.all == [])
    observations[1].cancel()
  }

  @Test func `what a transaction has not written is no value for an observer`() async throws {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: store)
    let events = Events<Int>()
    var observation: SettingObservation?
    var values: SettingValues<Int>.Iterator?
    #expect(throws: CancellationError.self) {
      try store.update { _ in
        setting.value = 5
        observation = setting.onChange { events.add($1) }
        values = setting.values.makeAsyncIterator()
        throw CancellationError()
      }
    }
    #expect(await values?.next() == 0)
    setting.value = 5
    #expect(events.all == [5])
    #expect(await values?.next() == 5)
    observation?.cancel()
  }

  @Test func `a change that nobody told of does not hide the next one`() {
    let store = OddStore()
    let setting = Setting(key: "n", default: 0, store: store)
    setting.value = 1
    #expect(setting.value == 1)
    let looks: [() -> Void] = [
      { #expect(setting.value == 2) }, { #expect(setting.isSet) },
      { #expect(throws: Never.self) { _ = try setting.read() } },
    ]
    for look in looks {
      store.values.withLock { $0["n"] = 2 }
      let events = Events<String>()
      withObservationTracking {
        look()
      } onChange: {
        events.add("changed")
      }
      setting.value = 1
      #expect(events.all == ["changed"])
    }
  }

  @Test func `a write that fails after the change is told`() {
    let store = OddStore()
    let setting = Setting(key: "n", default: 0, store: store)
    setting.value = 1
    let events = Events<Int>()
    let observation = setting.onChange { events.add($1) }
    store.failsAfterwards.withLock { $0 = true }
    #expect(throws: SettingError.self) { try setting.write(2) }
    #expect(throws: SettingError.self) { try setting.reset() }
    #expect(events.all == [2, 0])
    observation.cancel()
  }

  struct Single: SettingCatalog {
    @TaskLocal static var setting: Setting<Int>?
    static var settings: [any AnySetting] { setting.map { [$0] } ?? [] }
  }

  @Test func `a catalog compares values in the order of the changes`() {
    let store = OddStore()
    let setting = Setting(key: "n", default: 0, store: store)
    Single.$setting.withValue(setting) {
      let mayInterrupt = Mutex(true)
      // Told before the catalog: its next reading of 1 ends after another thread has written 2.
      let first = store.onChange { _ in
        let isFirst = mayInterrupt.withLock { mayInterrupt in
          defer { mayInterrupt = false }
          return mayInterrupt
        }
        guard isFirst else { return }
        store.interruption.withLock { interruption in
          interruption = {
            let hasWritten = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
              setting.value = 2
              hasWritten.signal()
            }
            hasWritten.wait()
          }
        }
      }
      let events = Events<Int>()
      let observation = Single.onChange { _ in events.add(setting.value) }
      setting.value = 1
      #expect(setting.value == 2)
      #expect(events.all.last == 2)
      setting.value = 1
      #expect(events.all.last == 1)
      first.cancel()
      observation.cancel()
    }
  }

  @Test func `a catalog that ends its observation is not told the change of that moment`() {
    let setting = Setting(key: "n", default: 0, store: .inMemory())
    Single.$setting.withValue(setting) {
      let events = Events<Int>()
      let own = Mutex<SettingObservation?>(nil)
      let observation = Single.onChange { _ in
        events.add(setting.value)
        setting.value += 1
        own.withLock { $0 }?.cancel()
      }
      own.withLock { $0 = observation }
      setting.value = 1
      #expect(events.all == [1])
    }
  }

  @Test func `observing reports a wrong default no second time`() {
    let setting = Setting(key: "n", default: 20, in: 0...10, store: .inMemory())
    let reports = Reports.collect {
      _ = setting.value
      setting.onChange { _, _ in }.cancel()
    }
    #expect(reports.map(\.kind) == [.invalidDefault])
  }

  @Test func `a store with another notifier each time is not observed, and does no harm`() {
    final class ForgetfulStore: SettingStore {
      private let base = InMemoryStore()
      var notifier: SettingNotifier? { SettingNotifier() }
      var revision: SettingRevision? { base.revision }
      var revisionCell: SettingRevisionCell? { base.revisionCell }
      func value(for key: SettingKey) -> StoredValue? { base.value(for: key) }
      func keys() -> [SettingKey] { base.keys() }
      func origin(of key: SettingKey) -> String { base.origin(of: key) }
      func synchronize() {}
      func performTransaction(_ changes: () throws -> [SettingChange]) throws {
        try base.performTransaction(changes)
      }
    }
    let setting = Setting(key: "n", default: 0, store: ForgetfulStore())
    let events = Events<Int>()
    let observation = setting.onChange { events.add($1) }
    for number in 1...100 {
      setting.value = number
      #expect(setting.value == number)
    }
    #expect(events.all == [])
    observation.cancel()
  }

  @Test func `keys that lie inside each other are told of each other`() {
    var nesting = KeyIndex(nestsKeys: true)
    var flat = KeyIndex(nestsKeys: false)
    let keys: [SettingKey] = ["a", "a.b", "a.b.c", "ab", "a.c"]
    for (number, key) in keys.enumerated() {
      nesting.add(number, under: [key])
      flat.add(number, under: [key])
    }
    #expect(nesting.numbers(relatedTo: ["a"]) == [0, 1, 2, 4])
    #expect(nesting.numbers(relatedTo: ["a.b"]) == [0, 1, 2])
    #expect(nesting.numbers(relatedTo: ["a.b.c", "ab"]) == [0, 1, 2, 3])
    #expect(flat.numbers(relatedTo: ["a.b", "a.c", "x"]) == [1, 4])
  }
}
