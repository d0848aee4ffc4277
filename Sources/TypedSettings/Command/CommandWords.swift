/// The words after the name of the settings command, sorted.
///
/// The command shares its line with ``ArgumentsSource``, which reads all of it: `settings list
/// --http-port 80 --json`. Both must see the same options with the same values. The command takes
/// its own few options, which have no values, and leaves the others to the settings. No word that a
/// setting gets changes by that, because no value of an option begins with two hyphens. An option
/// that a setting of the catalog has is that setting's alone; the command then has its short form.
struct CommandWords {
  /// The subcommand and its operands.
  private(set) var operands: [String] = []
  /// The options of the command.
  private(set) var options: Set<Subcommand.Option> = []
  /// The options that the command leaves to the settings.
  private(set) var otherOptions: [CommandLineOption] = []

  /// Sorts words.
  ///
  /// - Parameters:
  ///   - words: What follows the name of the command.
  ///   - settingNames: The names of options that settings have, without hyphens.
  init(_ words: [String], settingNames: Set<String>) {
    var index = words.startIndex
    while index < words.endIndex {
      let word = words[index]
      index += 1
      if word == "--" {
        operands += words[index...]
        return
      }
      if let option = Self.option(word, settingNames) {
        options.insert(option)
      } else if !word.hasPrefix("--") {
        operands.append(word)
      } else if let option = CommandLineOption.parse(words[(index - 1)...].prefix(2)).options.first
      {
        otherOptions.append(option)
        if option.hasNextWord { index += 1 }
      }
    }
  }

  private static func option(_ word: String, _ settingNames: Set<String>) -> Subcommand.Option? {
    Subcommand.Option.allCases.first { option in
      word == option.shortSpelling
        || word == option.spelling && !settingNames.contains(option.rawValue)
    }
  }
}
