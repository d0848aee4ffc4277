// expected: has no dynamic member 'nmae'
import TypedSettings

struct App: Configuration {
  static let shared = Self()
  @Setting(key: "name", default: "") var name: String
}

func read() -> String { App.nmae }
