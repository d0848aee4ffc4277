#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Where a program keeps its settings file when it does not say.
enum SettingsFile {
  /// The store of the settings file of this program.
  static let ofProgram = JSONFileStore(
    at: path(
      of: ProcessInfo.processInfo.processName, environment: ProcessInfo.processInfo.environment),
    level: .durable, onDamage: .refuse, in: POSIXFileSystem())

  /// The path of the settings file of a program, by the XDG Base Directory Specification.
  ///
  /// A relative `XDG_CONFIG_HOME` is ignored, as the specification demands.
  static func path(
    of program: String, environment: [String: String]
  ) -> FileLocation {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return .success("\(folder)/\(program)/settings.json")
    }
    if let home = environment["HOME"], home.hasPrefix("/") {
      return .success("\(home)/.config/\(program)/settings.json")
    }
    return .failure(
      .store(
        "there is no place for the settings file, since neither HOME nor XDG_CONFIG_HOME is an "
          + "absolute path",
        advice: "Set one of the two variables, or name a file with DefaultSettingStore.use(_:)."))
  }
}
