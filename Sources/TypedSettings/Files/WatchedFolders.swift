#if os(Linux) || os(Android)
internal import Synchronization

/// The folders of all watched files, which share one queue of events and one thread.
///
/// A file is reached by names in folders, and each of these names can come to mean something else:
/// the file is replaced by a rename, a symbolic link on the way is turned to another folder, as
/// Kubernetes does with `..data`, or a folder is removed and created again. So each folder on the
/// way is watched for the one name that leads on, up to the file or the first name that is missing.
final class WatchedFolders: Sendable {
  static let shared = WatchedFolders()

  private let table = Mutex(Table())

  private init() {}

  fileprivate struct Table {
    /// The queue of the process, open for ever once it is.
    var inotify: Inotify?
    var count = 0
    var files: [Int: WatchedFile] = [:]
    /// The files that have to do with a watched folder.
    var users: [Int32: Set<Int>] = [:]
  }

  fileprivate struct WatchedFile {
    let path: String
    let onChange: @Sendable () -> Void
    /// The names that lead to the file, by the folder they are in.
    var names: [Int32: Set<String>] = [:]
  }

  /// How many folders are watched.
  var watchCount: Int { table.withLock { $0.users.count } }

  /// Watches a file until the returned number is removed.
  func add(_ path: String, _ onChange: @escaping @Sendable () -> Void) -> Int {
    table.withLock { table in
      table.count += 1
      table.files[table.count] = WatchedFile(path: path, onChange: onChange)
      if table.inotify == nil {
        guard let inotify = Inotify() else { return table.count }
        guard Platform.startThread({ self.serve() }) else {
          inotify.close()
          return table.count
        }
        table.inotify = inotify
        for number in table.files.keys { table.find(number) }
      } else {
        table.find(table.count)
      }
      return table.count
    }
  }

  func remove(_ number: Int) {
    // What the closure holds is let go after the lock: its end may come back here.
    let file = table.withLock { table in
      let file = table.files.removeValue(forKey: number)
      if let file { for watch in file.names.keys { table.release(watch, by: number) } }
      return file
    }
    withExtendedLifetime(file) {}
  }

  /// Tells the files that events concern.
  func handle(_ events: [Inotify.Event]) {
    let changed = table.withLock { table in
      var numbers: Set<Int> = []
      for event in events {
        if event.isOverflow { numbers.formUnion(table.files.keys) }
        for number in table.users[event.watch] ?? [] {
          let names = table.files[number]?.names[event.watch] ?? []
          if event.concernsFolder || names.contains(event.name) { numbers.insert(number) }
        }
        if event.endsWatch { table.forget(event.watch) }
      }
      for number in numbers { table.find(number) }
      return numbers.compactMap { table.files[$0]?.onChange }
    }
    for onChange in changed { onChange() }
  }

  /// Waits for events and tells of them, for ever.
  private func serve() -> Never {
    while true {
      let inotify = table.withLock { $0.inotify }
      guard let events = inotify?.waitForEvents(), !events.isEmpty else {
        // Somebody else in the process has closed the queue; without a pause this would be hot.
        POSIX.pause(.milliseconds(10))
        continue
      }
      handle(events)
    }
  }
}

extension WatchedFolders.Table {
  /// Walks to a file as the system does, and watches each folder that it comes through.
  ///
  /// A folder is watched before a name is looked up in it, so that no change comes in between
  /// unseen.
  fileprivate mutating func find(_ number: Int) {
    guard let inotify, let file = files[number] else { return }
    var names: [Int32: Set<String>] = [:]
    var folder = file.path.hasPrefix("/") ? "/" : "."
    var rest = Self.components(of: file.path)
    var links = 0
    while let name = rest.popLast() {
      let path = folder == "/" ? "/" + name : "\(folder)/\(name)"
      if name == ".." {
        folder = path
        continue
      }
      if let watch = inotify.watch(folder, for: rest.isEmpty ? .contents : .names) {
        names[watch, default: []].insert(name)
        users[watch, default: []].insert(number)
      }
      guard let destination = POSIX.readLink(path) else {
        // A missing name ends the walk: nothing is to be found behind it.
        if POSIX.lastError == POSIX.noEntry { break }
        folder = path
        continue
      }
      links += 1
      if links > 40 { break }
      if destination.hasPrefix("/") { folder = "/" }
      rest += Self.components(of: destination)
    }
    files[number]?.names = names
    for watch in file.names.keys where names[watch] == nil { release(watch, by: number) }
  }

  /// The names in a path, the first one last.
  private static func components(of path: String) -> [String] {
    path.split(separator: "/").reversed().filter { $0 != "." }.map(String.init)
  }

  /// Ends the watch of a folder when the last file that needs it goes.
  fileprivate mutating func release(_ watch: Int32, by number: Int) {
    users[watch]?.remove(number)
    guard users[watch]?.isEmpty == true else { return }
    users[watch] = nil
    inotify?.end(watch)
  }

  /// Takes note that the system has ended a watch.
  fileprivate mutating func forget(_ watch: Int32) {
    for number in users.removeValue(forKey: watch) ?? [] { files[number]?.names[watch] = nil }
  }
}
#endif
