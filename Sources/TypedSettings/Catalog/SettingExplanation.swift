/// Why a setting has the value it has: which source gives it, what that hides, and the default.
///
/// ## Usage
/// ```swift
/// let port = Setting(key: "http.port", default: 80)
/// print(port.explanation)
/// ```
/// With layers, this prints for example:
/// ```
/// http.port is 8080, from argument 1 (--http-port)
///   argument 1 (--http-port)            8080  used
///   environment variable APP_HTTP_PORT  9000  hidden
///   settings.json:4:11                  80    hidden
///   default                             80    Service/Configuration.swift:12
/// ```
///
/// Values are text for people, long ones cut; those of a secret are not shown.
public struct SettingExplanation: Hashable, Sendable {
  /// A source that has the setting.
  public struct Entry: Hashable, Sendable {
    /// The place of the value in the source's own spelling: `environment variable APP_HTTP_PORT`.
    public let place: String
    /// The key under which the value is stored, which can be a former one.
    public let key: SettingKey
    /// The value as text for people, nil where the source cannot be read.
    public let value: String?
    /// Why the value cannot be used, nil where it can.
    public let problem: SettingError?
    /// The value as it is stored, nil for a secret and where the source cannot be read.
    let form: StoredValue?
  }

  /// The key of the setting.
  public let key: SettingKey
  /// The value that the setting has now, as text for people.
  public let value: String
  /// All sources that have the setting or cannot be read, in their order: the first one counts.
  public let entries: [Entry]
  /// The default, as text for people.
  public let defaultValue: String
  /// The file and line that declare the setting and its default.
  public let declaration: String
  /// The value that the setting has now in its stored form, nil for a secret.
  let form: StoredValue?
  /// The default in its stored form, nil for a secret and where it has none.
  let defaultForm: StoredValue?

  /// The source that gives the value, nil where that is the default.
  public var winner: Entry? { entries.first.flatMap { $0.problem == nil ? $0 : nil } }

  /// Why the value is the default although a source has the setting, nil where it is not.
  var problem: SettingError? { entries.first?.problem }

  /// The sources that come to nothing because the winner has the setting too.
  public var hidden: [Entry] { winner == nil ? [] : Array(entries.dropFirst()) }
}

extension SettingExplanation: CustomStringConvertible {
  /// A sentence, and a line for each source and for the default.
  public var description: String {
    let rows = entries.enumerated().map { index, entry in
      [entry.place, entry.value ?? "", state(of: entry, at: index)]
    }
    let table = TextTable(rows: rows + [["default", defaultValue, declaration]])
    let problem = self.problem.map { "\n\($0)" } ?? ""
    return headline + "\n" + table.description(indentedBy: 2) + problem
  }

  /// The value and its source in a sentence.
  var headline: String {
    if let winner { return "\(key) is \(value), from \(winner.place)" }
    if entries.isEmpty { return "\(key) is \(value), its default" }
    return "\(key) is \(value), its default, because of an error"
  }

  private func state(of entry: Entry, at index: Int) -> String {
    let former = entry.key == key ? "" : ", former key \(entry.key)"
    if entry.value == nil { return "unreadable" + former }
    if index > 0 { return "hidden" + former }
    return (entry.problem == nil ? "used" : "wrong") + former
  }
}
