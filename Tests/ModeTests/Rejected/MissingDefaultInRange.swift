// expected: A setting needs a default, 'default: ...', unless its type is optional.
import TypedSettings

struct App: Configuration {
  static let shared = Self()
  @Setting(key: "volume", in: 0...1) var volume: Double
}
