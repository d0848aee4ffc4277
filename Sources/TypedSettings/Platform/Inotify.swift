#if os(Linux) || os(Android)

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// A queue in which Linux puts what happens in folders.
///
/// An account has few of them, 128 as a rule.
struct Inotify: Sendable {
  private let descriptor: Int32

  /// Opens a queue, nil where the system gives no more.
  init?() {
    descriptor = inotify_init1(Int32(O_CLOEXEC))
    if descriptor < 0 { return nil }
  }

  /// Gives the queue back to the system.
  func close() {
    _ = POSIX.closeFile(descriptor)
  }

  /// What is told of a folder.
  enum Interest {
    /// Names that come and go, and the end of the folder itself.
    case names
    /// Also files that were written and closed, or became readable.
    case contents

    fileprivate var mask: UInt32 {
      let names = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      let itself = IN_DELETE_SELF | IN_MOVE_SELF
      let files = self == .names ? 0 : IN_CLOSE_WRITE | IN_ATTRIB
      return UInt32(names | itself | files) | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
    }
  }

  /// Watches a folder, beside what is watched of it already; nil where that is not possible.
  ///
  /// One folder has one number, by whatever paths it is reached.
  func watch(_ folder: String, for interest: Interest) -> Int32? {
    let watch = inotify_add_watch(descriptor, folder, interest.mask)
    return watch < 0 ? nil : watch
  }

  /// Ends a watch; one that the system has ended already is no mistake.
  func end(_ watch: Int32) {
    #if canImport(Android)
    _ = inotify_rm_watch(descriptor, UInt32(bitPattern: watch))
    #else
    _ = inotify_rm_watch(descriptor, watch)
    #endif
  }

  /// Something that happened in a watched folder.
  struct Event: Equatable, Sendable {
    var watch: Int32
    /// The name in the folder, empty where the folder itself is meant.
    var name = ""
    /// Whether the folder was removed, moved or unmounted.
    var concernsFolder = false
    /// Whether the system has ended the watch.
    var endsWatch = false
    /// Whether events were lost, so that anything may have happened.
    var isOverflow = false
  }

  /// Waits for events; an empty list where the queue cannot be read.
  func waitForEvents() -> [Event] {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = POSIX.readBytes(descriptor, into: &buffer)
    return count <= 0 ? [] : Self.events(in: buffer[..<count])
  }

  private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
    var result: [Event] = []
    var rest = bytes
    let headSize = MemoryLayout<inotify_event>.size
    while rest.count >= headSize {
      let head = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
      rest = rest.dropFirst(headSize)
      // The name is filled up with zeros.
      let name = rest.prefix(Int(head.len)).prefix { $0 != 0 }
      rest = rest.dropFirst(Int(head.len))
      func has(_ flags: Int32) -> Bool { head.mask & UInt32(flags) != 0 }
      result.append(
        Event(
          watch: head.wd, name: String(decoding: name, as: UTF8.self),
          concernsFolder: has(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED),
          endsWatch: has(IN_IGNORED), isOverflow: has(IN_Q_OVERFLOW)))
    }
    return result
  }
}

#endif
