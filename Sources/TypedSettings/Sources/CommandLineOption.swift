/// An option on a command line that begins with two hyphens.
struct CommandLineOption: Sendable {
  /// Its place among the words, from 1.
  let position: Int
  /// What stands behind the hyphens.
  let name: String
  /// What follows the equals sign, or the next word; nil where there is neither.
  let value: String?
  /// Whether the value is the next word.
  let hasNextWord: Bool

  /// The option as it was given, without its value.
  var spelling: String { "--" + name }

  /// Tells options and operands apart; values and short options are neither.
  static func parse(_ words: ArraySlice<String>) -> (options: [Self], operands: [String]) {
    var options: [Self] = []
    var operands: [String] = []
    var index = words.startIndex
    while index < words.endIndex {
      let word = words[index]
      let position = index - words.startIndex + 1
      index += 1
      if word == "--" {
        operands += words[index...]
        break
      }
      guard isOption(word) else {
        if word == "-" || word.utf8.first != hyphen { operands.append(word) }
        continue
      }
      // By bytes: a value may begin with a mark that makes one character of it and the equals sign.
      let parts = word.utf8.dropFirst(2).split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      let hasNextWord = parts.count == 1 && index < words.endIndex && !isOption(words[index])
      options.append(
        Self(
          position: position, name: parts.first ?? "",
          value: hasNextWord ? words[index] : parts.dropFirst().first, hasNextWord: hasNextWord))
      if hasNextWord { index += 1 }
    }
    return (options, operands)
  }

  private static let hyphen = UInt8(ascii: "-")

  private static func isOption(_ word: String) -> Bool {
    word.utf8.starts(with: [hyphen, hyphen])
  }

  /// What the option says about a setting with one of the names; nil where it is another one's.
  ///
  /// Without a value it is a flag, and no text: `--name` alone is a mistake where a name is meant.
  func form(for names: Set<String>) -> StoredValue? {
    if names.contains(name) { return value.map { .text($0) } ?? .bool(true) }
    guard value == nil, name.hasPrefix("no-"), names.contains(String(name.dropFirst(3))) else {
      return nil
    }
    return .bool(false)
  }

  /// The key that the option is spelt for; nil where there is none.
  var key: SettingKey? {
    // What makes no key is no setting of this program.
    SettingKey(optionSpelling: name) ?? (try? SettingKey(validating: name))
  }
}
