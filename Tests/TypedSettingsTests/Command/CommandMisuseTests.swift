import Testing

@testable import TypedSettings

@Suite struct CommandMisuseTests {
  private func run(_ words: [String]) -> CommandSession<ToolConfiguration>.Run {
    CommandSession(
      ToolConfiguration.self,
      over: .layers([ArgumentsSource(["tool", "settings"] + words), InMemoryStore()])
    ).run(words)
  }

  struct Case: CustomTestStringConvertible {
    let words: [String]
    let text: String

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(arguments: [
    Case(
      words: ["lsit"],
      text: """
        "lsit" is no subcommand of tool settings. Expected one of list, get, set, reset, explain, \
        validate, schema, reference, watch, path, help. Did you mean "list"? "tool settings help" \
        shows what there is.
        """),
    Case(
      words: ["get", "htp.port"],
      text: """
        "htp.port" is no setting. Expected the key of a setting. Did you mean "http.port"? "tool \
        settings list" shows all of them.
        """),
    Case(
      words: ["get", "port"],
      text: """
        "port" is no setting. Expected the key of a setting. Did you mean "http.port"? "tool \
        settings list" shows all of them.
        """),
    Case(
      words: ["help", "lst"],
      text: """
        "lst" is no subcommand of tool settings. Expected one of list, get, set, reset, explain, \
        validate, schema, reference, watch, path, help. Did you mean "list"? "tool settings help" \
        shows what there is.
        """),
    Case(
      words: ["get"],
      text: """
        tool settings get lacks a word. Expected tool settings get KEY [--json]. "tool settings \
        help" shows what there is.
        """),
    Case(
      words: ["set", "name", "two", "words"],
      text: """
        There are too many words after tool settings set. Expected tool settings set KEY VALUE. \
        Put a value with spaces in quotation marks, and -- in front of one with hyphens.
        """),
    Case(
      words: ["get", "name", "--all"],
      text: """
        --all is no option of tool settings get. Expected tool settings get KEY [--json]. Leave \
        it out.
        """),
    Case(
      words: ["list", "--jsno"],
      text: """
        --jsno is no option of tool settings list, and of no setting. Expected --verbose, --json, \
        the option of a setting. Did you mean "--json"? Correct it, or put -- in front of a value \
        that begins with hyphens.
        """),
    Case(
      words: ["list", "--json=yes"],
      text: """
        --json takes no value. Expected --json alone. Leave out the equals sign and what follows.
        """),
  ])
  func `a wrong command line is told in full`(_ misuse: Case) {
    let run = run(misuse.words)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors == misuse.text)
  }

  @Test(arguments: [["reset"], ["reset", "name", "--all"], ["list", "x"], ["watch", "a", "b"]])
  func `other numbers of words are refused`(words: [String]) {
    #expect(run(words).status == 64)
  }

  @Test func `without arguments among the layers no option is one of a setting`() {
    let session = CommandSession(ToolConfiguration.self, over: InMemoryStore())
    #expect(session.run("list", "--name", "x").status == 64)
    #expect(session.run("validate", "--name", "x").status == 64)
    #expect(session.run("list", "--verbose").status == 0)
  }

  // MARK: - Whose an option is

  @Test func `an option that a setting has is the setting's`() {
    let run = run(["get", "verbose", "--verbose"])
    #expect(run.output == "true\n")
    #expect(self.run(["list", "--verbose"]).output.contains("\n  default") == false)
    #expect(self.run(["list", "-v"]).output.contains("\n  default"))
    #expect(self.run(["validate", "--verbose"]).status == 0)
  }

  @Test func `the command's own options are no unknown settings`() {
    let run = run(["validate", "--json"])
    #expect(run.status == 0)
    #expect(run.output == "{\n  \"valid\": true,\n  \"problems\": []\n}\n")
    // The source takes the word after the option for its value, the command does not.
    #expect(self.run(["--json", "validate"]).status == 0)
  }

  @Test func `the words are sorted as the source of arguments sorts them`() {
    let line = ["--json", "get", "--a", "x", "-v", "--b=y", "name", "--c", "--", "--d"]
    let words = CommandWords(line, settingNames: [])
    #expect(words.operands == ["get", "name", "--d"])
    #expect(words.options == [.json, .verbose])
    #expect(words.otherOptions.map(\.spelling) == ["--a", "--b", "--c"])
    #expect(words.otherOptions.map(\.value) == ["x", "y", nil])
  }
}
