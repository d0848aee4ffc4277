#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The environment of the process, read only: the key `http.port` is the variable `HTTP_PORT`.
///
/// With the prefix `APP` it is `APP_HTTP_PORT`; so is `httpPort`, a new word beginning with each
/// capital. All letters are capitals, and what is neither a letter nor a digit is `_`. The type of
/// the setting parses the text of the variable, strictly.
///
/// The variables are those of the moment in which the source is made.
///
/// ## Usage
/// ```swift
/// let source = EnvironmentSource(prefix: "APP", variables: ["APP_HTTP_PORT": "8080"])
/// print(source.integer(forKey: "http.port", default: 80))  // 8080
/// ```
public final class EnvironmentSource: SettingSource {
  private let names: EnvironmentNames
  private let variables: [String: String]
  /// Where the state of the content lies.
  public let revisionCell: SettingRevisionCell? = SettingRevisionCell()

  /// Creates a source from variables.
  ///
  /// - Parameters:
  ///   - prefix: What the names of all variables begin with, before an underscore; none when empty.
  ///   - variables: The names and values, those of the process where it is not said.
  public init(
    prefix: String = "", variables: [String: String] = ProcessInfo.processInfo.environment
  ) {
    names = EnvironmentNames(prefix: prefix)
    self.variables = variables
  }

  /// Returns the text of the variable, nil when it is not set; one that is set and empty counts.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The text, nil when there is no such variable.
  public func value(for key: SettingKey) -> StoredValue? {
    variables[names.name(of: key)].map { .text($0) }
  }

  /// Returns the keys that the names of variables stand for, such as `http.port`.
  ///
  /// - Returns: The keys in alphabetical order; names that no such key has are left out.
  public func keys() -> [SettingKey] {
    variables.keys.compactMap(names.key(of:)).sorted()
  }

  /// Returns the variable of a key, such as `environment variable APP_HTTP_PORT`.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The phrase.
  public func origin(of key: SettingKey) -> String {
    "environment variable \(names.name(of: key))"
  }

  /// The state of the content, always the same.
  public var revision: SettingRevision? { revisionCell?.revision }

  /// Nil, because the content never changes.
  public var notifier: SettingNotifier? { nil }
}

extension EnvironmentSource: CheckedSource {
  func entries(besides keys: [SettingKey]) -> [SourceEntry] {
    // Without a prefix most of the variables are somebody else's.
    if names.start.isEmpty { return [] }
    let known = Set(keys.map(names.name(of:)))
    return variables.keys.filter { names.owns($0) && !known.contains($0) }.sorted()
      .map { SourceEntry(name: $0, origin: "environment variable \($0)") }
  }

  func spelling(of key: SettingKey) -> String { names.name(of: key) }

  func advice(for key: SettingKey) -> String {
    "Correct or unset \(names.name(of: key)) and start the program again."
  }
}

extension SettingSource where Self == EnvironmentSource {
  /// Creates a source of environment variables.
  ///
  /// - Parameters:
  ///   - prefix: What the names of all variables begin with, before an underscore; none when empty.
  ///   - variables: The names and values, those of the process where it is not said.
  /// - Returns: A new source.
  public static func environment(
    prefix: String = "", variables: [String: String] = ProcessInfo.processInfo.environment
  ) -> EnvironmentSource {
    EnvironmentSource(prefix: prefix, variables: variables)
  }
}
