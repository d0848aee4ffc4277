internal import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A settings file that belongs to its human: JSON with comments, edited one key at a time.
///
/// Writing one key changes the lines of that key and nothing else: order, indentation, comments,
/// line ends and unknown keys stay. The dots of keys nest, `http.port` is `port` in the object
/// `http`; a file that spells names with dots instead is read too, and edited as it is spelt.
///
/// A write is whole or not there at all, also when the process is killed in the middle: a temporary
/// file takes the place of the old one. Several processes can write at once; each takes a lock, reads
/// what the others wrote, and changes only its own keys. Beside the file `settings.json` lie
/// `settings.json.lock`, which is never deleted, and for moments `settings.json.tmp`.
///
/// Reading a setting makes no system call. What other processes write is seen with the next write,
/// by ``reload()``, or at once with `watching: true`.
///
/// A program opens a file once and shares the store. Two stores of one file see each other's writes
/// as those of two processes, and an update of one inside an update of the other waits in vain.
///
/// A file that is not JSON is never written over: reads give defaults, and writes throw with line
/// and column, until it is repaired or `onDamage` says otherwise.
///
/// ## Usage
/// ```swift
/// let url = URL(fileURLWithPath: "/etc/player/settings.json")
/// DefaultSettingStore.use(.jsonFile(at: url))
/// ```
public final class JSONFileStore: SettingStore {
  /// How safe a value is when a write returns; more levels may come.
  public struct Level: Hashable, Sendable {
    let safety: FileReplacement.Safety

    /// Whole after a crash of the program.
    ///
    /// After a power loss the file may be the old one or empty.
    public static let atomic = Level(safety: .atomic)
    /// There after a power loss: the file and its name are brought to the disk (the default).
    public static let durable = Level(safety: .durable)
    /// As durable, and on Apple systems also out of the disk's own cache, which takes longer.
    public static let full = Level(safety: .full)
  }

  /// What becomes of a file that is not JSON when a setting is written; more policies may come.
  public struct DamagePolicy: Hashable, Sendable {
    let quarantines: Bool

    /// The write throws, and the file stays as it is (the default).
    public static let refuse = DamagePolicy(quarantines: false)
    /// The file is renamed to `settings.json.damaged-<time>`, and a new one begun.
    public static let quarantine = DamagePolicy(quarantines: true)
  }

  /// The path of the file, or why there is none.
  let location: FileLocation
  let level: Level
  let damagePolicy: DamagePolicy
  let fileSystem: any FileSystem

  /// Tells of changes, those by other processes when they are seen.
  public let notifier: SettingNotifier? = SettingNotifier(nestsKeys: true)

  /// Where the state of the content lies.
  public let revisionCell: SettingRevisionCell? = SettingRevisionCell()

  let state = Mutex(State())
  /// Held by the one writer of this process.
  let writing = Mutex(())
  /// Whether a written file is in place, but its name perhaps not on the disk.
  let isNameInDoubt = Atomic(false)
  /// Tells of changes by others, where that is asked for; set once.
  private let watcher = Mutex<FileWatcher?>(nil)

  /// What is known of the file.
  struct State {
    var isLoaded = false
    var content = Content.absent
    /// The stamp of the file that the content is of, nil where there was none.
    var stamp: FileStamp?
    /// How often this was replaced.
    var count = 0
  }

  /// What is in the file.
  enum Content {
    case absent
    case document(JSONDocument)
    case damaged(SettingError)

    var isDamaged: Bool {
      if case .damaged = self { true } else { false }
    }

    /// Whether this is the document with these bytes.
    func isOf(_ bytes: [UInt8]) -> Bool {
      if case .document(let document) = self { document.bytes == bytes } else { false }
    }
  }

  /// How long a writer waits for others, in other processes too.
  static let lockTimeout = Duration.seconds(10)

