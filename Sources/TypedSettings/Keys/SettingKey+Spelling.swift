extension SettingKey {
  /// The key as environments spell it, without a prefix: `HTTP_PORT` for `http.port`.
  ///
  /// Also for `httpPort`: a word begins with each capital that follows another letter or a digit,
  /// a row of capitals being one word. What is neither a letter nor a digit becomes `_`.
  var environmentSpelling: String { separated(by: "_").uppercased() }

  /// The key in kebab case, as an option of a command line spells it: `http-port`.
  var optionSpelling: String { separated(by: "-").lowercased() }

  /// Creates the key that is `http.port` for `HTTP_PORT`; nil where that is not spelt so.
  init?(environmentSpelling name: some StringProtocol) {
    self.init(words: name, separatedBy: "_")
    guard environmentSpelling == name else { return nil }
  }

  /// Creates the key that is `http.port` for `http-port`; nil where that is not spelt so.
  init?(optionSpelling name: some StringProtocol) {
    self.init(words: name, separatedBy: "-")
    guard optionSpelling == name else { return nil }
  }

  private init?(words: some StringProtocol, separatedBy separator: Character) {
    let path = String(words.lowercased().map { $0 == separator ? "." : $0 })
    // A name that makes no key is none of this program.
    guard let key = try? Self(validating: path) else { return nil }
    self = key
  }

  /// The words of the key with the separator between them, in their own case.
  private func separated(by separator: Character) -> String {
    let characters = Array(rawValue)
    var result = ""
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        result.append(separator)
        continue
      }
      if character.isUppercase && index > 0 {
        let previous = characters[index - 1]
        let isBeforeLowercase = characters.dropFirst(index + 1).first?.isLowercase ?? false
        if previous.isLowercase || previous.isNumber || previous.isUppercase && isBeforeLowercase {
          result.append(separator)
        }
      }
      result.append(character)
    }
    return result
  }
}

/// The names of keys in an environment, such as `APP_HTTP_PORT` with the prefix `APP`.
struct EnvironmentNames: Sendable {
  /// What all names begin with, the underscore included; empty without a prefix.
  let start: String

  init(prefix: String) {
    start = prefix.isEmpty || prefix.hasSuffix("_") ? prefix : prefix + "_"
  }

  /// The name of a key.
  func name(of key: SettingKey) -> String { start + key.environmentSpelling }

  /// The key of a name; nil where no key is named so.
  func key(of name: String) -> SettingKey? {
    guard owns(name) else { return nil }
    return SettingKey(environmentSpelling: name.dropFirst(start.count))
  }

  /// Whether a name begins as those of this program do.
  func owns(_ name: String) -> Bool { name.hasPrefix(start) }
}
