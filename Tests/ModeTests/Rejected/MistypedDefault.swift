// expected: type 'Theme' has no member 'drak'
import TypedSettings

enum Theme: String, SettingValue { case light, dark }

struct App: Configuration {
  static let shared = Self()
  @Setting(key: "theme", default: .drak) var theme: Theme
}
