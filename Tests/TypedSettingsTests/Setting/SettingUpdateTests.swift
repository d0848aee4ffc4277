import Testing
import TypedSettings
import TypedSettingsTesting

@Suite struct SettingUpdateTests {
  let store = InMemoryStore()

  /// CASES 37.
  @Test func `1,000 parallel updates of one setting give 1,000`() throws {
    let launches = Setting(key: "launches", default: 0, store: store)
    let failures = Threads.parallel(threads: 10, count: 100) { try launches.update { $0 += 1 } }
    #expect(failures == 0)
    #expect(launches.value == 1000)
  }

  @Test func `two settings with one key share the value`() throws {
    let first = Setting(key: "n", default: 0, store: store)
    let second = Setting(key: "n", default: 0, store: store)
    let failures = Threads.parallel(threads: 4, count: 50) {
      try first.update { $0 += 1 }
      try second.update { $0 += 1 }
    }
    #expect(failures == 0)
    #expect(first.value == 400 && second.value == 400)
  }

  @Test func `an update gives back what the closure returns`() throws {
    let setting = Setting(key: "n", default: 1, store: store)
    let old = try setting.update { value in
      defer { value += 1 }
      return value
    }
    #expect(old == 1 && setting.value == 2)
  }

  @Test func `an update that throws changes nothing`() {
    let setting = Setting(key: "n", default: 1, store: store)
    #expect(throws: CancellationError.self) {
      try setting.update { value in
        value = 5
        throw CancellationError()
      }
    }
    #expect(!setting.isSet)
  }

  @Test func `an update of what cannot be read throws and changes nothing`() {
    let store = InMemoryStore(["n": "x"])
    let setting = Setting(key: "n", default: 1, store: store)
    let error = #expect(throws: SettingError.self) { try setting.update { $0 += 1 } }
    #expect(error?.kind == .typeMismatch)
    #expect(store.value(for: "n") == "x")
  }

  @Test func `other settings can be read and written inside an update`() throws {
    let count = Setting(key: "count", default: 0, store: store)
    let step = Setting(key: "step", default: 2, store: store)
    let last = Setting(key: "last", default: 0, store: store)
    try count.update { value in
      value += step.value
      last.value = value
      #expect(last.value == 2)
      #expect(store.value(for: "last") == nil)
      try last.update { $0 += 1 }
    }
    #expect(count.value == 2 && last.value == 3)
  }

  @Test func `a failed assignment inside an update makes it throw`() {
    let count = Setting(key: "count", default: 0, store: store)
    let small = Setting(key: "small", default: 0, in: 0...1, store: store)
    let reports = Reports.collect {
      let error = #expect(throws: SettingError.self) {
        try count.update { value in
          value += 1
          small.value = 7
        }
      }
      #expect(error?.key == "small")
    }
    #expect(reports.isEmpty)
    #expect(store.keys().isEmpty)
  }

  @Test func `a caught error inside an update does not make it throw`() throws {
    let count = Setting(key: "count", default: 0, store: store)
    let small = Setting(key: "small", default: 0, in: 0...1, store: store)
    try count.update { value in
      value += 1
      #expect(throws: SettingError.self) { try small.write(7) }
    }
    #expect(count.value == 1 && !small.isSet)
  }

  @Test func `a task started inside an update writes by itself`() async throws {
    let count = Setting(key: "count", default: 0, store: store)
    let other = Setting(key: "other", default: 0, store: store)
    let task = try count.update { value in
      value += 1
      return Task { other.value = 9 }
    }
    await task.value
    #expect(count.value == 1 && other.value == 9)
  }

  @Test func `updates of different stores nest`() throws {
    let first = Setting(key: "a", default: 0, store: store)
    let second = Setting(key: "b", default: 0, store: InMemoryStore())
    #expect(throws: CancellationError.self) {
      try first.update { a in
        a += 1
        try second.update { $0 += a }
        throw CancellationError()
      }
    }
    #expect(!first.isSet)
    #expect(second.value == 1)
  }

  @Test func `the error of a store is a SettingError, the error of the closure its own`() {
    let setting = Setting(key: "k", default: 5, store: BrokenStore(readsWork: true))
    let error = #expect(throws: SettingError.self) { try setting.update { $0 += 1 } }
    #expect(error?.kind == .storeFailed && error?.key == "k")
    #expect(throws: CancellationError.self) {
      try setting.update { _ in throw CancellationError() }
    }
    #expect(throws: SettingError.self) { try setting.store.set(1, for: "k") }
  }

  @Test func `the error of a store does not show a secret`() {
    let setting = Setting(
      key: "k", default: 5, secret: true, store: BrokenStore(readsWork: true, text: "canary"))
    let error = #expect(throws: SettingError.self) { try setting.update { $0 += 1 } }
    #expect(error?.description.contains("canary") == false)
  }
}
