import Synchronization

@testable import TypedSettings

/// Runs of the settings command over a store, with everything around it injected.
struct CommandSession<Catalog: SettingCatalog> {
  let store: any SettingStore
  var input: [UInt8]? = []
  /// What happens while the command is watching.
  var whileWatching: () -> Void = {}

  /// A run, and the lines that were printed before its end.
  struct Run {
    let outcome: CommandOutcome
    let lines: [String]

    var status: Int32 { outcome.status }
    var output: String { outcome.output }
    var errors: String { outcome.errors.joined(separator: "\n") }
    /// Everything that anybody could see.
    var text: String { output + errors + lines.joined(separator: "\n") }
  }

  init(_ catalog: Catalog.Type, over store: any SettingStore) {
    self.store = store
  }

  func run(_ words: String...) -> Run { run(words) }

  func run(_ words: [String]) -> Run {
    let lines = LineList()
    let console = CommandConsole(
      readInput: { input }, printLine: lines.add, printNote: { _ in }, waitForEnd: whileWatching)
    let outcome = withSettingStore(store) {
      CommandRun<Catalog>(name: "tool settings", console: console).outcome(of: words)
    }
    return Run(outcome: outcome, lines: lines.all)
  }
}

private final class LineList: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }

  func add(_ line: String) { list.withLock { $0.append(line) } }
}

/// The settings that the tests of the command are about.
struct ToolConfiguration: Configuration {
  static let shared = Self()

  enum Level: String, CaseIterable, SettingValue { case info, error }

  @Setting(key: "name", default: "tool") var name: String
  @Setting(key: "verbose", default: false) var verbose: Bool
  @Setting(
    key: "http.port", default: 80, in: 1...65_535, formerly: "port", summary: "Where it listens.")
  var port: Int
  @Setting(key: "tags", default: []) var tags: [String]
  @Setting(key: "level", default: .info) var level: Level
  @Setting(key: "limit") var limit: Int?
  @Setting(key: "token", secret: true) var token: String?
}
