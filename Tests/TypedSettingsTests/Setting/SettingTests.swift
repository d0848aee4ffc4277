import Foundation
import Synchronization
import TestSupport
import Testing
import TypedSettings

@Suite struct SettingTests {
  let store = InMemoryStore()

  // MARK: - Default, unset, stored

  /// The first article: a stored 0 differs from "never stored".
  @Test func `a stored zero, false, empty string or default is set`() throws {
    let zero = Setting(key: "zero", default: 7, store: store)
    let no = Setting(key: "no", default: true, store: store)
    let empty = Setting(key: "empty", default: "x", store: store)
    let same = Setting(key: "same", default: 7, store: store)
    #expect(!zero.isSet && !no.isSet && !empty.isSet && !same.isSet)
    #expect(zero.value == 7 && no.value && empty.value == "x" && same.value == 7)
    zero.value = 0
    no.value = false
    empty.value = ""
    same.value = 7
    #expect(zero.isSet && no.isSet && empty.isSet && same.isSet)
    #expect(zero.value == 0 && !no.value && empty.value.isEmpty && same.value == 7)
    #expect(try zero.read() == 0)
    try zero.reset()
    #expect(!zero.isSet)
    #expect(try zero.read() == nil)
    #expect(zero.value == 7)
  }

  @Test func `the default is evaluated once, when it is needed`() {
    let count = Counter()
    let setting = Setting(key: "a", default: count.next(), store: store)
    #expect(count.value == 0)
    #expect(setting.value == 1)
    #expect(setting.value == 1)
    #expect(setting.defaultValue == 1)
    #expect(count.value == 1)
  }

  /// CASES 14.
  @Test func `a key removed behind our back reads as the default again`() throws {
    let setting = Setting(key: "a", default: 1, store: store)
    setting.value = 2
    #expect(setting.value == 2)
    try store.remove("a")
    #expect(setting.value == 1)
  }

  /// CASES 16: declared defaults stay in the program.
  @Test func `raw readers of the store do not see declared defaults`() throws {
    let setting = Setting(key: "a", default: 1, store: store)
    #expect(setting.value == 1)
    #expect(store.value(for: "a") == nil)
    #expect(store.keys().isEmpty)
  }

  // MARK: - Optional

  /// CASES 9, 11.
  @Test func `nil is stored where the default is not nil`() throws {
    let setting = Setting<Int?>(key: "k", default: 1, store: store)
    #expect(setting.value == 1)
    setting.value = 2
    setting.value = nil
    #expect(setting.value == nil)
    #expect(setting.isSet)
    #expect(store.value(for: "k") == .null)
    #expect(try setting.read() == .some(nil))
    let reopened = Setting<Int?>(key: "k", default: 1, store: store)
    #expect(reopened.value == nil)
    try setting.reset()
    #expect(setting.value == 1)
  }

  /// CASES 10, 12.
  @Test func `nil removes the key where there is no default`() throws {
    let setting = Setting<String?>(key: "k", store: store)
    #expect(setting.value == nil)
    #expect(!(setting.value == "x"))
    setting.value = ""
    #expect(setting.value?.isEmpty == true)
    #expect(setting.isSet)
    setting.value = nil
    #expect(setting.value == nil)
    #expect(!setting.isSet)
    #expect(store.keys().isEmpty)
  }

  /// CASES 13.
  @Test func `nil through generic code removes the key`() throws {
    func assign<Value>(_ value: Value, to setting: Setting<Value>) { setting.value = value }
    let setting = Setting<Int?>(key: "k", store: store)
    assign(3, to: setting)
    assign(Int?.none, to: setting)
    #expect(store.keys().isEmpty)
  }

