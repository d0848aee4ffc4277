#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension SettingError: CustomStringConvertible, LocalizedError {
  /// What happened, where, what was expected and what to do.
  public var description: String {
    if !problems.isEmpty { return list }
    var sentences = [[headline, detail].compactMap(\.self).joined(separator: ": ") + "."]
    if let expected { sentences.append("Expected \(expected).") }
    if let reason { sentences.append(reason) }
    if !unusedPlaces.isEmpty {
      sentences.append(
        "What \(unusedPlaces.joined(separator: " and ")) "
          + (unusedPlaces.count == 1 ? "says" : "say") + " is not used in its place.")
    }
    if let advice { sentences.append(advice) }
    return sentences.joined(separator: " ")
  }

  /// The ``description``, for `localizedDescription`.
  public var errorDescription: String? { description }

  /// The problems as a numbered list.
  private var list: String {
    let count = problems.count == 1 ? "one problem" : "\(problems.count) problems"
    let lines = problems.enumerated().map { "\($0 + 1). \($1)" }
    return (["The settings have \(count):"] + lines).joined(separator: "\n")
  }

  /// What could not be done with which setting, nil where the problem says it all.
  private var headline: String? {
    let setting = key.map { "The setting \($0.rawValue.quotedForMessage)" }
    return switch action {
    case .reading: (setting ?? "A stored value") + " cannot be read"
    case .writing: (setting ?? "A value") + " was not changed"
    case .securing: (setting ?? "A value") + " was changed, but is not safe yet"
    case nil: setting
    }
  }

  /// Where something is wrong, and what.
  private var detail: String? {
    if let problem { return problem }
    guard let found else { return nil }
    let place = ([source].compactMap(\.self) + path).joined(separator: ", ")
    if source == nil { return "it was given \(found)" + (path.isEmpty ? "" : " at \(place)") }
    return place + (path.isEmpty ? "" : ",") + " holds \(found)"
  }
}

// MARK: - The errors this package makes

extension SettingError {
  static func invalidKey(_ text: String, flaw: String) -> Self {
    Self(
      kind: .invalidKey, problem: "\(text.quotedForMessage) is not a setting key: \(flaw)",
      expected: "components separated by dots, such as http.port", advice: "Correct the key.")
  }

  /// A value of the right type that no store could give back.
  static func notRepresentable(_ value: String, expected: String, reason: String? = nil) -> Self {
    Self(
      kind: .notRepresentable, found: value, expected: expected, reason: reason,
      advice: "Store another value, or another type.")
  }

  package static func store(
    _ problem: String, expected: String? = nil, reason: String? = nil, advice: String? = nil
  ) -> Self {
    Self(
      kind: .storeFailed, problem: problem, expected: expected, reason: reason, advice: advice)
  }

  static func transactionEnded() -> Self {
    Self(
      kind: .transactionMisused, problem: "A transaction was used after its end",
      advice: "Use a transaction only inside the closure that is given it.")
  }

  static func transactionApplying(on store: any SettingStore) -> Self {
    Self(
      kind: .transactionMisused,
      problem: "\(type(of: store)) was used by a call that it made itself while applying changes",
      advice: "Use it after that call, for example in a task.")
  }

  static func tooDeep(atMost limit: Int) -> Self {
    Self(
      kind: .notRepresentable, problem: "the value nests more than \(limit) levels deep",
      expected: "fewer levels", advice: "Store a value that is less nested.")
  }

  static func transactionRepeated(by store: any SettingStore) -> Self {
    Self(
      kind: .transactionMisused,
      problem: "\(type(of: store)) ran the closure of performTransaction(_:) twice",
      advice: "Correct the store: it must call the closure exactly once.")
  }

  static func transactionMoved(by store: any SettingStore) -> Self {
    Self(
      kind: .transactionMisused,
      problem:
        "\(type(of: store)) ran the closure of performTransaction(_:) on another thread, or after "
        + "its end",
      advice: "Correct the store: it must call the closure on the thread that it was called on.")
  }

