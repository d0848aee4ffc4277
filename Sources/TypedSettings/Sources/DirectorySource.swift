#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A folder with a file for each key, read only, as Kubernetes and Docker mount secrets.
///
/// The name of a file is the key, `http.port`, or the key as an environment spells it, in lower or
/// upper case: `http_port`, `HTTP_PORT`. Only one of them may exist. The content is the value, a
/// single line end at its end left out, and the type of the setting parses it.
///
/// Folders and names that begin with a dot are passed over, symbolic links are followed. All files
/// are read at the first use, as one state of the folder, and kept until ``reload()``. A missing
/// folder has no values. A file that is not UTF-8 text, has more than 1 MiB or cannot be read is an
/// error for its own key alone.
///
/// ## Usage
/// ```swift
/// let secrets = DirectorySource(at: URL(fileURLWithPath: "/run/secrets"))
/// let password = secrets.string(forKey: "db.password", default: "")  // of the file db_password
/// ```
public final class DirectorySource: SettingSource {
  let location: FileLocation
  private let snapshot: Snapshot<FolderContent>

  /// Creates the source of a folder, which need not exist.
  ///
  /// Creating it touches no file.
  ///
  /// - Parameter url: The folder.
  public convenience init(at url: URL) {
    self.init(at: .path(of: url), in: POSIXFileSystem())
  }

  package init(at location: FileLocation, in fileSystem: any FileSystem) {
    self.location = location
    snapshot = Snapshot { () throws(SettingError) in
      .success(try FolderContent.read(try location.get(), in: fileSystem))
    }
  }

  /// Returns the text of the file of the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The text without a line end at its end.
  /// - Throws: ``SettingError`` that names the path, when the folder or the file cannot be read, or
  ///   when two files are of the key.
  public func value(for key: SettingKey) throws -> StoredValue? {
    let content = try snapshot.content()
    let names = Self.names(of: key).filter { content.files[$0] != nil }
    guard let name = names.first else { return nil }
    if names.count > 1 {
      throw SettingError.repeatedFile(path(of: name), path(of: names[1]))
    }
    return try content.files[name].map { .text(try $0.get()) }
  }

  /// Returns the keys that the names of files stand for, in alphabetical order of the names.
  ///
  /// - Returns: The keys, such as `http.port` for the file `http_port`, also of files that cannot
  ///   be read; names that no key has are left out.
  /// - Throws: ``SettingError`` when the folder cannot be read.
  public func keys() throws -> [SettingKey] {
    var seen: Set<SettingKey> = []
    return try snapshot.content().files.keys.sorted().compactMap(Self.key(of:))
      .filter { seen.insert($0).inserted }
  }

  /// Returns the path of the file of a key.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The path; that of a file with the name of the key where there is none.
  public func origin(of key: SettingKey) -> String { path(of: spelling(of: key)) }

  /// The state of the content, another one after ``reload()``.
  public var revision: SettingRevision? { snapshot.revisionCell.revision }

  /// Where the state of the content lies.
  public var revisionCell: SettingRevisionCell? { snapshot.revisionCell }

  /// Tells of what ``reload()`` has found.
  public let notifier: SettingNotifier? = SettingNotifier()

  /// Reads the folder again.
  ///
  /// - Throws: ``SettingError`` when the folder cannot be read, which leaves the values as they
  ///   were.
  public func reload() throws {
    try snapshot.reload { notifier?.notify(from: self) }
  }

  private func path(of name: String) -> String {
    location.path.map { "\($0)/\(name)" } ?? name
  }

  /// The names that a file of the key can have.
  private static func names(of key: SettingKey) -> [String] {
    let spelling = key.environmentSpelling
    var names = [key.rawValue]
    for name in [spelling.lowercased(), spelling] where !names.contains(name) { names.append(name) }
    return names
  }

  /// The key that a file with the name is of; nil where there is none.
  private static func key(of name: String) -> SettingKey? {
    if let key = SettingKey(environmentSpelling: name) { return key }
    if let key = SettingKey(environmentSpelling: name.uppercased()), names(of: key).contains(name) {
      return key
    }
    // What makes no key is no setting of this program.
    return try? SettingKey(validating: name)
  }
}

extension DirectorySource: CheckedSource {
  func entries(besides keys: [SettingKey]) throws -> [SourceEntry] {
    let known = Set(keys.flatMap(Self.names(of:)))
    return try snapshot.content().files.keys.filter { !known.contains($0) }.sorted()
      .map { SourceEntry(name: $0, origin: path(of: $0)) }
  }

  func spelling(of key: SettingKey) -> String {
    let names = Self.names(of: key)
    guard let content = snapshot.known else { return key.rawValue }
    return names.first { content.files[$0] != nil } ?? key.rawValue
  }

  func advice(for key: SettingKey) -> String {
    "Correct the file and start the program again."
  }
}

extension SettingSource where Self == DirectorySource {
  /// Creates the source of a folder with a file for each key.
  ///
  /// - Parameter url: The folder, which need not exist.
  /// - Returns: A new source.
  public static func directory(at url: URL) -> DirectorySource {
    DirectorySource(at: url)
  }
}

extension SettingError {
  fileprivate static func repeatedFile(_ first: String, _ second: String) -> Self {
    store(
      "\(first) and \(second) are files of the same key", expected: "one file for each key",
      advice: "Remove one of the two and start the program again.")
  }
}