  @Test func `a stored null is an error for a type that is not optional`() throws {
    try store.set(.null, for: "k")
    let error = #expect(throws: SettingError.self) {
      try Setting(key: "k", default: 1, store: store).read()
    }
    #expect(error?.kind == .typeMismatch)
    #expect(error?.description.contains("memory entry \"k\" holds null") == true)
  }

  // MARK: - Values that cannot be read

  /// CASES 3, 4, 5, 17, 18, 19: what is stored, and the setting that cannot read it.
  @Test(arguments: Unreadable.all)
  func `an unreadable value gives the default, one report, and stays`(_ item: Unreadable) throws {
    let store = InMemoryStore(["k": item.stored])
    let reports = Reports.collect {
      let (isDefault, isRead) = item.read(store)
      #expect(isDefault)
      #expect(!isRead)
      _ = item.read(store)
    }
    #expect(reports.map(\.kind) == [.typeMismatch])
    #expect(reports.first?.key == "k")
    #expect(reports.first?.source == "memory entry \"k\"")
    #expect(reports.first?.description.contains("Expected ") == true)
    #expect(store.value(for: "k") == item.stored)
  }

  /// CASES 20.
  @Test func `text is parsed strictly by the type that reads it`() throws {
    let store = InMemoryStore(["k": .text("3"), "t": .text("true"), "d": .text("61.3")])
    #expect(Setting(key: "k", default: 0, store: store).value == 3)
    #expect(Setting(key: "k", default: 0.0, store: InMemoryStore(["k": .text("3")])).value == 3)
    #expect(Setting(key: "t", default: false, store: store).value)
    #expect(Setting(key: "d", default: 0.0, store: store).value == 61.3)
    #expect(throws: SettingError.self) {
      try Setting(key: "d", default: 0, store: InMemoryStore(["d": .text("61.3")])).read()
    }
    #expect(throws: SettingError.self) {
      try Setting(key: "d", default: 0, store: InMemoryStore(["d": .text("abc")])).read()
    }
    #expect(throws: SettingError.self) {
      try Setting(key: "d", default: 0, store: InMemoryStore(["d": .string("3")])).read()
    }
  }

  /// CASES 1: the frequent loss.
  ///
  /// The element type gained a field, and one element is appended.
  @Test func `a change in place never replaces what cannot be read`() throws {
    struct Old: Codable, Equatable, SettingValue { var title: String }
    struct New: Codable, Equatable, SettingValue {
      var title: String
      var isDone: Bool
    }
    struct Todo: Configuration {
      static let shared = Self()
      @Setting(key: "items", default: []) var items: [New]
    }
    let old = [Old(title: "a"), Old(title: "b")]
    try withSettingStore(store) {
      try Setting<[Old]>(key: "items", default: []).write(old)
      let reports = Reports.collect {
        #expect(Todo.items.isEmpty)
        Todo.items.append(New(title: "c", isDone: false))
        Todo.shared.items.append(New(title: "c", isDone: false))
        Todo.$items.value.append(New(title: "c", isDone: false))
        #expect(throws: SettingError.self) {
          try Todo.$items.update { $0.append(New(title: "c", isDone: false)) }
        }
      }
      #expect(Set(reports.map(\.kind)) == [.typeMismatch, .unreadableWhole, .conflictingTypes])
      #expect(
        reports.contains {
          $0.description.contains("\"items\", element 0, holds a dictionary of 1 value")
            && $0.description.contains("The field \"isDone\" is missing.")
        })
      #expect(try Setting<[Old]>(key: "items", default: []).read() == old)
      // On purpose, it can be replaced.
      Todo.items = [New(title: "c", isDone: false)]
      Todo.items.append(New(title: "d", isDone: true))
      #expect(Todo.items.map(\.title) == ["c", "d"])
    }
  }

  /// CASES 2.
  @Test func `a missing field is an error, and nothing is overwritten until the program writes`()
    throws
  {
    struct Pair: Codable, Equatable, SettingValue {
      var a = 1
      var b = 2
    }
    let store = InMemoryStore(["k": ["a": 9]])
    let setting = Setting(key: "k", default: Pair(), store: store)
    let reports = Reports.collect { #expect(setting.value == Pair()) }
    #expect(reports.map(\.kind) == [.typeMismatch])
    #expect(store.value(for: "k") == ["a": 9])
    setting.value = Pair(a: 9, b: 3)
    #expect(store.value(for: "k") == ["a": 9, "b": 3])
  }

  // MARK: - Values that cannot be written

  /// CASES 6, 24.
  @Test func `a value without a form is refused and the old one stays`() throws {
    let setting = Setting(key: "k", default: Profile(), store: store)
    setting.value = Profile(score: 1.0)
    let before = store.value(for: "k")
    let reports = Reports.collect {
      setting.value.score = .nan
      setting.value = Profile(score: .infinity)
      setting.value = Profile(score: .infinity)
    }
    #expect(reports.map(\.kind) == [.notRepresentable])
    #expect(store.value(for: "k") == before)
    #expect(throws: SettingError.self) { try setting.write(Profile(score: .nan)) }
    #expect(setting.value.score == 1.0)
  }

  @Test func `a store that fails leaves the old value and is reported`() throws {
    let setting = Setting(key: "k", default: 5, store: BrokenStore(readsWork: true))
    let reports = Reports.collect {
      setting.value = 2
      #expect(setting.value == 1)
    }
    #expect(reports.map(\.kind) == [.storeFailed])
    #expect(
      reports.first?.description
        == "The setting \"k\" was not changed: entry k of the remote store could not be written. "
        + "the cable is out. What was stored is as it was; try again later.")
  }

  @Test func `a store that cannot be read gives the default and an error, not unset`() throws {
    let setting = Setting(key: "k", default: 5, store: BrokenStore())
    let reports = Reports.collect {
      #expect(setting.value == 5)
      #expect(!setting.isSet)
    }
    #expect(reports.map(\.kind) == [.storeFailed])
    #expect(throws: SettingError.self) { try setting.read() }
    #expect(throws: SettingError.self) { try setting.update { $0 += 1 } }
    #expect(throws: SettingError.self) { try setting.reset() }
  }

  // MARK: - What is stored

  /// CASES 7, 8.
  @Test func `enums store the bare raw value, also when they become Codable`() throws {
    Setting(key: "theme", default: Theme.light, store: store).value = .dark
    #expect(store.value(for: "theme") == "dark")
    Setting(key: "list", default: [Theme](), store: store).value = [.light, .dark]
    #expect(store.value(for: "list") == ["light", "dark"])
    let copy = InMemoryStore(["theme": "dark"])
    let setting = Setting(key: "theme", default: CodableTheme.light, store: copy)
    #expect(setting.value == .dark)
    setting.value = .light
    #expect(copy.value(for: "theme") == "light")
  }

  /// CASES 25.
  @Test func `dictionaries are objects whatever their keys are`() throws {
    Setting(key: "a", default: [Int: String](), store: store).value = [1: "x"]
    Setting(key: "b", default: [Theme: Int](), store: store).value = [.dark: 2]
    #expect(store.value(for: "a") == ["1": "x"])
    #expect(store.value(for: "b") == ["dark": 2])
  }

  @Test func `a set has one stored order`() throws {
    let setting = Setting(key: "s", default: Set<String>(), store: store)
    setting.value = ["b", "c", "a"]
    #expect(store.value(for: "s") == ["a", "b", "c"])
  }

  @Test func `a Codable value is stored as its fields`() throws {
    Setting(key: "k", default: Shape.circle(radius: 1), store: store).value =
      .square(side: 2, name: "n")
    #expect(store.value(for: "k") == ["square": ["side": 2, "name": "n"]])
  }

  @Test func `a Codable type with a set can be written, in any order of the set`() throws {
    struct Tags: Codable, Equatable, SettingValue {
      var names: Set<String>
      var byNumber: [UUID: Int] = [:]
    }
    let setting = Setting(key: "k", default: Tags(names: []), store: store)
    for count in 0..<40 {
      let value = Tags(
        names: Set((0..<count).map { "tag\($0)" }),
        byNumber: Dictionary(uniqueKeysWithValues: (0..<count).map { (UUID(), $0) }))
      try setting.write(value)
      #expect(setting.value == value)
    }
  }

  @Test func `what would be read as something else is refused`() throws {
    struct Percent: RawRepresentable, Equatable, SettingValue {
      var rawValue: Int
      init(unchecked rawValue: Int) { self.rawValue = rawValue }
      init?(rawValue: Int) {
        if rawValue > 100 { return nil }
        self.rawValue = rawValue
      }
    }
    struct Lowercase: RawRepresentable, Equatable, SettingValue {
      var rawValue: String
      init(unchecked rawValue: String) { self.rawValue = rawValue }
      init(rawValue: String) { self.rawValue = rawValue.lowercased() }
    }
    struct UserID: Codable, Hashable, SettingValue {
      var name: String
      init(_ name: String) { self.name = name }
      init(from decoder: any Decoder) throws {
        name = try decoder.singleValueContainer().decode(String.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
      }
    }
    struct Item: Codable, Hashable, SettingValue {
      var id: Int
      var note = ""
      enum CodingKeys: CodingKey { case id }
    }
    func refused<Value: SettingValue>(_ value: Value) -> SettingError.Kind? {
      let setting = Setting<Value?>(key: "k", store: InMemoryStore())
      do {
        try setting.write(value)
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(refused(Percent(unchecked: 300)) == .notRepresentable)
    #expect(refused(Lowercase(unchecked: "A")) == .notRepresentable)
    #expect(refused([UserID("ada"): 1]) == .notRepresentable)
    #expect(refused(Set([Item(id: 1, note: "a"), Item(id: 1, note: "b")])) == .notRepresentable)
    #expect(refused(UserID("ada")) == nil)
    #expect(refused(Percent(unchecked: 100)) == nil)
  }

  @Test func `an error of a conversion names its element, its key and what was being done`() {
    struct Odd: SettingValue {
      struct Complaint: Error {}
      init(storedValue: StoredValue) throws { throw Complaint() }
      init() {}
      var storedValue: StoredValue {
        get throws { throw SettingError(expected: "a better day", found: 1) }
      }
    }
    let setting = Setting(key: "k", default: [Odd](), store: InMemoryStore(["k": [1, 2]]))
    let readError = #expect(throws: SettingError.self) { try setting.read() }
    #expect(readError?.description.contains("\"k\", element 0, holds the number 1") == true)
    #expect(readError?.description.contains("Complaint()") == true)
    let writeError = #expect(throws: SettingError.self) { try setting.write([Odd()]) }
    #expect(writeError?.kind == .notRepresentable && writeError?.key == "k")
    #expect(
      writeError?.description.hasPrefix("The setting \"k\" was not changed: it was given") == true)
  }

  @Test(arguments: ["1e-9223372036854775808", "1e9223372036854775807", "1e99999999999999999999"])
  func `an enormous exponent is refused`(_ text: String) {
    let store = InMemoryStore(["t": .string(text), "u": .text(text)])
    #expect(throws: SettingError.self) {
      try Setting(key: "t", default: Duration.zero, store: store).read()
    }
    #expect(throws: SettingError.self) {
      try Setting(key: "t", default: Decimal(1), store: store).read()
    }
    #expect(throws: SettingError.self) {
      try Setting(key: "u", default: 1.0, store: store).read()
    }
  }

  @Test func `a value that nests without end is refused, read or written`() throws {
    struct Tree: Codable, SettingValue { var children: [Tree] }
    var deep = StoredValue.array([])
    for _ in 1...1000 { deep = .array([deep]) }
    #expect(throws: SettingError.self) { try store.set(deep, for: "k") }
    var tree = StoredValue.dictionary(["children": []])
    for _ in 1...1000 { tree = .dictionary(["children": .array([tree])]) }
    let held = InMemoryStore(["k": tree])
    let setting = Setting(key: "k", default: Tree(children: []), store: held)
    let error = #expect(throws: SettingError.self) { try setting.read() }
    #expect(error?.expected == "at most 256 levels of nesting")
  }

  @Test func `a refused value whose description would trap is described by its form`() {
    struct Event: Codable, SettingValue { var at: Date }
    let setting = Setting(
      key: "k", default: Event(at: .distantPast), where: .init("never") { $0.at == .distantPast },
      store: store)
    let error = #expect(throws: SettingError.self) {
      try setting.write(Event(at: Date(timeIntervalSinceReferenceDate: 1e300)))
    }
    #expect(error?.description.contains("it was given a dictionary of 1 value") == true)
  }

  @Test func `nil can be written although the default has no stored form`() throws {
    let setting = Setting<Profile?>(key: "k", default: Profile(score: .nan), store: store)
    try setting.write(nil)
    #expect(setting.value == nil)
    #expect(setting.isSet)
  }

  @Test func `a store without a revision converts a value only when it is another one`() throws {
    struct Counting: SettingValue {
      static let count = Counter()
      var text: String
      init(storedValue: StoredValue) throws {
        _ = Self.count.next()
        text = try String(storedValue: storedValue)
      }
      init(_ text: String) { self.text = text }
      var storedValue: StoredValue { .string(text) }
    }
    let store = DictionaryStore()
    try store.set("a", for: "k")
    let setting = Setting(key: "k", default: Counting(""), store: store)
    for _ in 1...5 { #expect(setting.value.text == "a") }
    #expect(Counting.count.value == 1)
    try store.set("b", for: "k")
    for _ in 1...5 { #expect(setting.value.text == "b") }
    #expect(Counting.count.value == 2)
  }

  @Test func `a value may use settings when it is let go`() {
    final class Closing: Codable, SettingValue {
      static let log = Setting(key: "log", default: 0, store: InMemoryStore())
      let number: Int
      init(_ number: Int) { self.number = number }
      deinit { Self.log.value += 1 }
    }
    let setting = Setting(key: "k", default: Closing(0), store: store)
    for number in 1...3 {
      setting.value = Closing(number)
      #expect(setting.value.number == number)
    }
    #expect(Closing.log.value > 0)
  }

  @Test func `the text of an error is its localized description too`() {
    let error = #expect(throws: SettingError.self) { try SettingKey(validating: "") }
    #expect(error?.localizedDescription == error?.description)
  }

  // MARK: - Description

  @Test func `a setting does not print its value`() {
    let setting = Setting(key: "k", default: "canary", secret: true, store: store)
    setting.value = "canary"
    var dumped = ""
    dump(setting, to: &dumped)
    #expect("\(setting)" == "Setting<String>(\"k\")")
    #expect(!dumped.contains("canary"))
    #expect(dumped.contains("\"k\""))
  }
}

/// A stored value and a setting of a type that cannot read it.
struct Unreadable: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let stored: StoredValue
  /// Whether `value` is the default, and whether `read()` gives a value.
  let read: @Sendable (InMemoryStore) -> (isDefault: Bool, isRead: Bool)

  init<Value: SettingValue & Equatable>(_ stored: StoredValue, _ value: Value) {
    testDescription = "\(stored) as \(Value.self)"
    self.stored = stored
    read = { store in
      let setting = Setting(key: "k", default: value, store: store)
      return (setting.value == value, (try? setting.read()) != nil)
    }
  }

  static let all: [Unreadable] = [
    Unreadable("light", 0), Unreadable(.integer(1), true), Unreadable(.bool(true), 0),
    Unreadable(.string("5"), 0), Unreadable(.double(5.5), 0), Unreadable(.integer(300), UInt8(0)),
    Unreadable(.integer(-1), UInt(0)), Unreadable(.unsigned(.max), 0), Unreadable(.null, "x"),
    Unreadable(.integer(1), "blah"), Unreadable(.data(Data([1])), "blah"),
    Unreadable("{not json", Profile()), Unreadable(.data(Data([0xff])), Profile()),
    Unreadable(.array([1]), Profile()), Unreadable(["name": 1], Profile()),
    Unreadable(["a", 1], ["x"]), Unreadable([1, .null], [7]), Unreadable(["a": "b"], [1: 2]),
    Unreadable("blue", Theme.light), Unreadable(3, Level.low), Unreadable("ab", Character("x")),
    Unreadable("", Character("x")), Unreadable([1, 1], Set([2])),
    Unreadable(["lowerBound": 2, "upperBound": 1], 0...1), Unreadable(["lowerBound": 2], 0..<1),
    Unreadable("not a uuid", UUID()), Unreadable("a b", URL(fileURLWithPath: "/")),
    Unreadable("2026-02-30T00:00:00Z", Date(timeIntervalSince1970: 0)),
    Unreadable("5 parsecs", Duration.zero), Unreadable("1,5", Decimal(1)),
    Unreadable("not base64!", Data([1])), Unreadable(.double(.nan), 0),
    Unreadable(.double(0.1234567890123), Float(1)), Unreadable(.integer(1 << 53 + 1), Float(1)),
    Unreadable(["1": "a", "01": "b"], [7: "x"]),
  ]
}

/// A number that goes up, from any thread.
final class Counter: Sendable {
  private let count = Mutex(0)

  var value: Int { count.withLock { $0 } }

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
