extension SettingError: CustomStringConvertible {
  /// What happened, where, what was expected and what to do.
  public var description: String {
    var sentences = [[headline, problem].compactMap(\.self).joined(separator: ": ") + "."]
    if let expected { sentences.append("Expected \(expected).") }
    if let reason { sentences.append(reason) }
    if let advice { sentences.append(advice) }
    return sentences.joined(separator: " ")
  }

  /// What happened to which setting, nil where the problem says it all.
  private var headline: String? {
    let setting = key.map { "The setting \($0.rawValue.debugDescription)" }
    return switch situation {
    case .reading: (setting ?? "A stored value") + " cannot be read"
    case .writing: (setting ?? "A value") + " was not changed"
    case .other: setting
    }
  }

  /// Where something is wrong, and what.
  private var problem: String? {
    guard let found else { return source }
    if kind == .storeFailed { return found }
    let place = ([source].compactMap(\.self) + path).joined(separator: ", ")
    let comma = path.isEmpty ? "" : ","
    if situation == .writing && source == nil {
      return "it was given \(found)" + (path.isEmpty ? "" : " at \(place)")
    }
    return place.isEmpty ? found : "\(place)\(comma) holds \(found)"
  }
}

// MARK: - The errors this package makes

extension SettingError {
  static func invalidKey(_ text: String, flaw: String) -> Self {
    Self(
      kind: .invalidKey, found: "\(shortened(text)) is not a setting key: \(flaw)",
      expected: "components separated by dots, such as http.port",
      advice: "Correct the key where it is declared.")
  }

  /// A value of the right type that no store could give back.
  static func notRepresentable(_ value: String, expected: String, reason: String? = nil) -> Self {
    Self(
      kind: .notRepresentable, found: value, expected: expected, reason: reason,
      advice: "Store another value, or another type.", situation: .writing)
  }

  static func store(_ problem: String, reason: String? = nil, advice: String? = nil) -> Self {
    Self(kind: .storeFailed, found: problem, reason: reason, advice: advice)
  }

  static func transactionEnded() -> Self {
    Self(
      kind: .transactionEnded, found: "A transaction was used after its end",
      advice: "Use a transaction only inside the closure that is given it.")
  }

  static func conflictingTypes(
    _ key: SettingKey, _ first: Any.Type, at firstPlace: SourceLocation, _ second: Any.Type,
    at secondPlace: SourceLocation
  ) -> Self {
    Self(
      kind: .conflictingTypes, key: key,
      found: "it is declared with two types, "
        + "\(first) at \(firstPlace) and \(second) at \(secondPlace)",
      advice: "Give one of the two settings another key.")
  }

  /// A change in place to a value whose stored form is unreadable.
  func keptFromChangeInPlace() -> Self {
    var error = self
    error = Self(
      kind: .unreadableWhole, key: key, source: source, found: found, expected: expected,
      reason: reason,
      advice: "A part of it cannot be changed without losing the rest: assign a whole value, or "
        + "call reset().",
      situation: .writing)
    error.path = path
    return error
  }

  /// At most 80 characters of the text, in quotation marks.
  private static func shortened(_ text: String) -> String {
    text.count > 80 ? "\(text.prefix(80).debugDescription)…" : text.debugDescription
  }
}

// MARK: - What the layers add

extension SettingError {
  /// Runs the body and puts a place inside the value in front of the path of its error.
  static func locating<Result>(_ place: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as Self {
      throw error.located(place)
    }
  }

  /// The error with a place inside the value in front of its path.
  func located(_ place: String) -> Self {
    var error = self
    error.path.insert(place, at: 0)
    return error
  }

  /// The error without anything that could show the value of a secret of the type.
  ///
  /// Only texts that this package or the declaration of the setting made are left in it.
  func redacted(_ type: Any.Type) -> Self {
    var error = self
    switch kind {
    case .outOfRange, .invalidValue:
      error.found = "a secret value"
    case .typeMismatch, .notRepresentable, .unreadableWhole:
      error.found = "a secret value"
      error.expected = "a value of type \(type)"
    default:
      break
    }
    error.reason = nil
    error.path = []
    return error
  }
}

// MARK: - Errors of a setting

extension SettingError {
  /// The error of a read, with the key that was read and the place of its value.
  static func reading(
    _ key: SettingKey, from source: any SettingSource, _ error: any Error
  ) -> Self {
    var result = error as? Self ?? failure("\(source.origin(of: key)) could not be read", error)
    result.key = key
    result.source = source.origin(of: key)
    result.situation = .reading
    result.advice =
      result.advice ?? "Correct the stored value or call reset(); until then the default is used."
    return result
  }

  /// The error of a write, with the key and the line that declares the setting.
  static func writing(
    _ key: SettingKey, to source: any SettingSource, _ error: any Error,
    declaredAt location: SourceLocation
  ) -> Self {
    var result = error as? Self ?? failure("\(source.origin(of: key)) could not be written", error)
    if result.situation == .reading { return result }
    result.key = key
    result.situation = .writing
    result.advice = result.advice ?? "Pass a value that the declaration at \(location) allows."
    return result
  }

  /// The error of a store that threw an error of its own.
  private static func failure(_ problem: String, _ error: any Error) -> Self {
    store(problem, reason: "\(error).", advice: "The value is as it was; try again later.")
  }
}
