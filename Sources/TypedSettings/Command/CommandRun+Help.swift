extension CommandRun {
  /// What the command can do.
  var help: String {
    let table = TextTable(rows: Subcommand.allCases.map { [$0.synopsis, $0.summary] })
    return """
      Usage: \(name) SUBCOMMAND

      \(table.description(indentedBy: 2))

      Options: --json, --verbose, --all, --help, or -j, -v, -a, -h.
      Options of settings come last, and count as when the program runs:
        \(name) explain \(example.rawValue) --\(example.optionSpelling) VALUE
      Where a setting has the option --verbose, for example, that is the setting's: use -v.
      -- ends all options; it stands in front of a VALUE that begins with two hyphens.
      The VALUE - reads a secret from standard input, so that it is in no history.

      Status: 0 done; 1 settings are wrong, or could not be read or written; 64 wrong usage.

      """
  }

  /// A key to show how options are spelt.
  private var example: SettingKey {
    let keys = members.map(\.key)
    return keys.first { $0.rawValue.contains(".") } ?? keys.first ?? "http.port"
  }
}
