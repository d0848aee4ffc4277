import TestSupport
import Testing
import TypedSettings

@Suite struct SettingDiagnosticsTests {
  static let count = Setting(key: "count", default: 0)

  @Test func `the same cause is reported once per setting and store`() {
    let reports = Reports.collect {
      for _ in 1...2 {
        let store = InMemoryStore(["count": "x"])
        withSettingStore(store) {
          for _ in 1...3 { _ = Self.count.value }
          Self.count.value = 1
          for _ in 1...3 { _ = Self.count.value }
        }
      }
    }
    #expect(reports.map(\.kind) == [.typeMismatch, .typeMismatch])
  }

  @Test func `another cause is another report`() throws {
    let store = InMemoryStore(["count": "x"])
    let reports = try Reports.collect {
      try withSettingStore(store) {
        _ = Self.count.value
        try store.set("y", for: "count")
        _ = Self.count.value
      }
    }
    #expect(reports.count == 2)
  }

  @Test func `a handler may use the setting it is told about`() {
    let store = InMemoryStore(["count": "x"])
    let count = Counter()
    let handler: SettingDiagnostics.Handler = { _ in
      _ = count.next()
      withSettingStore(store) { Self.count.value += Self.count.value }
    }
    SettingDiagnostics.withHandler(handler) {
      withSettingStore(store) { _ = Self.count.value }
    }
    // One for the read, one for the change in place.
    #expect(count.value == 2)
  }

  @Test func `an asynchronous scope collects too`() async {
    let reports = Reports()
    let handler: SettingDiagnostics.Handler = { reports.add($0) }
    await SettingDiagnostics.withHandler(handler) {
      await Task.yield()
      _ = withSettingStore(.inMemory(["count": "x"])) { Self.count.value }
    }
    #expect(reports.kinds == [.typeMismatch])
  }

  @Test func `by default a report is one line on standard error`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      withSettingStore(.inMemory(["count": "x"])) {
        for _ in 1...3 { _ = Self.count.value }
      }
    }
    let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      .split(separator: "\n").filter { $0.contains("The setting") }
    #expect(
      lines == [
        "The setting \"count\" cannot be read: memory entry \"count\" holds the string \"x\". "
          + "Expected a whole number. Correct "
          + "the stored value or call reset(); until then the default is used."
      ])
  }

  @Test func `a new handler is told everything anew`() async {
    await #expect(processExitsWith: .success) {
      let store = InMemoryStore(["count": "x"])
      for _ in 1...2 {
        let reports = Reports()
        SettingDiagnostics.handler = { reports.add($0) }
        withSettingStore(store) { _ = (Self.count.value, Self.count.value) }
        #expect(reports.kinds == [.typeMismatch])
      }
    }
  }

  @Test func `many causes do not use up the memory`() throws {
    let store = InMemoryStore()
    let reports = try Reports.collect {
      try withSettingStore(store) {
        for number in 1...3000 {
          try store.set(.string("\(number)"), for: "count")
          _ = Self.count.value
        }
      }
    }
    #expect(reports.count == 3000)
  }
}
