// expected: cannot convert value of type 'String' to expected argument type 'Int'
import TypedSettings

struct App: Configuration {
  static let shared = Self()
  @Setting(key: "port", default: "80") var port: Int
}
