#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A `.env` file, read only: the key `http.port` is the line `HTTP_PORT=80`.
///
/// Names are those of ``EnvironmentSource``, and the type of the setting parses the text. The file
/// does not change the environment of the process. It is read at the first use and kept until
/// ``reload()``; a missing file has no values, and a wrong one has none that can be read: every call
/// throws and names the line.
///
/// The file is UTF-8 text of at most 1 MiB:
///
/// ```
/// # a comment
/// HTTP_PORT=80                  # white space around the value does not count
/// export NAME='literal: \n $HOME # and all'
/// GREETING="two\nlines, a \"quotation\" and a \$"
/// EMPTY=
/// ```
///
/// A name consists of ASCII letters, digits and `_`, does not begin with a digit, and stands once.
/// A comment is a line, or begins with a `#` after white space. Values in quotation marks can go on
/// over several lines. In double ones `\n`, `\r`, `\t`, `\\`, `\"` and `\$` stand for what they do
/// elsewhere, and other backslashes are errors. Variables are not expanded: `$HOME` is five
/// characters.
///
/// ## Usage
/// ```swift
/// let source = DotEnvSource(at: URL(fileURLWithPath: ".env"))
/// let port = source.integer(forKey: "http.port", default: 80)
/// ```
public final class DotEnvSource: SettingSource {
  private let names: EnvironmentNames
  private let snapshot: Snapshot<DotEnvDocument>
  let location: FileLocation

  /// Creates the source of a file, which need not exist.
  ///
  /// Creating it touches no file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - prefix: What the names of all settings begin with, before an underscore; none when empty.
  public convenience init(at url: URL, prefix: String = "") {
    self.init(at: .path(of: url), prefix: prefix, in: POSIXFileSystem())
  }

  package init(
    at location: FileLocation, prefix: String, in fileSystem: any FileSystem
  ) {
    names = EnvironmentNames(prefix: prefix)
    self.location = location
    snapshot = Snapshot { () throws(SettingError) in
      guard let bytes = try TextFile.read(try location.get(), in: fileSystem) else {
        return .success(DotEnvDocument())
      }
      do throws(DotEnvSyntaxError) {
        return .success(try DotEnvDocument(bytes))
      } catch {
        return .failure(.damagedDotEnv(error, in: Self.name(of: location)))
      }
    }
  }

  /// Returns the text of the line of the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The text, which may be empty.
  /// - Throws: ``SettingError`` when the file cannot be read, or has a wrong line.
  public func value(for key: SettingKey) throws -> StoredValue? {
    try snapshot.content().entry(names.name(of: key)).map { .text($0.value) }
  }

  /// Returns the keys that the names in the file stand for, in the order of the file.
  ///
  /// - Returns: The keys, such as `http.port`; names that no such key has are left out.
  /// - Throws: ``SettingError`` when the file cannot be read, or has a wrong line.
  public func keys() throws -> [SettingKey] {
    try snapshot.content().entries.compactMap { names.key(of: $0.name) }
  }

  /// Returns the line of a key, such as `.env:4`, or the file where there is none.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The name of the file, and the line from 1.
  public func origin(of key: SettingKey) -> String {
    guard let entry = snapshot.known?.entry(names.name(of: key)) else { return name }
    return "\(name):\(entry.line)"
  }

  /// The state of the content, another one after ``reload()``.
  public var revision: SettingRevision? { snapshot.revisionCell.revision }

  /// Where the state of the content lies.
  public var revisionCell: SettingRevisionCell? { snapshot.revisionCell }

  /// Tells of what ``reload()`` has found.
  public let notifier: SettingNotifier? = SettingNotifier()

  /// Reads the file again.
  ///
  /// - Throws: ``SettingError`` when the file cannot be read, which leaves the values as they were,
  ///   or has a wrong line.
  public func reload() throws {
    try snapshot.reload { notifier?.notify(from: self) }
  }

  /// The name of the file for messages.
  private var name: String {
    Self.name(of: location)
  }

  private static func name(of location: FileLocation) -> String {
    location.name ?? "the .env file"
  }
}

extension DotEnvSource: CheckedSource {
  func entries(besides keys: [SettingKey]) throws -> [SourceEntry] {
    let known = Set(keys.map(names.name(of:)))
    return try snapshot.content().entries
      .filter { names.owns($0.name) && !known.contains($0.name) }
      .map { SourceEntry(name: $0.name, origin: "\(name):\($0.line)") }
  }

  func spelling(of key: SettingKey) -> String { names.name(of: key) }

  func advice(for key: SettingKey) -> String {
    "Correct \(names.name(of: key)) in the file and start the program again."
  }
}

extension SettingSource where Self == DotEnvSource {
  /// Creates the source of a `.env` file.
  ///
  /// - Parameters:
  ///   - url: The file, which need not exist.
  ///   - prefix: What the names of all settings begin with, before an underscore; none when empty.
  /// - Returns: A new source.
  public static func dotEnv(at url: URL, prefix: String = "") -> DotEnvSource {
    DotEnvSource(at: url, prefix: prefix)
  }
}

extension SettingError {
  fileprivate static func damagedDotEnv(_ error: DotEnvSyntaxError, in file: String) -> Self {
    let other = error.otherLine.map { " (the first one is at \(file):\($0))" } ?? ""
    return store(
      "\(file):\(error.line): \(error.problem)\(other)", expected: error.expected,
      advice: "Correct the file and start the program again.")
  }
}
