import Foundation
import Testing
import TypedSettings

/// Spells every public initialiser, so that an overload which changes the meaning of one shows.
@Suite struct SourceCompatibilityTests {
  struct Everything {
    @Setting(key: "a", default: 1) var a: Int
    @Setting(
      key: "b", default: 1, where: .init("x") { $0 > 0 }, formerly: "c", secret: true, summary: "s",
      store: .inMemory())
    var b: Int
    @Setting(
      key: "d", default: 1, in: 0...9, where: .init("x") { $0 > 0 }, formerly: ["e", "f"],
      secret: false, summary: "s", store: .inMemory())
    var d: Int
    @Setting(key: "g") var g = "text"
    @Setting(key: "h", where: .init("x") { !$0.isEmpty }, formerly: [], summary: nil) var h = "text"
    @Setting(key: "i", in: 0..<1, where: .init("x") { $0 > 0 }) var i = 0.5
    @Setting(key: "j") var j: Int?
    @Setting(key: "k", default: 1) var k: Int?
    @Setting(key: "l", default: nil, where: .init("x") { $0 > 0 }, formerly: "m") var l: Int?
    @Setting(key: "n", in: 0..., where: .init("x") { $0 > 0 }, secret: true) var n: Int?
    @Setting(key: "o", default: 2, in: 0...) var o: Int?
    @Setting(key: "p") var p: Int? = nil
    @Setting(key: "q") var q: Int? = 3
    @Setting(key: "r", in: ...9, store: .inMemory()) var r: Int? = 4
    @Setting(key: "s", default: [:]) var s: [String: [Int?]]
    @Setting(key: "t") var t: Int??
  }

  @Test func `every declaration has the type and the default it says`() {
    let it = Everything()
    withSettingStore(.inMemory()) {
      #expect(it.a == 1 && it.b == 1 && it.d == 1 && it.g == "text" && it.h == "text")
      #expect(it.i == 0.5 && it.j == nil && it.k == 1 && it.l == nil && it.n == nil && it.o == 2)
      #expect(it.p == nil && it.q == 3 && it.r == 4 && it.s == [:] && it.t == nil)
    }
  }

  @Test func `handles infer their types`() {
    let number: Setting<Int> = Setting(key: "a", default: 1)
    let inRange: Setting<Double> = Setting(key: "a", default: 0.5, in: 0...1)
    let optional: Setting<Int?> = Setting(key: "a")
    let optionalInRange: Setting<Int?> = Setting(key: "a", default: nil, in: 1...2)
    let initial: Setting<String> = Setting(wrappedValue: "x", key: "a")
    #expect(number.key == inRange.key && optional.key == optionalInRange.key)
    #expect(initial.defaultValue == "x")
  }

  @Test func `the other public initialisers`() throws {
    #expect(try SettingKey(validating: "a.b") == "a.b")
    #expect(SettingKeyList(["a"]) == "a" && SettingKeyList(["a", "b"]) == ["a", "b"])
    #expect(SettingRevision() != SettingRevision())
    #expect(SettingError(expected: "x", found: 1).expected == "x")
    #expect(InMemoryStore().keys().isEmpty && InMemoryStore(["a": 1]).keys() == ["a"])
    #expect(SettingValidation<Int>("x") { $0 > 0 }.expectation == "x")
    #expect(SettingRevisionCell().revision != SettingRevision())
    let literal: InMemoryStore = ["a": 1]
    let stores: [any SettingStore] = [.inMemory(), .inMemory(["a": .double(0.3)]), literal]
    #expect(stores.count == 3)
    #expect(EnvironmentSource(prefix: "A", variables: [:]).keys().isEmpty)
    #expect(ArgumentsSource([]).operands.isEmpty && ArgumentsSource().revision != nil)
    let file = URL(fileURLWithPath: "/nowhere/.env")
    #expect(
      try DotEnvSource(at: file).keys().isEmpty
        && DotEnvSource(at: file, prefix: "A").keys().isEmpty)
    #expect(try DirectorySource(at: file).keys().isEmpty)
    #if UserDefaults
    let more: [any SettingStore] = [
      .userDefaults, .userDefaults(suite: "x/y"), .userDefaults(suite: "x/y", cached: true),
    ]
    #expect(more.count == 3)
    #endif
  }
}
