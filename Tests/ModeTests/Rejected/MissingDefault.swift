// expected: A setting needs a default, 'default: ...', unless its type is optional.
import TypedSettings

struct App: Configuration {
  static let shared = Self()
  @Setting(key: "name") var name: String
}
