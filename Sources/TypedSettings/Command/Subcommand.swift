/// What the settings command can be told to do.
enum Subcommand: String, CaseIterable {
  case list, get, set, reset, explain, validate, schema, reference, watch, path, help

  /// The options of the command itself; all others are those of settings.
  enum Option: String, CaseIterable {
    case json, verbose, all, help

    /// The option as it is given: `--json`.
    var spelling: String { "--" + rawValue }

    /// The short form, which is never one of a setting: `-j`.
    var shortSpelling: String { "-" + rawValue.prefix(1) }
  }

  /// The words that follow the subcommand.
  var operands: [String] {
    switch self {
    case .get, .explain: ["KEY"]
    case .set: ["KEY", "VALUE"]
    case .reset, .watch: ["[KEY]"]
    case .help: ["[SUBCOMMAND]"]
    case .list, .validate, .schema, .reference, .path: []
    }
  }

  /// How many operands there have to be.
  var operandCount: ClosedRange<Int> {
    operands.count { !$0.hasPrefix("[") }...operands.count
  }

  /// The options that the subcommand takes, beside `--help`, which all of them take.
  var options: [Option] {
    switch self {
    case .list: [.verbose, .json]
    case .get, .explain, .validate, .path: [.json]
    case .reset: [.all]
    case .set, .schema, .reference, .watch, .help: []
    }
  }

  /// The subcommand with what can follow it: `list [--verbose] [--json]`.
  var synopsis: String {
    if self == .reset { return "reset KEY | --all" }
    return ([rawValue] + operands + options.map { "[\($0.spelling)]" }).joined(separator: " ")
  }

  /// What it does, in a line.
  var summary: String {
    switch self {
    case .list: "key, value and source of each setting; --verbose explains each"
    case .get: "the value alone, for scripts"
    case .set: "stores a value"
    case .reset: "forgets the stored value, or all of them"
    case .explain: "the sources that have the setting, and which one counts"
    case .validate: "everything that is wrong with the settings"
    case .schema: "a JSON schema of the settings file, for editors"
    case .reference: "a description of all settings in Markdown"
    case .watch: "a line for each change, until it is interrupted"
    case .path: "the places that the settings are read from and written to"
    case .help: "this text"
    }
  }
}
