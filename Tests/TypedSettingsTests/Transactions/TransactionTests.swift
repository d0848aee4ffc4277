import Foundation
import Synchronization
import TestSupport
import Testing
import TypedSettings

/// What becomes part of a transaction, and what does not.
@Suite struct TransactionTests {
  let store = InMemoryStore()

  @Test func `a removed key is unset inside the transaction`() throws {
    let number = Setting(key: "n", default: 1, store: store)
    let name = Setting<String?>(key: "s", store: store)
    let list = Setting(key: "l", default: [Int](), store: store)
    number.value = 5
    name.value = "x"
    list.value = [1, 2, 3]
    try store.update { _ in
      try number.reset()
      name.value = nil
      try list.reset()
      #expect(number.value == 1 && !number.isSet)
      #expect(try number.read() == nil)
      #expect(name.value == nil && !name.isSet)
      #expect(!store.contains("n") && store.integer(forKey: "n", default: 9) == 9)
      list.value.append(4)
    }
    #expect(list.value == [4])
    #expect(store.keys() == ["l"])
  }

  @Test func `a failed assignment in one store keeps all stores of an edit unwritten`() {
    struct Two: Configuration {
      static let shared = Self()
      static let first = InMemoryStore()
      static let second = InMemoryStore()
      @Setting(key: "a", default: 0, in: 0...9, store: first) var a: Int
      @Setting(key: "b", default: 0, in: 0...9, store: second) var b: Int
    }
    for assign in [
      {
        Two.a = 99
        Two.b = 1
      },
      {
        Two.b = 99
        Two.a = 1
      },
    ] {
      #expect(throws: SettingError.self) { try Two.edit { assign() } }
      #expect(Two.first.keys().isEmpty && Two.second.keys().isEmpty)
    }
  }

