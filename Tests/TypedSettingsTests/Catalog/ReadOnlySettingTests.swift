import Testing
import TypedSettings

/// A catalog in which one setting lies in layers that cannot be written.
@Suite(.serialized) struct ReadOnlySettingTests {
  struct Mixed: Configuration {
    static let shared = Self()
    static let store = InMemoryStore()
    static let arguments: LayeredStore = .layers([ArgumentsSource(["tool", "--file=x"])])
    @Setting(key: "a", default: 0, store: store) var a: Int
    @Setting(key: "file", default: "", store: arguments) var file: String
  }

  @Test func `reset forgets what can be forgotten`() throws {
    try Mixed.store.set(.integer(1), for: "a")
    try Mixed.reset()
    #expect(Mixed.store.keys().isEmpty)
    #expect(Mixed.file == "x")
  }

  @Test func `an edit of other settings is written`() throws {
    try Mixed.edit { Mixed.a = 2 }
    #expect(Mixed.store.value(for: "a") == .integer(2))
    try Mixed.store.remove("a")
  }

  @Test func `an edit of the setting that cannot be written changes nothing`() {
    let error = #expect(throws: SettingError.self) {
      try Mixed.edit {
        Mixed.a = 2
        Mixed.file = "y"
      }
    }
    #expect(error?.description.contains("none of the layers can be written") == true)
    #expect(Mixed.store.keys().isEmpty && Mixed.file == "x")
  }
}
