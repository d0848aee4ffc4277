import Testing
import TypedSettings

@Suite struct InMemoryStoreTests {
  @Test func `starts with a literal`() throws {
    let store: InMemoryStore = [
      "volume": 0.3, "name": "Ada", "list": [1, "a", .null], "volume": 0.5,
    ]
    #expect(store.value(for: "volume") == 0.5)
    #expect(store.value(for: "list") == [1, "a", .null])
    #expect(store.keys() == ["list", "name", "volume"])
  }

  @Test func `writing an equal value is no change`() throws {
    let store = InMemoryStore(["a": 1])
    let before = store.revision
    try store.set(1, for: "a")
    try store.remove("b")
    #expect(store.revision == before)
    try store.set(1.0, for: "a")
    #expect(store.revision != before)
  }

  @Test func `two stores never have the same revision`() {
    #expect(InMemoryStore().revision != InMemoryStore().revision)
  }
}
