import TypedSettings

/// The second article's class, as it is written today: typed, with defaults in one place.
@MainActor enum Configuration {
  @Setting(key: "Configuration.Name", default: "No Name")
  static var name: String

  @Setting(key: "Configuration.Setting", default: true)
  static var setting: Bool
}

/// Prints two settings, changes them, and says where they are kept.
///
/// Run it twice: the second run prints what the first one stored. `--reset` forgets.
@main
@MainActor
struct Quickstart {
  static func main() throws {
    switch CommandLine.arguments.dropFirst() {
    case []:
      print("name:", Configuration.name)
      print("setting:", Configuration.setting)
      Configuration.name = "Hoge"
      Configuration.setting = false
      try DefaultSettingStore.current.synchronize()
      print("Stored \"Hoge\" and false in", place)
    case ["--reset"]:
      try Configuration.$name.reset()
      try Configuration.$setting.reset()
      try DefaultSettingStore.current.synchronize()
      print("Forgotten.")
    default:
      print("Usage: Quickstart [--reset]")
    }
  }

  /// The path of the settings file, or what else the store calls the place.
  static var place: String {
    let store = DefaultSettingStore.current
    return (store as? JSONFileStore)?.path ?? store.origin(of: Configuration.$name.key)
  }
}
