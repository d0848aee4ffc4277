import TestSupport
import Testing
import TypedSettings

/// The first article: reads with a default, on any store.
@Suite struct SettingSourceDefaultsTests {
  @Test(arguments: [InMemoryStore() as any SettingStore, DictionaryStore()])
  func `reads give the default until a value is stored, whatever it is`(
    _ store: any SettingStore
  ) throws {
    #expect(!store.contains("i"))
    #expect(store.integer(forKey: "i", default: 7) == 7)
    #expect(store.bool(forKey: "b", default: true))
    #expect(store.float(forKey: "f", default: 1.5) == 1.5)
    #expect(store.double(forKey: "d", default: 2.5) == 2.5)
    #expect(store.string(forKey: "s", default: "x") == "x")
    #expect(store.object(forKey: "o", default: Theme.dark) == .dark)
    try store.set(0, for: "i")
    try store.set(false, for: "b")
    try store.set(0.0, for: "f")
    try store.set(0.0, for: "d")
    try store.set("", for: "s")
    try store.set("light", for: "o")
    #expect(store.contains("i"))
    #expect(store.integer(forKey: "i", default: 7) == 0)
    #expect(!store.bool(forKey: "b", default: true))
    #expect(store.float(forKey: "f", default: 1.5) == 0)
    #expect(store.double(forKey: "d", default: 2.5) == 0)
    #expect(store.string(forKey: "s", default: "x").isEmpty)
    #expect(store.object(forKey: "o", default: Theme.dark) == .light)
  }

  @Test func `what cannot be read gives the default and one report`() {
    let store = InMemoryStore(["i": "abc"])
    let reports = Reports.collect {
      #expect(store.integer(forKey: "i", default: 7) == 7)
      #expect(store.integer(forKey: "i", default: 7) == 7)
    }
    #expect(reports.map(\.kind) == [.typeMismatch])
    #expect(
      reports.first?.description.contains("memory entry \"i\" holds the string \"abc\"") == true)
  }

  @Test func `a store that cannot be read gives the default and a report`() {
    let store = BrokenStore()
    let reports = Reports.collect {
      #expect(store.bool(forKey: "b", default: true))
      #expect(!store.contains("b"))
    }
    #expect(reports.map(\.kind) == [.storeFailed])
  }
}
