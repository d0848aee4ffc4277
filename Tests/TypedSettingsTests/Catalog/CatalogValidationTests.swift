import Foundation
import TestSupport
import Testing
import TypedSettings

/// What `validate()`, `report()` and `explanation` say of settings over layers.
@Suite struct CatalogValidationTests {
  enum Level: String, CaseIterable, SettingValue { case debug, info, error }

  struct Server: Configuration {
    static let shared = Self()
    @Setting(key: "http.host", default: "localhost") var host: String
    @Setting(key: "http.port", default: 80, in: 1...65_535) var port: Int
    @Setting(key: "log.level", default: Level.info, formerly: "logLevel") var level: Level
    @Setting(key: "token", secret: true, required: true) var token: String?
    @Setting(key: "labels", default: [:]) var labels: [String: String]
  }

  /// Layers as a server has them, over a file with this text.
  private func layers(
    arguments: [String] = [], environment: [String: String] = [:], file: String,
    _ body: () throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("settings.json")
    try Data(file.utf8).write(to: url)
    try withSettingStore(
      .layers([
        .arguments(["server"] + arguments), .environment(prefix: "APP", variables: environment),
        .jsonFile(at: url),
      ]), body)
  }

  private func problems(_ catalog: (some SettingCatalog).Type) -> [String] {
    do throws(SettingError) {
      try catalog.validate()
      return []
    } catch {
      #expect(error.kind == .invalidSettings)
      for (index, problem) in error.problems.enumerated() {
        #expect(error.description.contains("\(index + 1). \(problem)"))
      }
      return error.problems.map(\.description)
    }
  }

  @Test func `good settings are valid, whoever gives them`() throws {
    try layers(
      arguments: ["--http-port", "81", "operand"],
      environment: ["APP_TOKEN": "abc", "PATH": "/bin", "APPLE": "x"],
      file: #"{"http": {"host": "h"}, "logLevel": "debug", "labels": {"a": "b"}}"#
    ) {
      #expect(problems(Server.self) == [])
    }
  }

