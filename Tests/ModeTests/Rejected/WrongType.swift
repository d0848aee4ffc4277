// expected: cannot assign value of type 'String' to type 'Int'
import TypedSettings

struct App: Configuration {
  static let shared = Self()
  @Setting(key: "port", default: 80) var port: Int
}

func write() { App.port = "80" }
