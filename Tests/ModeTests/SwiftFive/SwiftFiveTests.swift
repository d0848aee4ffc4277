import Testing
import TypedSettings

// A client in Swift 5 mode, where every spelling works.
// Such a client has to compile without a warning, and run.

enum Theme: String, CaseIterable, SettingValue { case light, dark }

struct Profile: Codable, Equatable, SettingValue {
  var name = "Ada"
  var age = 36
}

struct AppConfiguration: Configuration {
  static let shared = Self()
  @Setting(key: "Configuration.Name", default: "No Name") var name: String
  @Setting(key: "volume", default: 0.5, in: 0...1) var volume: Double
  @Setting(key: "token", secret: true) var token: String?
  @Setting(key: "theme", default: .light) var theme: Theme
  @Setting(key: "profile", default: Profile()) var profile: Profile
  @Setting(key: "count") var count = 3
  @Setting(key: "items", default: [], where: .init("at most 3 items") { $0.count <= 3 })
  var items: [String]
  let editor = Editor()

  struct Editor: Sendable {
    @Setting(key: "editor.fontSize", default: 12, formerly: "fontSize") var fontSize: Int
  }
}

let launches = Setting(key: "launches", default: 0, summary: "How often the program started.")

enum AppSettings: SettingCatalog {
  @Setting(key: "Configuration.Name", default: "No Name") static var name: String
  @Setting(key: "Configuration.Setting", default: true) static var setting: Bool
  @Setting(key: "theme", default: .light) static var theme: Theme
  @Setting(key: "token", secret: true) static var token: String?
  @Setting(key: "count") static var count = 3

  static var settings: [any AnySetting] { [$name, $setting, $theme, $token, $count] }
}

@Suite struct SwiftFiveTests {
  @Test func `the classic spelling`() throws {
    try withSettingStore(.inMemory()) {
      #expect(AppSettings.name == "No Name" && AppSettings.setting && AppSettings.count == 3)
      AppSettings.name = "Hoge"
      AppSettings.setting = false
      AppSettings.theme = .dark
      AppSettings.token = "x"
      AppSettings.count += 1
      #expect(AppSettings.name == "Hoge" && !AppSettings.setting && AppSettings.theme == .dark)
      #expect(AppSettings.$count.value == 4 && AppSettings.$token.isSet)
      try AppSettings.edit { AppSettings.name = "again" }
      try AppSettings.synchronize()
      try AppSettings.reset()
      #expect(AppSettings.name == "No Name" && AppSettings.token == nil)
    }
  }

  @Test func `a configuration`() throws {
    try withSettingStore(.inMemory(["fontSize": 9])) {
      AppConfiguration.name = "Hoge"
      AppConfiguration.volume += 0.25
      AppConfiguration.theme = .dark
      AppConfiguration.profile.age += 1
      AppConfiguration.items.append("a")
      AppConfiguration.token = nil
      AppConfiguration.shared.count = 4
      AppConfiguration.editor.fontSize += 1
      #expect(AppConfiguration.name == "Hoge" && AppConfiguration.volume == 0.75)
      #expect(AppConfiguration.theme == .dark && AppConfiguration.profile.age == 37)
      #expect(AppConfiguration.items == ["a"] && AppConfiguration.count == 4)
      #expect(AppConfiguration.editor.fontSize == 10 && AppConfiguration.token == nil)
      try AppConfiguration.$name.reset()
      try AppConfiguration.edit { AppConfiguration.volume = 1 }
      #expect(AppConfiguration.settings.count == 8)
    }
  }

  @Test func `a handle`() throws {
    try withSettingStore(.inMemory()) {
      launches.value += 1
      try launches.update { $0 += 1 }
      try launches.write(launches.value + 1)
      #expect(try launches.read() == 3)
    }
  }

  @Test func `detached tasks`() async {
    let store = InMemoryStore()
    await Task.detached {
      await withSettingStore(store) {
        AppConfiguration.name = "detached"
        launches.value += 1
        await Task.yield()
        #expect(AppConfiguration.name == "detached" && launches.value == 1)
      }
    }.value
    #expect(store.value(for: "launches") == 1)
  }
}
