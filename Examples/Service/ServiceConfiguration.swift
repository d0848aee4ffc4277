import Foundation
import TypedSettings

/// All settings of the service: the one place that knows keys, types, defaults and ranges.
struct ServiceConfiguration: Configuration {
  static let shared = Self()

  @Setting(key: "token", secret: true, required: true, summary: "What clients must present.")
  var token: String?

  @Setting(key: "tags", default: [], summary: "Words that each line of the log carries.")
  var tags: [String]

  let http = HTTP()
  let limits = Limits()
  let log = Log()

  struct HTTP: Sendable {
    @Setting(key: "http.host", default: "localhost") var host: String
    @Setting(key: "http.port", default: 8080, in: 1...65_535) var port: Int
    @Setting(key: "http.timeout", default: .seconds(30), in: .milliseconds(1) ... .seconds(600))
    var timeout: Duration
  }

  struct Limits: Sendable {
    @Setting(key: "limits.connections", default: 100, in: 1...10_000) var connections: Int
    @Setting(key: "limits.bodySize", default: 1 << 20, summary: "In bytes.") var bodySize: Int
  }

  struct Log: Sendable {
    enum Level: String, CaseIterable, SettingValue { case debug, info, warning, error }

    @Setting(key: "log.level", default: .info) var level: Level
  }

  /// The place of the settings file is a setting too, though none of the file.
  @Setting(key: "file", default: defaultFile, summary: "The settings file.", store: Layers.ofFile)
  var file: String

  private static var defaultFile: String {
    let folder = ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"]
    return (folder ?? NSHomeDirectory() + "/.config") + "/service/settings.json"
  }
}

/// Where the settings come from, highest first: `--http-port`, `SERVICE_HTTP_PORT`, the file.
enum Layers {
  private static let arguments = ArgumentsSource()
  private static let environment = EnvironmentSource(prefix: "SERVICE")

  static let ofFile = LayeredStore([arguments, environment])
  static let all = LayeredStore([
    arguments, environment,
    .jsonFile(at: URL(fileURLWithPath: ServiceConfiguration.file), watching: true),
  ])
}
