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
  private let location: Result<String, SettingError>
  private let level: Level
  private let damagePolicy: DamagePolicy
  private let fileSystem: any FileSystem

  private let state = Mutex(State())
  private let currentRevision = Atomic(SettingRevision())
  /// Held by the one writer of this process.
  private let writing = Mutex(Writing())

  /// What a writer leaves to the next one.
  private struct Writing {
    /// Whether the file is in place but its name perhaps not on the disk.
    var isNameInDoubt = false
  }

  /// What is known of the file.
  private struct State {
    var isLoaded = false
    var content = Content.absent
    /// The stamp of the file that the content is of, nil where there was none.
    var stamp: FileStamp?
  }

  /// What is in the file.
  private enum Content {
    case absent
    case document(JSONDocument)
    case damaged(SettingError)
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
  public convenience init(
    at url: URL, level: Level = .durable, onDamage damagePolicy: DamagePolicy = .refuse
  ) {
    let location: Result<String, SettingError> =
      url.isFileURL
      ? .success(url.path)
      : .failure(
        .store(
          "\(url.absoluteString.quotedForMessage) is not the URL of a file",
          advice: "Use URL(fileURLWithPath:)."))
    self.init(
      at: location, level: level, onDamage: damagePolicy, in: POSIXFileSystem())
  }

  package init(
    at location: Result<String, SettingError>, level: Level, onDamage damagePolicy: DamagePolicy,
    in fileSystem: any FileSystem
  ) {
    self.location = location
    self.level = level
    self.damagePolicy = damagePolicy
    self.fileSystem = fileSystem
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
      throw damage(error, in: document.bytes)
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
    currentRevision.load(ordering: .acquiring)
  }

  /// The path of the file, nil where the program has none.
  public var path: String? {
    if case .success(let path) = location { path } else { nil }
  }

  /// Reads the file again if it has changed.
  ///
  /// - Throws: ``SettingError`` when the file cannot be read or is not JSON.
  public func reload() throws {
    try refresh()
    _ = try document()
  }

  /// The name of the file for messages.
  private var name: String {
    path.map { $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "the settings file"
  }

  /// The document, nil while there is no file.
  private func document() throws -> JSONDocument? {
    if !state.withLock({ $0.isLoaded }) { try refresh() }
    switch state.withLock({ $0.content }) {
    case .absent: return nil
    case .document(let document): return document
    case .damaged(let error): throw error
    }
  }

  /// Reads the file if it is not the one whose content is known.
  private func refresh() throws(SettingError) {
    let path = try location.get()
    do throws(FileError) {
      let known = state.withLock { $0.isLoaded ? $0.stamp : nil }
      let stamp = try fileSystem.stamp(of: path)
      if let known, let stamp, known.isSameContent(as: stamp) { return }
      if stamp == nil, state.withLock({ $0.isLoaded && $0.stamp == nil }) { return }
      let file = try fileSystem.read(path)
      remember(file.map { parse($0.bytes) } ?? .absent, file?.stamp)
    } catch {
      throw .file(error)
    }
  }

  private func parse(_ bytes: [UInt8]) -> Content {
    do {
      let document = try JSONDocument(bytes)
      guard document.nodes[0].kind == .object else {
        return .damaged(
          damage(
            JSONSyntaxError(
              offset: Int(document.nodes[0].start), problem: "the value is not an object",
              expected: "settings in braces"), in: bytes))
      }
      return .document(document)
    } catch {
      return .damaged(damage(error, in: bytes))
    }
  }

  private func remember(_ content: Content, _ stamp: FileStamp?) {
    state.withLock { state in
      state = State(isLoaded: true, content: content, stamp: stamp)
      currentRevision.store(SettingRevision(), ordering: .releasing)
    }
  }

  // MARK: - Writing

  /// Asks for changes while no other writer can come in, and applies them to the file as it is now.
  ///
  /// - Parameter changes: Returns what to change.
  /// - Throws: What the closure throws, or ``SettingError`` when the file cannot be read or written,
  ///   or is not JSON.
  public func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    let path = try location.get()
    try writing.withLock { writing in
      do {
        let target = try resolvingLinks(path)
        try createFolder(of: target)
        let lock = try fileSystem.lock(target + ".lock", timeout: Self.lockTimeout)
        defer { fileSystem.unlock(lock) }
        try refresh()
        let changes = try changes()
        if !changes.isEmpty { try apply(changes, to: target, &writing) }
      } catch let error as FileError {
        throw SettingError.file(error)
      }
    }
  }

  /// Brings everything written so far to the disk.
  ///
  /// Writes of the levels `durable` and `full` are there already.
  ///
  /// - Throws: ``SettingError`` when that failed.
  public func synchronize() throws {
    guard level == .atomic, let path else { return }
    do throws(FileError) {
      let target = try resolvingLinks(path)
      guard try fileSystem.stamp(of: target) != nil else { return }
      try fileSystem.synchronizeFile(target)
      try fileSystem.synchronizeDirectory(folder(of: target))
    } catch {
      throw SettingError.file(error)
    }
  }

  private func apply(
    _ changes: [SettingChange], to target: String, _ writing: inout Writing
  ) throws {
    let (content, stamp) = state.withLock { ($0.content, $0.stamp) }
    let old: JSONDocument
    switch content {
    case .absent: old = try JSONDocument(Array("{}\n".utf8))
    case .document(let document): old = document
    case .damaged(let error):
      guard damagePolicy.quarantines else { throw error }
      try quarantine(target)
      old = try JSONDocument(Array("{}\n".utf8))
    }
    var new = old
    for change in changes { new = try edit(new, change) }
    let replacement = FileReplacement(path: target, in: fileSystem)
    if new.bytes != old.bytes {
      let newStamp = try replacement.write(new.bytes, over: stamp, safety: level.safety)
      remember(.document(new), newStamp)
      writing.isNameInDoubt = level != .atomic
    }
    guard writing.isNameInDoubt else { return }
    do throws(FileError) {
      try replacement.synchronizeName()
      writing.isNameInDoubt = false
    } catch {
      throw SettingError.nameInDoubt(error)
    }
  }

  private func edit(_ document: JSONDocument, _ change: SettingChange) throws -> JSONDocument {
    do {
      guard let value = change.newValue else { return try document.removing(change.key) }
      return try document.setting(value, for: change.key)
    } catch let error as JSONDocument.EditError {
      throw describe(error, change.key, in: document)
    } catch let error as JSONSyntaxError {
      throw SettingError.notRepresentable(
        "a value that makes the file unreadable: \(error.problem)", expected: error.expected)
    }
  }

  /// Renames a damaged file, so that its bytes are kept.
  private func quarantine(_ target: String) throws(FileError) {
    let seconds = Int64(Date().timeIntervalSince1970)
    try fileSystem.rename(target, to: "\(target).damaged-\(seconds)")
    remember(.absent, nil)
  }

  private func createFolder(of path: String) throws(FileError) {
    let parent = folder(of: path)
    if try fileSystem.stamp(of: parent) != nil { return }
    try createFolder(of: parent)
    _ = try fileSystem.createDirectory(parent)
    if level != .atomic { try fileSystem.synchronizeDirectory(folder(of: parent)) }
  }

  /// The file that a path leads to in the end, which may not exist.
  private func resolvingLinks(_ path: String) throws(FileError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let destination = try fileSystem.destination(ofLink: path) else { return path }
      path = destination.hasPrefix("/") ? destination : "\(folder(of: path))/\(destination)"
    }
    throw FileError(
      call: "readlink", path: path, code: 0, explanation: "too many symbolic links lead on")
  }

  // MARK: - Errors

  private func damage(_ error: JSONSyntaxError, in bytes: [UInt8]) -> SettingError {
    let place = "\(name):\(JSONPosition(of: error.offset, in: bytes))"
    let other = error.otherOffset.map {
      " (the first one is at \(JSONPosition(of: $0, in: bytes)))"
    }
    return .damagedFile(
      "\(place): \(error.problem)\(other ?? "")", expected: error.expected)
  }

  private func ambiguous(
    _ key: SettingKey, _ found: [Int], in document: JSONDocument
  ) -> SettingError {
    describe(.ambiguous(found[0], found[1]), key, in: document)
  }

  private func describe(
    _ error: JSONDocument.EditError, _ key: SettingKey, in document: JSONDocument
  ) -> SettingError {
    func place(_ index: Int) -> String {
      "\(name):\(document.position(of: Int(document.nodes[index].nameStart)))"
    }
    switch error {
    case .ambiguous(let first, let second):
      return .damagedFile(
        "the key \(key.rawValue.quotedForMessage) stands at \(place(first)) and at \(place(second))",
        expected: "each key once")
    case .blocked(let index):
      return .damagedFile(
        "\(place(index)) holds a value where \(key.rawValue.quotedForMessage) needs an object",
        expected: "an object in braces")
    case .notAnObject:
      return .damagedFile("\(name) holds no settings", expected: "settings in braces")
    case .unfaithful:
      return .store(
        "\(name) could not be edited without changing more than the key",
        advice: "Set the key by hand, and report this as a mistake of the package.")
    }
  }
}

