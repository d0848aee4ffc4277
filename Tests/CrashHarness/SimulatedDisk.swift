internal import Synchronization
package import TypedSettings

/// A disk in memory that knows everything it could hold after a loss of power.
///
/// What is written and not synchronized may be there, be missing, end at its half, or be zeros. A
/// name that is created, removed or changed may be so or not until its folder is synchronized.
/// Synchronizing a file says nothing about its name, as POSIX has it.
package final class SimulatedDisk: TruncatingFileSystem {
  /// What is on the disk when the computer starts again.
  package struct Remains: Hashable, Sendable {
    package var files: [String: [UInt8]] = [:]
    package var folders: Set<String> = ["/"]
  }

  private struct Node: Sendable {
    var isFolder = false
    var bytes: [UInt8] = []
    /// What a synchronization has brought to the disk.
    var synchronized: [UInt8] = []
    var modified: Int64 = 0
  }

  /// A change of the names in a folder that may not be on the disk yet.
  private enum NameChange: Sendable {
    case added(String, node: Int)
    case removed(String)
    case renamed(String, to: String, node: Int)

    var folder: String {
      switch self {
      case .added(let path, _), .removed(let path), .renamed(_, let path, _):
        TypedSettings.folder(of: path)
      }
    }

    func apply(to names: inout [String: Int]) {
      switch self {
      case .added(let path, let node): names[path] = node
      case .removed(let path): names[path] = nil
      case .renamed(let old, let new, let node):
        names[old] = nil
        names[new] = node
      }
    }
  }

  private struct Contents: Sendable {
    var nodes: [Node] = [Node(isFolder: true)]
    var names: [String: Int] = ["/": 0]
    /// The names as they are on the disk for certain, and the changes since.
    var synchronizedNames: [String: Int] = ["/": 0]
    var changes: [NameChange] = []
    var clock: Int64 = 0
    var recorded: Set<Remains> = []
    var recordedCount = 0
    var failsNextFolder = false
  }

  private let contents = Mutex(Contents())

  package init(_ remains: Remains = Remains()) {
    contents.withLock { contents in
      for folder in remains.folders where folder != "/" {
        contents.names[folder] = contents.nodes.count
        contents.nodes.append(Node(isFolder: true))
      }
      for (path, bytes) in remains.files {
        contents.names[path] = contents.nodes.count
        contents.nodes.append(Node(bytes: bytes, synchronized: bytes))
      }
      contents.synchronizedNames = contents.names
    }
  }

  /// Makes the next synchronization of a folder fail.
  package func failNextFolder() { contents.withLock { $0.failsNextFolder = true } }

  // MARK: - Losses of power

  /// Everything that the disk could hold if the power went now.
  package func possibleRemains() -> Set<Remains> {
    contents.withLock { Set(Self.possibleRemains($0)) }
  }

  /// What the disk could have held after any call since the last time, and how often that was asked.
  package func takeRecorded() -> (remains: Set<Remains>, count: Int) {
    contents.withLock { contents in
      defer {
        contents.recorded = []
        contents.recordedCount = 0
      }
      return (contents.recorded, contents.recordedCount)
    }
  }

  /// The bytes of a file as programs see them now.
  package func bytes(of path: String) -> [UInt8]? {
    contents.withLock { contents in contents.names[path].map { contents.nodes[$0].bytes } }
  }

  private static func possibleRemains(_ contents: Contents) -> [Remains] {
    possibleNames(contents).flatMap { names -> [Remains] in
      var folders: Set<String> = ["/"]
      // A folder sorts before what is in it.
      for path in names.keys.sorted() where path != "/" {
        guard folders.contains(folder(of: path)), contents.nodes[names[path] ?? 0].isFolder else {
          continue
        }
        folders.insert(path)
      }
      var all = [Remains(folders: folders)]
      for (path, number) in names where folders.contains(folder(of: path)) {
        let node = contents.nodes[number]
        if node.isFolder { continue }
        all = possibleBytes(node).flatMap { bytes in
          all.map { remains in
            var remains = remains
            remains.files[path] = bytes
            return remains
          }
        }
      }
      return all
    }
  }

  /// The states of the names: any of the last changes may be missing, and of older ones the end.
  private static func possibleNames(_ contents: Contents) -> [[String: Int]] {
    let recent = contents.changes.suffix(5)
    let older = contents.changes.dropLast(recent.count)
    var names = contents.synchronizedNames
    var all: [[String: Int]] = []
    for change in older {
      all.append(names)
      change.apply(to: &names)
    }
    for subset in 0..<(1 << recent.count) {
      var names = names
      for (index, change) in recent.enumerated() where subset & (1 << index) != 0 {
        change.apply(to: &names)
      }
      all.append(names)
    }
    return all
  }

  private static func possibleBytes(_ node: Node) -> Set<[UInt8]> {
    if node.bytes == node.synchronized { return [node.bytes] }
    return [
      node.bytes, node.synchronized, Array(node.bytes.prefix(node.bytes.count / 2)),
      Array(repeating: 0, count: node.bytes.count),
    ]
  }

  /// Changes the disk, and notes what a loss of power right afterwards would leave.
  private func changing<Result>(
    _ body: (inout Contents) throws(FileError) -> sending Result
  ) throws(FileError) -> Result {
    try contents.withLock { contents throws(FileError) -> sending Result in
      contents.clock += 1
      let result = try body(&contents)
      let remains = Self.possibleRemains(contents)
      contents.recorded.formUnion(remains)
      contents.recordedCount += remains.count
      return result
    }
  }

  // MARK: - Calls

  private static func missing(_ call: String, _ path: String) -> FileError {
    FileError(call: call, path: path, code: 2, explanation: "there is no such file")
  }

  private static func stamp(_ number: Int, _ node: Node) -> FileStamp {
    FileStamp(
      device: 1, inode: UInt64(number), size: Int64(node.bytes.count), modified: node.modified,
      changed: node.modified, mode: 0o100600, owner: 0, group: 0)
  }

  package func read(_ path: String) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp)? {
    contents.withLock { contents in
      contents.names[path].map { number in
        (contents.nodes[number].bytes, Self.stamp(number, contents.nodes[number]))
      }
    }
  }

  package func stamp(of path: String) throws(FileError) -> FileStamp? {
    contents.withLock { contents in
      contents.names[path].map { Self.stamp($0, contents.nodes[$0]) }
    }
  }

  package func destination(ofLink path: String) throws(FileError) -> String? { nil }

  package func createDirectory(_ path: String) throws(FileError) -> Bool {
    try changing { (contents) throws(FileError) in
      if contents.names[path] != nil { return false }
      Self.add(path, Node(isFolder: true), to: &contents)
      return true
    }
  }

  private static func add(_ path: String, _ node: Node, to contents: inout Contents) {
    contents.names[path] = contents.nodes.count
    contents.changes.append(.added(path, node: contents.nodes.count))
    contents.nodes.append(node)
  }

  package func create(_ path: String, like old: FileStamp?) throws(FileError) -> FileDescriptor {
    if contents.withLock({ $0.names[path] != nil }) { try remove(path) }
    return try changing { (contents) throws(FileError) in
      guard contents.names[folder(of: path)] != nil else { throw Self.missing("open", path) }
      Self.add(path, Node(modified: contents.clock), to: &contents)
      return FileDescriptor(number: Int32(contents.nodes.count - 1), path: path)
    }
  }

  package func openTruncated(_ path: String) throws(FileError) -> FileDescriptor {
    guard let number = contents.withLock({ $0.names[path] }) else {
      return try create(path, like: nil)
    }
    return try changing { (contents) throws(FileError) in
      contents.nodes[number].bytes = []
      contents.nodes[number].modified = contents.clock
      return FileDescriptor(number: Int32(number), path: path)
    }
  }

  package func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(FileError) -> Int {
    try changing { (contents) throws(FileError) in
      contents.nodes[Int(file.number)].bytes += bytes
      contents.nodes[Int(file.number)].modified = contents.clock
      return bytes.count
    }
  }

  package func synchronize(_ file: FileDescriptor, fully: Bool) throws(FileError) {
    try changing { (contents) throws(FileError) in
      contents.nodes[Int(file.number)].synchronized = contents.nodes[Int(file.number)].bytes
    }
  }

  package func stamp(of file: FileDescriptor) throws(FileError) -> FileStamp {
    contents.withLock { Self.stamp(Int(file.number), $0.nodes[Int(file.number)]) }
  }

  package func close(_ file: FileDescriptor) throws(FileError) {
    try changing { (_) throws(FileError) in }
  }

  package func rename(_ old: String, to new: String) throws(FileError) {
    try changing { (contents) throws(FileError) in
      guard let number = contents.names[old] else { throw Self.missing("rename", old) }
      let change = NameChange.renamed(old, to: new, node: number)
      change.apply(to: &contents.names)
      contents.changes.append(change)
    }
  }

  package func remove(_ path: String) throws(FileError) {
    try changing { (contents) throws(FileError) in
      guard contents.names[path] != nil else { return }
      contents.names[path] = nil
      contents.changes.append(.removed(path))
    }
  }

  package func synchronizeFile(_ path: String) throws(FileError) {
    guard let number = contents.withLock({ $0.names[path] }) else {
      throw Self.missing("open", path)
    }
    try synchronize(FileDescriptor(number: Int32(number), path: path), fully: false)
  }

  package func synchronizeDirectory(_ path: String) throws(FileError) {
    try changing { (contents) throws(FileError) in
      if contents.failsNextFolder {
        contents.failsNextFolder = false
        throw FileError(call: "fsync", path: path, code: 5, explanation: "the disk is broken")
      }
      for change in contents.changes where change.folder == path {
        change.apply(to: &contents.synchronizedNames)
      }
      contents.changes.removeAll { $0.folder == path }
    }
  }

  package func lock(_ path: String, timeout: Duration) throws(FileError) -> FileDescriptor {
    try changing { (contents) throws(FileError) in
      guard contents.names[folder(of: path)] != nil else { throw Self.missing("open", path) }
      if contents.names[path] == nil { Self.add(path, Node(), to: &contents) }
      return FileDescriptor(number: Int32(contents.names[path] ?? 0), path: path)
    }
  }

  package func unlock(_ lock: FileDescriptor) {}
}