  /// Creates the store of a file, which need not exist yet.
  ///
  /// Creating it touches no file; an error shows at the first read or write.
  ///
  /// - Parameters:
  ///   - url: The file. Its folder is created with the first write, for its owner alone.
  ///   - level: How safe a value is when a write returns.
  ///   - damagePolicy: What becomes of a file that is not JSON when a setting is written.
  ///   - watching: Whether what others write is seen within moments, without ``reload()``. It needs
  ///     Linux, Android or an Apple system; on the latter, files that are written in place are not
  ///     noticed. Elsewhere, and where the system has no watch left, it does nothing.
  public convenience init(
    at url: URL, level: Level = .durable, onDamage damagePolicy: DamagePolicy = .refuse,
    watching: Bool = false
  ) {
    self.init(
      at: .path(of: url), level: level, onDamage: damagePolicy, in: POSIXFileSystem(),
      watching: watching)
  }

  package init(
    at location: FileLocation, level: Level, onDamage damagePolicy: DamagePolicy,
    in fileSystem: any FileSystem, watching: Bool = false
  ) {
    self.location = location
    self.level = level
    self.damagePolicy = damagePolicy
    self.fileSystem = fileSystem
    if watching { watch() }
  }

  /// Follows what others write from now on, where that can be told; further calls do nothing.
  func watch() {
    guard let path else { return }
    watcher.withLock { watcher in
      if watcher != nil { return }
      watcher = FileWatcher(path: path) { [weak self] in self?.noticeChange() }
    }
  }

  // MARK: - Reading

  /// Returns the value under the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: ``SettingError`` when the file cannot be read, is not JSON, or says the key twice.
  /// - Complexity: O(n) in the members of the objects that the key leads through.
  public func value(for key: SettingKey) throws -> StoredValue? {
    guard let document = try document() else { return nil }
    let found = document.find(key)
    if found.count > 1 { throw ambiguous(key, found, in: document) }
    guard let index = found.first else { return nil }
    do {
      return try document.storedValue(at: index)
    } catch {
      throw unreadable(key, error, in: document.bytes)
    }
  }

  /// Returns the keys of all values that are not objects, in the order of the file.
  ///
  /// - Returns: The keys; names that are not valid keys are left out.
  /// - Throws: ``SettingError`` when the file cannot be read or is not JSON.
  public func keys() throws -> [SettingKey] {
    try document()?.keys() ?? []
  }

  /// Returns the place of a value, such as `settings.json:4:11`, or the file where there is none.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: File, line and column, both from 1.
  public func origin(of key: SettingKey) -> String {
    guard case .document(let document) = state.withLock({ $0.content }),
      let index = document.find(key).first
    else { return name }
    return "\(name):\(document.position(of: Int(document.nodes[index].start)))"
  }

  /// The state of the content.
  public var revision: SettingRevision? {
    revisionCell?.revision
  }

  /// The path of the file, nil where the program has none.
  public var path: String? {
    location.path
  }

  /// Reads the file again if it has changed.
  ///
  /// - Throws: ``SettingError`` when the file cannot be read or is not JSON.
  public func reload() throws {
    defer { notifier?.deliver(from: self) }
    try refresh(isCertain: true)
    _ = try document()
  }

  /// The name of the file for messages.
  var name: String {
    location.name ?? "the settings file"
  }
}

extension SettingSource where Self == JSONFileStore {
  /// Creates the store of a settings file.
  ///
  /// - Parameters:
  ///   - url: The file, which need not exist yet.
  ///   - level: How safe a value is when a write returns.
  ///   - damagePolicy: What becomes of a file that is not JSON when a setting is written.
  ///   - watching: Whether what others write is seen within moments, where the system can tell.
  /// - Returns: A new store.
  public static func jsonFile(
    at url: URL, level: JSONFileStore.Level = .durable,
    onDamage damagePolicy: JSONFileStore.DamagePolicy = .refuse, watching: Bool = false
  ) -> JSONFileStore {
    JSONFileStore(at: url, level: level, onDamage: damagePolicy, watching: watching)
  }
}
