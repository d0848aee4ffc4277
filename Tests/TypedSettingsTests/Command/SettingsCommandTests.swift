import Testing

@testable import TypedSettings

@Suite struct SettingsCommandTests {
  let memory = InMemoryStore()

  private func session(arguments: String...) -> CommandSession<ToolConfiguration> {
    CommandSession(
      ToolConfiguration.self,
      over: .layers([ArgumentsSource(["tool", "settings"] + arguments), memory]))
  }

  private func run(_ words: String...) -> CommandSession<ToolConfiguration>.Run {
    CommandSession(ToolConfiguration.self, over: memory).run(words)
  }

  @Test(arguments: [
    [], ["help"], ["--help"], ["list", "--help"], ["-h"], ["help", "set"], ["set", "x", "-h"],
  ])
  func `help is the result of no subcommand, of help and of its option`(words: [String]) {
    let run = CommandSession(ToolConfiguration.self, over: memory).run(words)
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.hasPrefix("Usage: tool settings SUBCOMMAND\n"))
    for subcommand in Subcommand.allCases {
      #expect(run.output.contains("\n  \(subcommand.synopsis) "))
    }
    #expect(run.output.contains("tool settings explain http.port --http-port VALUE\n"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `list is the report`() throws {
    try memory.set(8080, for: "http.port")
    let run = run("list")
    #expect(run.output == withSettingStore(memory) { ToolConfiguration.report() } + "\n")
    #expect(run.output.contains("http.port  8080      memory entry \"http.port\"\n"))
    #expect(run.status == 0 && run.errors.isEmpty)
  }

  @Test func `list says that values cannot be used`() throws {
    try memory.set("x", for: "http.port")
    let run = run("list")
    #expect(run.status == 0)
    #expect(run.errors == "One value cannot be used. \"tool settings validate\" says why.")
    try memory.set("x", for: "limit")
    #expect(self.run("list").errors.hasPrefix("2 values cannot be used."))
  }

  @Test(arguments: ["--verbose", "-v"])
  func `list explains each setting when it is to be verbose`(option: String) {
    let names = CommandSession(OtherConfiguration.self, over: memory).run("list", option)
    #expect(
      names.output.hasPrefix(
        "What it is for.\na is 1, its default\n  default  1  TypedSettingsTests/"))
    #expect(names.output.contains("\n\nb is 2, its default\n"))
  }

  @Test func `get prints the bare value`() throws {
    #expect(run("get", "name").output == "tool\n")
    #expect(run("get", "http.port").output == "80\n")
    #expect(run("get", "limit").output == "\n")
    try memory.set(["a", "b c"], for: "tags")
    #expect(run("get", "tags").output == "[\"a\", \"b c\"]\n")
    #expect(session(arguments: "--name", "x y").run("get", "name").output == "x y\n")
  }

  @Test func `get of a value that cannot be used is an error and prints nothing`() throws {
    try memory.set("x", for: "http.port")
    let run = run("get", "http.port")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("holds the string \"x\". Expected a whole number"))
  }

  @Test func `set stores what the type makes of the text`() throws {
    #expect(run("set", "http.port", "8080").output == "http.port is 8080, from \(place)\n")
    #expect(memory.value(for: "http.port") == 8080)
    #expect(run("set", "tags", "a,b").status == 0)
    #expect(memory.value(for: "tags") == ["a", "b"])
    #expect(run("set", "name", "-").status == 0)
    #expect(memory.value(for: "name") == "-")
    #expect(run("set", "name", "--", "--x").status == 0)
    #expect(memory.value(for: "name") == "--x")
    #expect(run("set", "limit", "-5").status == 0)
    #expect(memory.value(for: "limit") == -5)
  }

  private var place: String { "memory entry \"http.port\"" }

  @Test func `set of a wrong value is an error and stores nothing`() {
    let run = run("set", "http.port", "70000")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        The setting "http.port" was not changed: it was given the text "70000". Expected a value \
        from 1 to 65535. Give such a value.
        """)
    #expect(
      self.run("set", "level", "infoo").errors.contains("Expected one of info, error. "))
    #expect(memory.keys().isEmpty)
  }

  @Test func `set of what a higher layer overrides stores it and says so`() {
    let run = session(arguments: "--http.port", "90").run("set", "http.port", "8080")
    #expect(run.status == 0)
    #expect(memory.value(for: "http.port") == 8080)
    #expect(run.output == "http.port is 90, from argument 2 (--http.port)\n")
    #expect(run.errors.contains("but argument 2 (--http.port) overrides it."))
  }

  @Test func `what cannot be written is an error`() {
    let session = CommandSession(
      ToolConfiguration.self, over: .layers([EnvironmentSource(variables: [:])]))
    for words in [["set", "name", "x"], ["reset", "--all"]] {
      let run = session.run(words)
      #expect(run.status == 1)
      #expect(run.errors.contains("none of the layers can be written"))
    }
  }

  @Test func `reset forgets one or all`() throws {
    for key in ["name", "http.port", "other"] as [SettingKey] { try memory.set(1, for: key) }
    let run = run("reset", "http.port")
    #expect(run.output == "http.port is 80, its default\n")
    #expect(memory.keys() == ["name", "other"])
    #expect(self.run("reset", "--all").status == 0)
    #expect(memory.keys() == ["other"])
  }

  @Test func `explain shows the sources and the summary`() throws {
    try memory.set(8080, for: "port")
    let run = session(arguments: "--http-port=90").run("explain", "http.port", "--http-port=90")
    #expect(
      run.output.hasPrefix(
        """
        Where it listens.
        http.port is 90, from argument 2 (--http-port)
          argument 2 (--http-port)  90    used
          memory entry "port"       8080  hidden, former key port
          default                   80    TypedSettingsTests/CommandSession.swift:
        """))
  }

  @Test func `validate reports all that is wrong`() throws {
    #expect(run("validate").output == "All settings are right (7).\n")
    try memory.set(0, for: "http.port")
    let words = ["validate", "--json", "x", "--nmae", "x"]
    let run = CommandSession(
      ToolConfiguration.self, over: .layers([ArgumentsSource(["tool"] + words), memory])
    ).run("validate", "--nmae", "x")
    #expect(run.status == 1)
    #expect(run.output.isEmpty)
    #expect(
      run.errors == """
        The settings have 2 problems:
        1. The setting "http.port": memory entry "http.port" holds the number 0. Expected a value \
        from 1 to 65535. Correct the stored value or call reset().
        2. No setting belongs to argument 4 (--nmae). Did you mean "--name"? Correct or remove it.
        """)
  }

  @Test func `path shows the places`() {
    #expect(
      session().run("path").output == """
        command line, such as --name  read
        memory of the process         read and written

        """)
  }

  @Test func `watch prints a line for each change until it ends`() {
    let memory = memory
    var session = CommandSession(ToolConfiguration.self, over: memory)
    session.whileWatching = {
      withSettingStore(memory) {
        ToolConfiguration.port = 81
        ToolConfiguration.name = "x"
        ToolConfiguration.token = "canary"
      }
    }
    #expect(
      session.run("watch").lines == [
        "http.port: 80 → 81", "name: \"tool\" → \"x\"", "token: no value → a secret value",
      ])
    #expect(session.run("watch", "name").lines == [])
  }

  @Test func `schema and reference are those of the catalog`() {
    #expect(run("schema").output.hasPrefix("{"))
    #expect(run("reference").output.hasPrefix("# "))
  }

  // MARK: - Other catalogs, and the line in a program

  struct OtherConfiguration: Configuration {
    static let shared = Self()
    @Setting(key: "a", default: 1, summary: "What it is for.") var a: Int
    @Setting(key: "b", default: 2) var b: Int
  }

  @MainActor enum Window: @MainActor SettingCatalog {
    @Setting(key: "window.width", default: 800) static var width: Int

    static var settings: [any AnySetting] { [$width] }
  }

  @MainActor @Test func `a catalog of the main actor has the command too`() {
    let session = CommandSession(Window.self, over: memory)
    #expect(session.run("set", "window.width", "900").status == 0)
    #expect(session.run("get", "window.width").output == "900\n")
    #expect(session.run("reset", "--all").status == 0)
    #expect(session.run("list").output == "window.width  800  default\n")
    SettingsCommand.runIfAsked(Window.self, arguments: ["tool"])
  }

  @Test func `without settings as the first argument the program goes on`() {
    for arguments in [[], ["tool"], ["tool", "list"], ["tool", "--x", "settings"]] {
      SettingsCommand.runIfAsked(OtherConfiguration.self, arguments: arguments)
    }
    SettingsCommand.runIfAsked(
      OtherConfiguration.self, as: "config", arguments: ["tool", "settings"])
  }
}
