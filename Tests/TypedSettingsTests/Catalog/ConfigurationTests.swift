import TestSupport
import Testing
import TypedSettings

struct AppConfiguration: Configuration {
  static let shared = Self()
  static let ownStore = InMemoryStore()

  @Setting(key: "Configuration.Name", default: "No Name") var name: String
  @Setting(key: "volume", default: 0.5, in: 0...1) var volume: Double
  @Setting(key: "token", secret: true) var token: String?
  @Setting(key: "items", default: []) var items: [Int]
  @Setting(key: "own", default: 1, store: ownStore) var own: Int
  let editor = Editor()
  let plain = 3

  struct Editor: Sendable {
    @Setting(key: "editor.fontSize", default: 12) var fontSize: Int
    let colors = Colors()
  }

  final class Colors: Sendable {
    let text = Setting(key: "editor.colors.text", default: "black")
  }
}

@Suite struct ConfigurationTests {
  let store = InMemoryStore()

  @Test func `settings are typed static properties`() throws {
    try withSettingStore(store) {
      #expect(AppConfiguration.name == "No Name")
      AppConfiguration.name = "Hoge"
      AppConfiguration.volume = 0.25
      AppConfiguration.volume += 0.5
      AppConfiguration.items.append(1)
      AppConfiguration.items[0] = 7
      AppConfiguration.editor.fontSize = 14
      AppConfiguration.editor.colors.text.value = "red"
      #expect(AppConfiguration.name == "Hoge" && AppConfiguration.shared.name == "Hoge")
      #expect(AppConfiguration.volume == 0.75)
      #expect(AppConfiguration.items == [7])
      #expect(AppConfiguration.editor.fontSize == 14)
      #expect(AppConfiguration.plain == 3)
      #expect(store.value(for: "editor.colors.text") == "red")
      try AppConfiguration.$name.reset()
      #expect(!AppConfiguration.$name.isSet)
    }
  }

  @Test func `a detached task reaches the same settings`() async {
    await withSettingStore(store) {
      AppConfiguration.name = "here"
      let name = await Task { AppConfiguration.name }.value
      #expect(name == "here")
    }
  }

  @Test func `the catalog lists all settings, nested groups included, in order`() {
    #expect(
      AppConfiguration.settings.map(\.key.rawValue) == [
        "Configuration.Name", "volume", "token", "items", "own", "editor.fontSize",
        "editor.colors.text",
      ])
  }

  @Test func `groups that refer to each other are listed once`() {
    final class Node: Sendable {
      let value = Setting(key: "node", default: 0)
      let next: Node?
      init(_ next: Node? = nil) { self.next = next }
    }
    struct Ring: Configuration {
      static let shared = Self()
      let first: Node
      let second: Node
      init() {
        first = Node()
        second = Node(first)
      }
    }
    #expect(Ring.settings.count == 2)
  }
}
