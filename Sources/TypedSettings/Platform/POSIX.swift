#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The calls of POSIX that the settings file needs, as Swift functions.
///
/// Here a call differs between systems, or looks unlike Swift; what the calls are for is said where
/// they are used.
enum POSIX {
  /// How a file is opened.
  struct OpenFlags: OptionSet {
    let rawValue: Int32

    static let readOnly = Self(rawValue: O_RDONLY)
    static let writeOnly = Self(rawValue: O_WRONLY)
    static let readWrite = Self(rawValue: O_RDWR)
    static let create = Self(rawValue: O_CREAT)
    static let createNew = Self(rawValue: O_CREAT | O_EXCL)
    static let noFollow = Self(rawValue: O_NOFOLLOW)
    static let nonBlocking = Self(rawValue: O_NONBLOCK)
    static let directory = Self(rawValue: O_DIRECTORY)
    #if canImport(Darwin)
    /// Only to be told of changes; it does not keep a disk from being ejected.
    static let eventsOnly = Self(rawValue: O_EVTONLY)
    #endif
  }

  static var lastError: Int32 { errno }
  static let noEntry = ENOENT
  static let exists = EEXIST
  static let noPermission = EACCES
  static let wouldBlock = EWOULDBLOCK
  static let invalidArgument = EINVAL

  /// The error of the call that has just failed.
  static func failure(_ call: String, _ path: String) -> FileError {
    let code = errno
    let text = strerror(code).map { String(cString: $0) } ?? "unknown error"
    return FileError(call: call, path: path, code: code, explanation: "\(text) (errno \(code))")
  }

  /// Makes a call again while signals interrupt it, though not for ever.
  private static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    for _ in 1..<1000 {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
    return call()
  }

  // MARK: - Files

  /// Opens a file that children of this process do not inherit, new ones for their owner alone.
  static func openFile(_ path: String, _ flags: OpenFlags, mode: UInt32 = 0o600) -> Int32 {
    retrying { open(path, flags.rawValue | O_CLOEXEC, mode_t(mode)) }
  }

  /// Reads at most as many bytes as the buffer has.
  static func readBytes(_ file: Int32, into buffer: inout [UInt8]) -> Int {
    buffer.withUnsafeMutableBytes { bytes in
      retrying { read(file, bytes.baseAddress, bytes.count) }
    }
  }

  static func writeBytes(_ file: Int32, _ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBytes { bytes in retrying { write(file, bytes.baseAddress, bytes.count) } }
  }

  /// Brings a file to the disk.
  ///
  /// A plain `fsync` leaves data in the disk's own cache on macOS.
  static func synchronizeFile(_ file: Int32, fully: Bool) -> Bool {
    #if canImport(Darwin)
    if fully { return retrying { fcntl(file, F_FULLFSYNC) } >= 0 }
    #endif
    return retrying { fsync(file) } == 0
  }

  /// Closes a file; a signal that interrupts it changes nothing, because the file is closed then.
  static func closeFile(_ file: Int32) -> Bool { close(file) == 0 || errno == EINTR }

  static func renameFile(_ old: String, to new: String) -> Bool {
    retrying { rename(old, new) } == 0
  }

  static func removeFile(_ path: String) -> Bool { retrying { unlink(path) } == 0 }

  static func makeDirectory(_ path: String, mode: UInt32) -> Bool {
    retrying { mkdir(path, mode_t(mode)) } == 0
  }

  static func changeMode(_ file: Int32, mode: UInt32) -> Bool {
    retrying { fchmod(file, mode_t(mode & 0o7777)) } == 0
  }

  /// Gives a file to an owner, the present one for the largest number, and to a group.
  static func changeOwner(_ file: Int32, owner: UInt32, group: UInt32) -> Bool {
    retrying { fchown(file, owner, group) } == 0
  }

  /// Where a symbolic link leads, nil where that cannot be said.
  static func readLink(_ path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return -1 }
      return retrying { readlink(path, start, bytes.count) }
    }
    guard count >= 0 else { return nil }
    guard let text = String(validating: buffer[..<count], as: UTF8.self) else {
      errno = EILSEQ
      return nil
    }
    return text
  }

  // MARK: - Locks

  /// Takes the lock on an open file unless somebody else has it.
  static func tryLock(_ file: Int32) -> Bool {
    retrying { flock(file, LOCK_EX | LOCK_NB) } == 0
  }

  static func pause(_ duration: Duration) {
    usleep(UInt32(clamping: duration.attoseconds / 1_000_000_000_000))
  }

  // MARK: - Stamps

  static func stamp(of path: String) -> FileStamp? {
    var information = stat()
    return retrying { stat(path, &information) } == 0 ? FileStamp(information) : nil
  }

  static func stamp(of file: Int32) -> FileStamp? {
    var information = stat()
    return retrying { fstat(file, &information) } == 0 ? FileStamp(information) : nil
  }

  static func isRegular(_ stamp: FileStamp) -> Bool {
    stamp.mode & UInt32(S_IFMT) == UInt32(S_IFREG)
  }

  static func isDirectory(_ stamp: FileStamp) -> Bool {
    stamp.mode & UInt32(S_IFMT) == UInt32(S_IFDIR)
  }
}

extension FileStamp {
  fileprivate init(_ information: stat) {
    #if canImport(Darwin)
    let (modification, change) = (information.st_mtimespec, information.st_ctimespec)
    #else
    let (modification, change) = (information.st_mtim, information.st_ctim)
    #endif
    func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    self.init(
      device: UInt64(truncatingIfNeeded: information.st_dev),
      inode: UInt64(information.st_ino), size: Int64(information.st_size),
      modified: nanoseconds(modification), changed: nanoseconds(change),
      mode: UInt32(information.st_mode), owner: information.st_uid, group: information.st_gid)
  }
}
