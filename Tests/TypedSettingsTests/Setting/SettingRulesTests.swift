import Testing
import TypedSettings

/// `in:`, `where:`, `formerly:`, `secret:`, `summary:` and the default as initial value.
@Suite struct SettingRulesTests {
  let store = InMemoryStore()

  // MARK: - Ranges and checks

  @Test func `a value out of range is refused, written or stored`() throws {
    let volume = Setting(key: "volume", default: 0.5, in: 0...1, store: store)
    try volume.write(1)
    let error = #expect(throws: SettingError.self) { try volume.write(1.5) }
    #expect(error?.kind == .outOfRange)
    #expect(
      error?.description.hasPrefix(
        "The setting \"volume\" was not changed: it was given the number 1.5. "
          + "Expected a value from 0.0 to 1.0. Pass a value that the declaration at "
          + "TypedSettingsTests/SettingRulesTests.swift:") == true)
    #expect(volume.value == 1)
    #expect(throws: SettingError.self) { try volume.write(.nan) }

    try store.set(2, for: "volume")
    let reports = Reports.collect { #expect(volume.value == 0.5) }
    #expect(reports.map(\.kind) == [.outOfRange])
    #expect(
      reports.first?.description
        == "The setting \"volume\" cannot be read: memory entry \"volume\" holds the number 2. "
        + "Expected a value from 0.0 to 1.0. Correct the stored value or call reset(); until then "
        + "the default is used.")
    #expect(store.value(for: "volume") == 2)
  }

  @Test func `every kind of range is described in words`() {
    func text(_ setting: Setting<Int>) -> String? {
      let error = #expect(throws: SettingError.self) { try setting.write(100) }
      return error?.expected
    }
    #expect(text(Setting(key: "a", default: 1, in: 1...5, store: store)) == "a value from 1 to 5")
    #expect(
      text(Setting(key: "b", default: 1, in: 1..<5, store: store))
        == "a value from 1 to less than 5")
    #expect(
      text(Setting(key: "c", default: 200, in: 101..., store: store)) == "a value of at least 101")
    #expect(text(Setting(key: "d", default: 1, in: ...5, store: store)) == "a value of at most 5")
    #expect(text(Setting(key: "e", default: 1, in: ..<5, store: store)) == "a value less than 5")
  }

  @Test func `a check refuses with its own words`() throws {
    let even = SettingValidation<Int>("an even number") { $0.isMultiple(of: 2) }
    let workers = Setting(key: "workers", default: 4, in: 1...8, where: even, store: store)
    try workers.write(2)
    let error = #expect(throws: SettingError.self) { try workers.write(3) }
    #expect(error?.kind == .invalidValue)
    #expect(error?.expected == "an even number")
    #expect(throws: SettingError.self) { try workers.write(10) }
    #expect(throws: SettingError.self) { try workers.update { $0 += 1 } }
    #expect(workers.value == 2)
  }

  @Test func `nil passes the checks of an optional`() throws {
    let port = Setting<Int?>(
      key: "port", in: 1...65_535, where: .init("even") { $0 % 2 == 0 }, store: store)
    try port.write(80)
    try port.write(nil)
    #expect(port.value == nil)
    let error = #expect(throws: SettingError.self) { try port.write(70_000) }
    #expect(error?.description.contains("it was given the number 70000") == true)
    #expect(throws: SettingError.self) { try port.write(81) }
  }

  @Test func `the message of a value that does not convert tells the range too`() {
    let store = InMemoryStore(["port": "80"])
    let port = Setting(key: "port", default: 1, in: 1...65_535, store: store)
    let error = #expect(throws: SettingError.self) { try port.read() }
    #expect(error?.expected == "a whole number, a value from 1 to 65535")
  }

  @Test func `a range of durations is described as durations are stored`() {
    let store = InMemoryStore(["t": "2h"])
    let timeout = Setting(
      key: "t", default: Duration.seconds(30), in: Duration.seconds(1)...(.seconds(60)),
      store: store)
    let error = #expect(throws: SettingError.self) { try timeout.read() }
    #expect(error?.expected == "a value from 1s to 60s")
    #expect(error?.description.contains("holds the string \"2h\"") == true)
  }

  @Test func `a default that its own declaration refuses is used and reported once`() {
    let reports = Reports.collect {
      let setting = Setting(key: "k", default: 200, in: 1...10, store: store)
      #expect(setting.value == 200 && setting.value == 200)
    }
    #expect(reports.map(\.kind) == [.invalidDefault])
    #expect(reports.first?.description.contains("its default is the number 200") == true)
  }

  @Test func `a slider that is moved too far is reported once`() {
    let volume = Setting(key: "volume", default: 0.5, in: 0...1, store: store)
    let reports = Reports.collect {
      for value in 2...9 { volume.value = Double(value) }
    }
    #expect(reports.map(\.kind) == [.outOfRange])
  }

  // MARK: - Former keys

  /// CASES 29.
  @Test func `a renamed key reads the old value until the first write`() throws {
    let store = InMemoryStore(["old": 5, "older": 6])
    let setting = Setting(key: "new", default: 0, formerly: ["old", "older"], store: store)
    #expect(setting.value == 5)
    #expect(setting.isSet)
    #expect(store.keys() == ["old", "older"])
    try setting.update { $0 += 1 }
    #expect(store.keys() == ["new"])
    #expect(setting.value == 6)
  }

  /// CASES 29.
  @Test func `the new key wins, always`() throws {
    let store = InMemoryStore(["old": 5, "new": 7])
    let setting = Setting(key: "new", default: 0, formerly: "old", store: store)
    #expect(setting.value == 7)
    try store.set("bad", for: "new")
    let reports = Reports.collect { #expect(setting.value == 0) }
    #expect(reports.count == 1)
    setting.value = 8
    #expect(store.keys() == ["new"])
  }

  @Test func `reset forgets the former keys too`() throws {
    let store = InMemoryStore(["old": 5])
    let setting = Setting(key: "new", default: 0, formerly: "old", store: store)
    try setting.reset()
    #expect(setting.value == 0)
    #expect(store.keys().isEmpty)
  }

  @Test func `nil removes the former keys too`() {
    let store = InMemoryStore(["old": 5])
    let setting = Setting<Int?>(key: "new", formerly: "old", store: store)
    #expect(setting.value == 5)
    setting.value = nil
    #expect(setting.value == nil)
    #expect(store.keys().isEmpty)
  }

  @Test func `an unreadable value under a former key names that key and stays`() {
    let store = InMemoryStore(["old": "x"])
    let setting = Setting(key: "new", default: 0, formerly: "old", store: store)
    let reports = Reports.collect { #expect(setting.value == 0) }
    #expect(reports.first?.source == "memory entry \"old\"")
    #expect(reports.first?.key == "new")
    #expect(store.value(for: "old") == "x")
  }

  // MARK: - Secrets

  /// A canary in every place where an error could show it.
  @Test func `no text shows the value of a secret`() throws {
    struct Odd: SettingValue {
      var text: String
      init(storedValue: StoredValue) throws {
        text = try String(storedValue: storedValue)
        throw SettingError(expected: "anything but \(text)", found: storedValue)
      }
      init(_ text: String) { self.text = text }
      var storedValue: StoredValue { get throws { throw Leak(text: text) } }
    }
    struct Leak: Error { var text: String }
    struct Fields: Codable, SettingValue { var number: Int }

    let store = InMemoryStore([
      "a": "canary", "b": ["canary": "canary"], "c": "canary", "d": .text("{\"number\": canary}"),
      "e": ["number": "canary"], "f": "canary",
    ])
    let long = SettingValidation<String>("a long text") { $0.count > 100 }
    let a = Setting(key: "a", default: 0, secret: true, store: store)
    let b = Setting(key: "b", default: [0: 0], secret: true, store: store)
    let c = Setting(key: "c", default: "", where: long, secret: true, store: store)
    let d = Setting(key: "d", default: Fields(number: 1), secret: true, store: store)
    let e = Setting(key: "e", default: Fields(number: 1), secret: true, store: store)
    let f = Setting(key: "f", default: Odd("canary"), secret: true, store: store)
    let reports = Reports.collect {
      _ = (a.value, b.value, c.value, d.value, e.value, f.value)
      c.value = "canary"
      f.value = Odd("canary")
      b.value[1] = 2
    }
    #expect(reports.count == 10)
    for report in reports {
      var dumped = ""
      dump(report, to: &dumped)
      #expect(!"\(report)\(dumped)".contains("canary"))
      #expect(report.description.contains("a secret value"))
    }
    struct Reference: SettingValue {
      var key: SettingKey
      init(storedValue: StoredValue) throws {
        key = try SettingKey(validating: String(storedValue: storedValue) + "..")
      }
      init() { key = "x" }
      var storedValue: StoredValue { .string(key.rawValue) }
    }
    let g = Setting(key: "a", default: Reference(), secret: true, store: store)
    let error = #expect(throws: SettingError.self) { try g.read() }
    #expect(error?.description.contains("canary") == false)
    for setting in [a, b, c, d, e, f] as [any AnySetting] {
      var dumped = ""
      dump(setting, to: &dumped)
      #expect(!"\(setting)\(dumped)\(Mirror(reflecting: setting).children)".contains("canary"))
    }
  }

  // MARK: - The rest

  @Test func `the initial value of a property is its default`() {
    struct Group {
      @Setting(key: "n") var number = 3
      @Setting(key: "o") var optional: Int? = nil
      @Setting(key: "p") var optionalWithDefault: Int? = 4
      @Setting(key: "q", in: 0...10) var inRange = 5
      @Setting(key: "r", in: 0...10) var optionalInRange: Int? = 6
    }
    withSettingStore(store) {
      let group = Group()
      #expect(group.number == 3 && group.optional == nil && group.optionalWithDefault == 4)
      #expect(group.inRange == 5 && group.optionalInRange == 6)
      group.number += 1
      #expect(store.value(for: "n") == 4)
    }
  }

  @Test func `what is declared can be asked for`() {
    let setting = Setting(
      key: "k", default: 1, formerly: ["a", "b"], secret: true, summary: "A number.", store: store)
    #expect(setting.key == "k")
    #expect(setting.formerKeys == ["a", "b"])
    #expect(setting.isSecret)
    #expect(setting.summary == "A number.")
    #expect(ObjectIdentifier(setting.valueType) == ObjectIdentifier(Int.self))
    #expect(setting.store === store)
    #expect(setting.projectedValue === setting)
  }

  // MARK: - Two settings with one key

  /// CASES 31.
  @Test func `two types under one key are reported once, with both places`() {
    let first = Setting(key: "k", default: 1, store: store)
    let second = Setting(key: "k", default: "", store: store)
    let third = Setting(key: "k", default: 2, store: store)
    let reports = Reports.collect {
      for _ in 1...3 { _ = (first.value, second.value, third.value) }
    }
    #expect(reports.map(\.kind) == [.conflictingTypes])
    let text = reports.first?.description ?? ""
    #expect(text.contains("Int at TypedSettingsTests/SettingRulesTests.swift:"))
    #expect(text.contains("String at TypedSettingsTests/SettingRulesTests.swift:"))
  }

  @Test func `one key in two stores is no conflict`() {
    let first = Setting(key: "k", default: 1, store: store)
    let second = Setting(key: "k", default: "", store: .inMemory())
    let reports = Reports.collect { _ = (first.value, second.value) }
    #expect(reports.isEmpty)
  }
}
