// expected: requires the types 'Int' and 'String?' be equivalent
import TypedSettings

struct App: Configuration {
  static let shared = Self()
  @Setting(key: "port", default: "80") var port: Int
}
