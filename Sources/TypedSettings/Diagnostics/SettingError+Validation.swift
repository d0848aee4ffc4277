// The errors that the validation of a catalog makes.

extension SettingError {
  static func invalidSettings(_ problems: [SettingError]) -> Self {
    var error = Self(kind: .invalidSettings)
    error.problems = problems
    return error
  }

  static func missing(_ key: SettingKey, emptyAt origin: String?, places: [String]) -> Self {
    var error = Self(
      kind: .missingValue, problem: "it must have a value, and has none",
      advice: "Set it in one of these: \(places.joined(separator: ", ")).")
    if places.count == 1 { error.advice = "Set it in \(places[0])." }
    if let origin {
      error.problem = "it must have a value, and \(origin) is empty"
      error.advice = "Set it there, or remove the empty value where another source has one."
    }
    error.key = key
    return error
  }

  static func formerKeyInUse(_ former: SettingKey, of key: SettingKey) -> Self {
    Self(
      kind: .conflictingNames,
      problem:
        "The setting \(key.rawValue.quotedForMessage) takes over the value of its former key "
        + "\(former.rawValue.quotedForMessage), which is the key of another setting",
      expected: "former keys that no setting has any more",
      advice: "Remove the former key from the declaration, or the other setting.")
  }

  static func declaredTwice(
    _ key: SettingKey, at first: SourceLocation, at second: SourceLocation
  ) -> Self {
    Self(
      kind: .conflictingNames,
      problem: "The setting \(key.rawValue.quotedForMessage) is declared in two ways, at \(first) "
        + "and at \(second)",
      expected: "one default, one range and one secrecy for each key",
      advice: "Give one of the two another key, or use one declaration for both.")
  }

  static func unknownName(_ entry: SourceEntry, near candidate: String?) -> Self {
    let name = entry.origin.contains(entry.name) ? "" : ", \(entry.name.quotedForMessage)"
    if entry.isGroup {
      var error = Self(
        kind: .unknownName,
        problem: "\(entry.origin)\(name), has a value of its own, though settings lie inside it",
        expected: "an object in braces", advice: "Correct or remove it.")
      error.source = entry.origin
      return error
    }
    let suggestion = candidate.map { "Did you mean \($0.quotedForMessage)? " } ?? ""
    var error = Self(
      kind: .unknownName, problem: "No setting belongs to \(entry.origin)\(name)",
      advice: suggestion + "Correct or remove it.")
    error.source = entry.origin
    return error
  }

  static func sameName(_ first: SettingKey, _ second: SettingKey, _ name: String) -> Self {
    Self(
      kind: .conflictingNames,
      problem: "The settings \(first.rawValue.quotedForMessage) and "
        + "\(second.rawValue.quotedForMessage) are both spelt \(name.quotedForMessage)",
      expected: "names that differ in every source",
      advice: "Give one of the two settings another key.")
  }

  static func nestedNames(_ parent: SettingKey, _ child: SettingKey) -> Self {
    Self(
      kind: .conflictingNames,
      problem: "The setting \(parent.rawValue.quotedForMessage) holds the setting "
        + "\(child.rawValue.quotedForMessage) inside its own value, as a settings file nests them",
      expected: "keys that do not continue each other",
      advice: "Give one of the two settings another key.")
  }

  /// The error as one of a list that keeps a program from starting: the default is not used then.
  var listed: Self {
    var error = self
    if error.action == .reading { error.action = nil }
    if let advice, advice.hasSuffix(Self.usesDefault) {
      error.advice = advice.dropLast(Self.usesDefault.count) + "."
    }
    return error
  }

  /// The error of a source itself, whatever setting it came up with.
  func ofSource() -> Self {
    var error = self
    error.key = nil
    error.source = nil
    error.action = nil
    error.unusedPlaces = []
    return error
  }
}