extension SettingError {
  fileprivate static func damagedFile(_ problem: String, expected: String) -> Self {
    var error = store(problem, advice: "Correct the file; it is not written over until then.")
    error.expected = expected
    return error
  }

  /// The new file is in place whatever happened; only a power loss could bring the old one back.
  fileprivate static func nameInDoubt(_ error: FileError) -> Self {
    store(
      "\(error.call) failed for \(error.path): \(error.explanation)",
      advice: "The new values are in place, but a power loss could bring the old ones back. "
        + "Correct the cause and write again.")
  }

  fileprivate static func file(_ error: FileError) -> Self {
    store(
      "\(error.call) failed for \(error.path): \(error.explanation)",
      advice: "What was stored is as it was. Correct the cause and try again.")
  }
}

extension SettingStore where Self == JSONFileStore {
  /// Creates the store of a settings file.
  ///
  /// - Parameters:
  ///   - url: The file, which need not exist yet.
  ///   - level: How safe a value is when a write returns.
  ///   - damagePolicy: What becomes of a file that is not JSON when a setting is written.
  /// - Returns: A new store.
  public static func jsonFile(
    at url: URL, level: JSONFileStore.Level = .durable,
    onDamage damagePolicy: JSONFileStore.DamagePolicy = .refuse
  ) -> JSONFileStore {
    JSONFileStore(at: url, level: level, onDamage: damagePolicy)
  }
}
