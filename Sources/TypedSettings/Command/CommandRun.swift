internal import Synchronization

/// A run of the settings command, without the process around it.
struct CommandRun<Catalog: SettingCatalog> {
  /// What the command is called: `service settings`.
  let name: String
  let console: CommandConsole
  let members = Catalog.members

  init(name: String, console: CommandConsole) {
    self.name = name
    self.console = console
  }

  /// Does what the words say.
  func outcome(of words: [String]) -> CommandOutcome {
    let reports = ReportList()
    var outcome = CommandOutcome()
    SettingDiagnostics.withHandler(reports.add) {
      do {
        outcome = try result(of: words)
      } catch let misuse as CommandMisuse {
        outcome = CommandOutcome(status: CommandOutcome.misused, errors: [misuse.text])
      } catch {
        outcome = CommandOutcome(status: CommandOutcome.failed, errors: ["\(error)"])
      }
    }
    outcome.errors = reports.texts.filter { !outcome.errors.contains($0) } + outcome.errors
    return outcome
  }

  private func result(of words: [String]) throws -> CommandOutcome {
    let words = CommandWords(words, settingNames: optionNames)
    guard let word = words.operands.first, !words.options.contains(.help) else {
      return CommandOutcome(output: help)
    }
    let subcommand = try self.subcommand(word)
    let operands = Array(words.operands.dropFirst())
    try check(words, operands, for: subcommand)
    return try run(subcommand, operands, words.options)
  }

  private func run(
    _ subcommand: Subcommand, _ operands: [String], _ options: Set<Subcommand.Option>
  ) throws -> CommandOutcome {
    let isJSON = options.contains(.json)
    switch subcommand {
    case .list: return list(isVerbose: options.contains(.verbose), isJSON: isJSON)
    case .get: return try get(try member(operands[0]), isJSON: isJSON)
    case .set: return try set(try member(operands[0]), to: operands[1])
    case .reset: return try reset(try operands.first.map(member))
    case .explain: return explain(try member(operands[0]), isJSON: isJSON)
    case .validate: return validate(isJSON: isJSON)
    case .schema: return CommandOutcome(output: Catalog.jsonSchema().asLines)
    case .reference: return CommandOutcome(output: Catalog.markdownReference().asLines)
    case .watch: return watch(try operands.first.map { [try member($0)] } ?? members)
    case .path: return path(isJSON: isJSON)
    case .help:
      _ = try operands.first.map(self.subcommand)
      return CommandOutcome(output: help)
    }
  }

  private func subcommand(_ word: String) throws -> Subcommand {
    if let subcommand = Subcommand(rawValue: word) { return subcommand }
    throw CommandMisuse.unknown(
      "\(word.quotedForMessage) is no subcommand of \(name)", word,
      among: Subcommand.allCases.map(\.rawValue),
      expected: "one of \(Subcommand.allCases.map(\.rawValue).joined(separator: ", "))",
      advice: seeHelp)
  }

  /// The setting with a key.
  private func member(_ word: String) throws -> any CatalogSetting {
    if let member = members.first(where: { $0.key.rawValue == word }) { return member }
    let renamed = members.first { $0.formerKeys.contains { $0.rawValue == word } }
    let candidates = renamed.map { [$0.key.rawValue] } ?? members.map(\.key.rawValue)
    throw CommandMisuse.unknown(
      "\(word.quotedForMessage) is no setting", renamed?.key.rawValue ?? word, among: candidates,
      expected: "the key of a setting",
      advice: "\"\(name) list\" shows all of them.")
  }
}

// MARK: - The command line

extension CommandRun {
  /// The advice where nothing better can be said.
  private var seeHelp: String { "\"\(name) help\" shows what there is." }

  /// The settings that options on the command line belong to.
  private var membersWithOptions: [any CatalogSetting] {
    members.filter { $0.store.orderedSources.contains { $0 is ArgumentsSource } }
  }

  /// The names of the options of settings, without hyphens.
  private var optionNames: Set<String> {
    Set(
      membersWithOptions.flatMap { [$0.key] + $0.formerKeys }
        .flatMap { [$0.rawValue, $0.optionSpelling] })
  }

  /// The options that are none of settings, in the spelling of the source that reads them.
  private var ownOptions: Set<String> {
    Set(Subcommand.Option.allCases.filter { !optionNames.contains($0.rawValue) }.map(\.spelling))
  }

  /// Refuses what the subcommand cannot have.
  private func check(
    _ words: CommandWords, _ operands: [String], for subcommand: Subcommand
  ) throws(CommandMisuse) {
    let command = "\(name) \(subcommand)"
    for option in Subcommand.Option.allCases
    where words.options.contains(option) && !subcommand.options.contains(option) {
      throw CommandMisuse(
        "\(option.spelling) is no option of \(command)",
        expected: "\(name) \(subcommand.synopsis)", advice: "Leave it out.")
    }
    // Validation finds a mistyped option itself, among all that is wrong.
    if subcommand != .validate || membersWithOptions.isEmpty {
      for option in words.otherOptions where option.form(for: optionNames) == nil {
        throw unknown(option, for: subcommand)
      }
    }
    let isAll = words.options.contains(.all)
    let count = subcommand == .reset ? (isAll ? 0...0 : 1...1) : subcommand.operandCount
    guard count.contains(operands.count) else {
      // What follows is not quoted: it can be a secret.
      throw CommandMisuse(
        operands.count > count.upperBound
          ? "There are too many words after \(command)" : "\(command) lacks a word",
        expected: "\(name) \(subcommand.synopsis)",
        advice: subcommand == .set
          ? "Put a value with spaces in quotation marks, and -- in front of one with hyphens."
          : seeHelp)
    }
  }

  private func unknown(_ option: CommandLineOption, for subcommand: Subcommand) -> CommandMisuse {
    let spelling = option.spelling
    if ownOptions.contains(spelling) {
      return CommandMisuse(
        "\(spelling) takes no value", expected: "\(spelling) alone",
        advice: "Leave out the equals sign and what follows.")
    }
    let own = subcommand.options.map(\.spelling)
    return .unknown(
      "\(spelling) is no option of \(name) \(subcommand), and of no setting", spelling,
      among: own + membersWithOptions.map { "--\($0.key.optionSpelling)" },
      expected: (own + ["the option of a setting"]).joined(separator: ", "),
      advice: "Correct it, or put -- in front of a value that begins with hyphens.")
  }

  /// Everything that is wrong with the settings.
  private func validate(isJSON: Bool) -> CommandOutcome {
    let problems = CatalogCheck(members, besides: ownOptions).problems
    var outcome = CommandOutcome(
      status: problems.isEmpty ? CommandOutcome.done : CommandOutcome.failed)
    if isJSON {
      outcome.output = OrderedJSON.validation(problems).document
    } else if problems.isEmpty {
      outcome.output = "All settings are right (\(members.count)).\n"
    } else {
      outcome.errors = [SettingError.invalidSettings(problems).description]
    }
    return outcome
  }
}

/// What was reported while the command ran.
private final class ReportList: Sendable {
  private let list = Mutex<[String]>([])

  var texts: [String] { list.withLock { $0 } }

  func add(_ error: SettingError) { list.withLock { $0.append(error.description) } }
}

extension String {
  /// The text with a line end at its end.
  fileprivate var asLines: String { hasSuffix("\n") ? self : self + "\n" }
}