  static func transactionIgnored(by store: any SettingStore) -> Self {
    Self(
      kind: .transactionMisused,
      problem:
        "\(type(of: store)) returned from performTransaction(_:) without running its closure",
      advice: "Correct the store: it must call the closure exactly once.")
  }

  static func changedInsideUpdate(_ key: SettingKey) -> Self {
    var error = Self(
      kind: .transactionMisused,
      problem: "it was assigned inside its own update, which sets it at its end",
      advice: "Inside the update, change the value that the closure is given.")
    error.key = key
    error.action = .writing
    return error
  }

  static func conflictingTypes(
    _ key: SettingKey, _ first: Any.Type, at firstPlace: SourceLocation, _ second: Any.Type,
    at secondPlace: SourceLocation
  ) -> Self {
    var error = Self(
      kind: .conflictingTypes,
      problem: "two declarations give it different types, "
        + "\(first) at \(firstPlace) and \(second) at \(secondPlace)",
      advice: "Give one of the two settings another key.")
    error.key = key
    return error
  }
}

// MARK: - What the layers add

extension SettingError {
  /// Runs the body and puts a place inside the value in front of the path of its error.
  static func locating<Value>(
    _ place: String, _ body: () throws(Self) -> Value
  ) throws(Self) -> Value {
    do {
      return try body()
    } catch {
      throw error.located(place)
    }
  }

  /// The error with a place inside the value in front of its path.
  func located(_ place: String) -> Self {
    var error = self
    error.path.insert(place, at: 0)
    return error
  }

  /// The end of an advice about a value that cannot be read.
  static let usesDefault = "; until then the default is used."

  /// The error of reading a setting, with the place of its value, perhaps under a former key.
  func reading(
    _ setting: SettingKey, under storedKey: SettingKey, from source: any SettingSource
  ) -> Self {
    var error = self
    error.key = setting
    error.source = source.origin(of: storedKey)
    error.action = .reading
    error.advice =
      advice ?? (source as? any CheckedSource)?.advice(for: storedKey)
      ?? "Correct the stored value or call reset()" + Self.usesDefault
    return error
  }

  /// The error of writing a setting, with the line that declares it.
  func writing(_ setting: SettingKey, declaredAt location: SourceLocation) -> Self {
    var error = self
    error.key = key ?? setting
    if action != nil { return error }
    error.action = .writing
    error.advice = advice ?? "Pass a value that the declaration at \(location) allows."
    return error
  }

  /// The error of a change in place to a value whose stored form is unreadable.
  func refusingChangeInPlace() -> Self {
    var error = self
    error.kind = .unreadableWhole
    error.action = .writing
    error.advice =
      "A change in place would build on a value that is not the stored one: assign a whole value, "
      + "or call reset()."
    return error
  }

  /// The error of a default that the declaration itself does not allow.
  func ofDefault(_ setting: SettingKey, at location: SourceLocation) -> Self {
    var error = Self(
      kind: .invalidDefault,
      problem: "its default is \(found ?? "not allowed"), which its own declaration refuses",
      expected: expected, advice: "Correct the declaration at \(location).")
    error.key = setting
    return error
  }

  /// The error of a store that threw an error of its own.
  static func failure(_ error: any Error, of place: String, _ action: Action) -> Self {
    if let error = error as? Self { return error }
    return switch action {
    case .reading:
      store(
        "\(place) could not be read", reason: "\(error)".asSentence,
        advice: "The default is used until the store answers.")
    case .writing, .securing:
      store(
        "\(place) could not be written", reason: "\(error)".asSentence,
        advice: "What was stored is as it was; try again later.")
    }
  }

  /// The error without anything that could show the value of a secret of the type.
  ///
  /// Only texts that this package or the declaration of the setting made are left in it.
  func redacted(_ type: Any.Type) -> Self {
    var error = self
    if found != nil {
      error.found = StoredValue.shownSecret
      if kind != .outOfRange && kind != .invalidValue { error.expected = "a value of type \(type)" }
    }
    error.reason = nil
    error.path = []
    return error
  }
}
