#if canImport(Darwin)
internal import Dispatch
internal import Synchronization
#endif

/// Tells a closure whenever the file at a path may have become another one.
///
/// The file need not exist, nor the folders it lies in. The closure is called on a thread of the
/// watcher, also when nothing of interest happened, and never again once the watcher is released,
/// except for a call that has begun. Where a system has nothing to watch with, it is never called.
final class FileWatcher: Sendable {
  #if os(Linux) || os(Android)
  private let number: Int

  init(path: String, _ onChange: @escaping @Sendable () -> Void) {
    number = WatchedFolders.shared.add(path, onChange)
  }

  deinit { WatchedFolders.shared.remove(number) }
  #elseif canImport(Darwin)
  private let path: String
  private let onChange: @Sendable () -> Void
  private let source = Mutex<Source?>(nil)

  /// What tells of events; sendable because objects of Dispatch may be used on any thread.
  private struct Source: @unchecked Sendable {
    let object: any DispatchSourceFileSystemObject
  }

  init(path: String, _ onChange: @escaping @Sendable () -> Void) {
    self.path = path
    self.onChange = onChange
    watch()
  }

  deinit { source.withLock { $0?.object.cancel() } }

  /// Watches the folder of the file, or the nearest one that exists.
  ///
  /// A file that is written in place, and not replaced, does not change its folder.
  private func watch() {
    let home = folder(of: path)
    var place = home
    var opened = POSIX.openFile(place, .eventsOnly)
    while opened < 0 && place != "/" && place != "." {
      place = folder(of: place)
      opened = POSIX.openFile(place, .eventsOnly)
    }
    let (isHome, descriptor) = (place == home, opened)
    if descriptor < 0 { return }
    let new = Source(
      object: DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .delete, .rename, .revoke],
        queue: .global(qos: .utility)))
    new.object.setCancelHandler { _ = POSIX.closeFile(descriptor) }
    new.object.setEventHandler { [weak self] in
      guard let self else { return }
      let isSame = POSIX.stamp(of: home).map { $0.inode == POSIX.stamp(of: descriptor)?.inode }
      if !isHome || isSame != true { watch() }
      onChange()
    }
    let old = source.withLock { source in
      defer { source = new }
      return source
    }
    old?.object.cancel()
    new.object.activate()
  }
  #else
  init(path: String, _ onChange: @escaping @Sendable () -> Void) {}
  #endif
}