  @Test func `a refused change in place makes the update throw`() throws {
    let store = InMemoryStore(["items": "x"])
    let items = Setting(key: "items", default: [Int](), store: store)
    let port = Setting(key: "port", default: 1, store: store)
    let error = #expect(throws: SettingError.self) {
      try store.update { _ in
        port.value = 2
        items.value.append(1)
      }
    }
    #expect(error?.kind == .unreadableWhole)
    #expect(!port.isSet)
    #expect(store.value(for: "items") == "x")
  }

  @Test func `a nested update with a failed assignment throws by itself`() throws {
    let a = Setting(key: "a", default: 0, in: 0...9, store: store)
    let b = Setting(key: "b", default: 0, store: store)
    try store.update { _ in
      b.value = 1
      #expect(throws: SettingError.self) {
        try store.update { _ in
          a.value = 3
          b.value = 2
          a.value = 99
        }
      }
      #expect(b.value == 1 && a.value == 0)
    }
    #expect(b.value == 1 && !a.isSet)
  }

  @Test func `a setting that is assigned inside its own update is an error, not a loss`() {
    let launches = Setting(key: "launches", default: 0, store: store)
    let error = #expect(throws: SettingError.self) {
      try launches.update {
        $0 += 1
        try launches.write(50)
      }
    }
    #expect(error?.kind == .transactionMisused && error?.key == "launches")
    #expect(throws: SettingError.self) {
      try launches.update {
        $0 += 1
        launches.value += 1
      }
    }
    #expect(!launches.isSet)
  }

  @Test func `synchronize inside an edit is allowed`() throws {
    let store: any SettingStore = store
    try store.update { _ in try store.synchronize() }
  }

  @Test func `code that runs on the thread of an update is part of it, in whatever task`() throws {
    try store.update { _ in
      _ = Task.immediateDetached { [store] in try store.set(1, for: "k") }
      #expect(store.value(for: "k") == nil)
    }
    #expect(store.value(for: "k") == 1)
  }

  @Test func `two stores over one base can be updated together`() throws {
    let base = InMemoryStore()
    let first = PrefixStore("a.", base)
    let second = PrefixStore("b.", base)
    try first.update { _ in
      try second.set(1, for: "x")
      try base.set(2, for: "c")
    }
    #expect(base.value(for: "b.x") == 1 && base.value(for: "c") == 2)
  }

  @Test func `stores that pass on one revision do not get each other's values`() {
    let base = InMemoryStore(["a.n": 1, "b.n": 2])
    let setting = Setting(key: "n", default: 0)
    let first = PrefixStore("a.", base)
    let second = PrefixStore("b.", base)
    for _ in 1...2 {
      withSettingStore(first) { #expect(setting.value == 1) }
      withSettingStore(second) { #expect(setting.value == 2) }
    }
  }

  @Test func `a store used by a call of its own gets an error, no deadlock`() throws {
    let store = NotifyingStore()
    let setting = Setting(key: "n", default: 0, store: store)
    store.onApply { setting.value = 7 }
    let reports = Reports.collect { #expect(throws: Never.self) { try store.set(1, for: "m") } }
    #expect(reports.map(\.kind) == [])
    #expect(store.errors == [.transactionMisused])
    #expect(!setting.isSet)
  }

  @Test func `values never go back for one reader`() {
    let number = Setting(key: "n", default: 0, store: store)
    let stop = Atomic(false)
    let writer = Thread { [store] in
      for value in 1...20_000 {
        do { try store.set(.integer(Int64(value)), for: "n") } catch { break }
      }
      stop.store(true, ordering: .releasing)
    }
    writer.start()
    var steps = 0
    while !stop.load(ordering: .acquiring) {
      let raw = store.integer(forKey: "n", default: 0)
      let value = number.value
      if value < raw {
        Issue.record("read \(raw) from the store and then \(value) from the setting")
        break
      }
      steps += 1
    }
    #expect(steps > 0)
  }
}

/// A store whose keys have a prefix in another one.
final class PrefixStore: SettingStore {
  let prefix: String
  let base: InMemoryStore

  init(_ prefix: String, _ base: InMemoryStore) {
    self.prefix = prefix
    self.base = base
  }

  private func full(_ key: SettingKey) throws -> SettingKey {
    try SettingKey(validating: prefix + key.rawValue)
  }

  func value(for key: SettingKey) throws -> StoredValue? { base.value(for: try full(key)) }
  func keys() -> [SettingKey] { [] }
  func origin(of key: SettingKey) -> String { "\(prefix)\(key)" }
  var revision: SettingRevision? { base.revision }
  var notifier: SettingNotifier? { base.notifier }
  func synchronize() {}

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    try base.update { transaction in
      for change in try changes() {
        if let value = change.newValue {
          try transaction.set(value, for: full(change.key))
        } else {
          try transaction.remove(full(change.key))
        }
      }
    }
  }
}

/// A store that calls somebody while it applies changes, as `UserDefaults` does on Apple systems.
final class NotifyingStore: SettingStore {
  private let base = InMemoryStore()
  private let writing = Mutex(())
  private let observer = Mutex<(@Sendable () -> Void)?>(nil)
  private let seen = Mutex<[SettingError.Kind]>([])

  var errors: [SettingError.Kind] { seen.withLock { $0 } }
  func onApply(_ observer: @escaping @Sendable () -> Void) {
    self.observer.withLock { $0 = observer }
  }

  func value(for key: SettingKey) -> StoredValue? { base.value(for: key) }
  func keys() -> [SettingKey] { base.keys() }
  func origin(of key: SettingKey) -> String { base.origin(of: key) }
  var revision: SettingRevision? { base.revision }
  var notifier: SettingNotifier? { base.notifier }
  func synchronize() {}

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    try writing.withLock { _ in
      _ = try changes()
      do {
        try set(3, for: "inside")
      } catch let error as SettingError {
        seen.withLock { $0.append(error.kind) }
      }
      observer.withLock { $0 }?()
    }
  }
}
