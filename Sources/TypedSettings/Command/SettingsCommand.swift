/// A command line for the settings of a program: `service settings list`, `service settings set …`.
///
/// A program opts in with one line, after it has set its store and before it does anything else:
///
/// ```swift
/// struct ServiceConfiguration: Configuration {
///   static let shared = Self()
///   @Setting(key: "http.port", default: 80, in: 1...65_535) var port: Int
/// }
///
/// func start() {
///   DefaultSettingStore.use(.layers([.arguments(), .environment(prefix: "SERVICE"), .inMemory()]))
///   SettingsCommand.runIfAsked(ServiceConfiguration.self)
///   print("serving at port", ServiceConfiguration.port)
/// }
/// ```
///
/// | subcommand | does |
/// |---|---|
/// | `list [--verbose]` | prints key, value and source of each setting |
/// | `get KEY` | prints the value alone |
/// | `set KEY VALUE` | stores a value, which the type of the setting parses |
/// | `reset KEY`, `reset --all` | forgets the stored value |
/// | `explain KEY` | prints all sources that have the setting |
/// | `validate` | prints everything that is wrong with the settings |
/// | `schema`, `reference` | print a JSON schema, a description in Markdown |
/// | `watch [KEY]` | prints a line for each change, until a signal ends it |
/// | `path` | prints the places that are read and written |
/// | `help [SUBCOMMAND]` | prints these subcommands |
///
/// The status is 0 when all is well, 1 when the settings are wrong or could not be read or written,
/// and 64 for a command line that makes no sense. Results go to standard output, everything else to
/// standard error. The value of a secret is never printed, and `set KEY -` reads it from standard
/// input.
///
/// ## Options of settings
/// Options that belong to settings work behind the subcommand as they do for the program:
/// `settings explain http.port --http-port 80` shows the argument as the source. Put them last: a
/// word after an option is its value. The command's own are `--json`, `--verbose`, `--all` and
/// `--help`, or `-j`, `-v`, `-a`, `-h`; where a setting has one of the long names, that is the
/// setting's alone. An option that is neither is refused.
///
/// ## Output for programs
/// `--json` makes one JSON value of the output of `list`, `get`, `explain`, `validate` and `path`.
/// - `get`: an object of `key`, `value`, `source` (the place; null for the default), and where it
///   applies `secret` (true, and no `value`) and `problem` (the error of a value that is not used).
/// - `list`: an array of these.
/// - `explain`: the same with `default`, `declaration` (file and line), `summary`, and `sources`:
///   objects of `place`, `key`, `value`, `used`, and `problem`.
/// - `validate`: an object of `valid` and `problems`: objects of `kind`, `message`, and where they
///   are known `key` and `source`.
/// - `path`: an array of objects of `kind` (`file`, `folder`, `environment`, `arguments`, `memory`,
///   `other`), `name` (a path for the first two), `written`, and `exists` for files and folders.
///
/// Values have the form that the settings file gives them.
public enum SettingsCommand {
  /// Runs the settings command and ends the process, if the first argument asks for it.
  ///
  /// Else it returns at once. Call it once the store is set, and before ``SettingCatalog/validate()``:
  /// wrong settings are what the command is for.
  ///
  /// - Parameters:
  ///   - catalog: The settings.
  ///   - name: The first argument that asks for the command.
  ///   - arguments: The words of the command line, the first of which is the name of the program.
  public static func runIfAsked<Catalog: SettingCatalog>(
    _ catalog: Catalog.Type, as name: String = "settings",
    arguments: [String] = CommandLine.arguments
  ) {
    guard arguments.dropFirst().first == name else { return }
    let program = arguments[0].split(separator: "/").last.map(String.init) ?? arguments[0]
    Platform.endProcess(
      run(catalog, Array(arguments.dropFirst(2)), as: "\(program) \(name)"))
  }

  /// Runs the settings command, for programs that parse their arguments themselves.
  ///
  /// - Parameters:
  ///   - catalog: The settings.
  ///   - words: The subcommand and what follows it.
  ///   - name: What the command is called in its messages, such as `service settings`.
  /// - Returns: The status with which to end the process: 0, 1 or 64.
  public static func run<Catalog: SettingCatalog>(
    _ catalog: Catalog.Type, _ words: [String], as name: String
  ) -> Int32 {
    let outcome = CommandRun<Catalog>(name: name, console: .standard).outcome(of: words)
    let isPrinted = outcome.output.isEmpty || Platform.writeToStandardOutput(outcome.output)
    for error in outcome.errors { Platform.printToStandardError(error) }
    if isPrinted { return outcome.status }
    Platform.printToStandardError(
      "The result could not be written to standard output. Send it to a place that takes it.")
    return max(outcome.status, CommandOutcome.failed)
  }
}

/// What the settings command uses of the process.
struct CommandConsole {
  /// Reads standard input to its end; nil where that cannot be read.
  let readInput: () -> [UInt8]?
  /// Prints a line at once.
  let printLine: @Sendable (String) -> Void
  /// Prints a line for people at once, to standard error.
  let printNote: (String) -> Void
  /// Waits until watching is to end.
  let waitForEnd: () -> Void

  /// The process itself.
  static var standard: Self {
    Self(
      readInput: Platform.readStandardInput,
      printLine: { line in
        // Nobody reads it any more: there is nothing left to do.
        if !Platform.writeToStandardOutput(line + "\n") {
          Platform.endProcess(CommandOutcome.failed)
        }
      },
      printNote: Platform.printToStandardError,
      waitForEnd: { Platform.waitForSignals() })
  }
}