  @Test func `all problems are found at once`() throws {
    try layers(
      arguments: ["--http.prot=1"], environment: ["APP_HTTP_PORT": "70000", "APP_TOKN": "hunter2"],
      file: """
        {
          "http": { "hots": "example.org" },
          "log.level": "verbose",
          "loging": { "file": "x" }
        }
        """
    ) {
      #expect(
        problems(Server.self) == [
          #"The setting "http.port": environment variable APP_HTTP_PORT holds the "#
            + #"text "70000". Expected a value from 1 to 65535. Correct or unset APP_HTTP_PORT "#
            + "and start the program again.",
          #"The setting "log.level": settings.json:3:16 holds the string "verbose"."#
            + " Expected one of debug, info, error. Correct the file or reset the setting.",
          #"The setting "token": it must have a value, and has none. "#
            + "Set it in one of these: "
            + "option --token, environment variable APP_TOKEN, settings.json.",
          #"No setting belongs to argument 1 (--http.prot). Did you mean "--http-port"? "#
            + "Correct or remove it.",
          #"No setting belongs to environment variable APP_TOKN. Did you mean "APP_TOKEN"? "#
            + "Correct or remove it.",
          #"No setting belongs to settings.json:2:13, "http.hots". Did you mean "http.host"? "#
            + "Correct or remove it.",
          #"No setting belongs to settings.json:4:3, "loging". Correct or remove it."#,
        ])
    }
  }

  @Test func `a file that is not JSON is one problem`() throws {
    try layers(environment: ["APP_TOKEN": "abc"], file: #"{"http": {"port": 81,}}"#) {
      #expect(
        problems(Server.self) == [
          #"settings.json:1:22: a comma stands before "}". Expected no comma after the last value. "#
            + "Correct the file; it is not written over until then."
        ])
    }
  }

  @Test func `settings whose names clash are reported`() throws {
    struct Clashing: Configuration {
      static let shared = Self()
      @Setting(key: "http.port", default: 1) var first: Int
      @Setting(key: "httpPort", default: 2) var second: Int
      @Setting(key: "http", default: [:]) var parent: [String: Int]
      @Setting(key: "limit", default: 2) var limit: Int
      @Setting(key: "limit", default: "") var sameLimit: String
    }
    try layers(file: "{}") {
      let found = problems(Clashing.self)
      #expect(found.count == 4)
      #expect(
        found.contains(
          #"The settings "http.port" and "httpPort" are both spelt "APP_HTTP_PORT". Expected names "#
            + "that differ in every source. Give one of the two settings another key."))
      #expect(found.contains { $0.contains(#"are both spelt "--http-port""#) })
      #expect(
        found.contains {
          $0.hasPrefix(#"The setting "http" holds the setting "http.port" inside its own value"#)
        })
      #expect(found.contains { $0.contains("two declarations give it different types") })
    }
    // In memory nothing of that matters but the types.
    withSettingStore(.inMemory()) {
      #expect(problems(Clashing.self).count == 1)
    }
  }

  @Test(arguments: ["null", #""""#, "17"])
  func `a required value must not be empty`(_ value: String) throws {
    try layers(file: #"{"token": \#(value)}"#) {
      #expect(problems(Server.self).count == 1)
    }
    try layers(environment: ["APP_TOKEN": ""], file: #"{"token": "abc"}"#) {
      #expect(
        problems(Server.self) == [
          #"The setting "token": it must have a value, and environment variable APP_TOKEN is empty. "#
            + "Set it there, or remove the empty value where another source has one."
        ])
    }
    try layers(arguments: ["--token"], file: "{}") {
      let found = problems(Server.self)
      #expect(found.count == 1)
      #expect(found.first?.contains("Expected a value of type String.") == true)
    }
  }

  @Test func `a value in the place of a group is told to be one`() throws {
    try layers(file: #"{"token": "abc", "http": 8080}"#) {
      #expect(
        problems(Server.self) == [
          #"settings.json:1:18, "http", has a value of its own, though settings lie inside it. "#
            + "Expected an object in braces. Correct or remove it."
        ])
    }
  }

  @Test func `a layer that cannot be read is named once`() throws {
    withSettingStore(
      .layers([LayeredStoreTests.BrokenSource(), InMemoryStore(["token": "abc"])])
    ) {
      let found = problems(Server.self)
      #expect(found.count == 1)
      #expect(
        found == [
          "broken source could not be read. it is offline. The default is used until the store answers."
        ])
    }
  }

  // MARK: - What a person sees

  @Test func `an explanation lists every source in order`() throws {
    try layers(
      arguments: ["--http-port", "8080"], environment: ["APP_HTTP_PORT": "9000"],
      file: """
        {
          "http": { "port": 81 }
        }
        """
    ) {
      let explanation = Server.$port.explanation
      #expect(explanation.winner?.place == "argument 1 (--http-port)")
      #expect(explanation.hidden.map(\.value) == ["9000", "81"])
      let line = explanation.declaration
      #expect(line.contains("CatalogValidationTests.swift:"))
      #expect(
        explanation.description == """
          http.port is 8080, from argument 1 (--http-port)
            argument 1 (--http-port)            8080  used
            environment variable APP_HTTP_PORT  9000  hidden
            settings.json:2:21                  81    hidden
            default                             80    \(line)
          """)
    }
  }

  @Test func `an explanation says what is wrong`() throws {
    try layers(environment: ["APP_LOG_LEVEL": "loud"], file: #"{"logLevel": "debug"}"#) {
      let explanation = Server.$level.explanation
      #expect(explanation.winner == nil)
      #expect(explanation.hidden.isEmpty)
      #expect(
        explanation.description == """
          log.level is "info", its default, because of an error
            environment variable APP_LOG_LEVEL  loud     wrong
            settings.json:1:14                  "debug"  hidden, former key logLevel
            default                             "info"   \(explanation.declaration)
          The setting "log.level" cannot be read: environment variable APP_LOG_LEVEL holds the \
          text "loud". Expected one of debug, info, error. What settings.json:1:14 says is not \
          used in its place. Correct or unset APP_LOG_LEVEL and start the program again.
          """)
    }
  }

  @Test func `a report is an aligned table`() throws {
    try layers(
      arguments: ["--http-port=x"], environment: ["APP_TOKEN": "hunter2"],
      file: #"{"labels": {"a": "b"}}"#
    ) {
      #expect(
        Server.report() == """
          http.host  "localhost"     default
          http.port  80              default, since argument 1 (--http-port) is wrong
          log.level  "info"          default
          token      a secret value  environment variable APP_TOKEN
          labels     {"a": "b"}      settings.json:1:12
          """)
    }
  }

  @Test func `a secret shows nowhere`() throws {
    struct Secrets: Configuration {
      static let shared = Self()
      @Setting(key: "token", default: "canary-1", secret: true) var token: String
      @Setting(key: "pin", default: 4_711, in: 0...9_999, secret: true) var pin: Int
      @Setting(key: "keys", default: ["canary-2"], secret: true) var keys: [String]
    }
    try layers(
      arguments: ["--token", "canary-3", "--pin=canary-4", "--keys", #""canary-5"#],
      environment: ["APP_TOKEN": "canary-6", "APP_PINN": "canary-7", "APP_KEYS": "canary-8"],
      file: #"{"token": 4712, "pin": 47129, "keys": ["canary-9", 5], "x": "canary-10"}"#
    ) {
      var texts: [String] = []
      let reports = Reports.collect {
        _ = (Secrets.token, Secrets.pin, Secrets.keys)
        Secrets.pin = 47_130
      }
      texts += reports.map(\.description)
      for setting in Secrets.settings {
        texts.append(setting.explanation.description)
        texts.append(String(reflecting: setting.explanation))
        texts.append("\(setting)")
        var dumped = ""
        dump(setting, to: &dumped)
        texts.append(dumped)
      }
      texts.append(Secrets.report())
      texts += problems(Secrets.self)
      for error in [#expect(throws: SettingError.self) { try Secrets.$pin.read() }] {
        texts.append(String(reflecting: error))
        var dumped = ""
        dump(error, to: &dumped)
        texts.append(dumped)
      }
      for text in texts {
        #expect(!text.contains("canary"))
        #expect(!text.contains("471"))
      }
      #expect(texts.count > 15)
    }
  }

  // MARK: - Shared sources, many names

  struct Listed: SettingCatalog {
    @TaskLocal static var settings: [any AnySetting] = []
  }

  @Test func `a source that settings reach in two ways is checked once, for all of them`() throws {
    let environment = EnvironmentSource(prefix: "APP", variables: ["APP_A": "1", "APP_B": "2"])
    let settings = [
      Setting(key: "a", default: 0, store: .layers([environment, InMemoryStore()])),
      Setting(key: "b", default: 0, store: .layers([environment, environment, InMemoryStore()])),
    ]
    try Listed.$settings.withValue(settings) { try Listed.validate() }
  }
}
