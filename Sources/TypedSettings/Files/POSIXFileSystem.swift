/// The file system as POSIX offers it.
///
/// Calls that a signal interrupts are made again, up to a thousand times, except `close`, after which
/// the descriptor is gone either way.
package struct POSIXFileSystem: FileSystem {
  package init() {}

  package func read(_ path: String) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp)? {
    // Not blocking, so that a pipe in place of the file cannot hold the program up.
    let number = POSIX.openFile(path, [.readOnly, .nonBlocking])
    if number < 0 {
      if POSIX.lastError == POSIX.noEntry { return nil }
      throw POSIX.failure("open", path)
    }
    defer { _ = POSIX.closeFile(number) }
    let file = FileDescriptor(number: number, path: path)
    let stamp = try regularStamp(of: file)
    guard stamp.size <= JSONDocument.maximumSize else {
      throw FileError(call: "read", path: path, code: 0, explanation: "it is larger than 64 MiB")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(stamp.size) + 1)
    var chunk = [UInt8](repeating: 0, count: max(4096, Int(stamp.size) + 1))
    while bytes.count <= JSONDocument.maximumSize {
      let count = POSIX.readBytes(number, into: &chunk)
      if count < 0 { throw POSIX.failure("read", path) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return (bytes, stamp)
  }

  package func stamp(of path: String) throws(FileError) -> FileStamp? {
    guard let stamp = POSIX.stamp(of: path) else {
      if POSIX.lastError == POSIX.noEntry { return nil }
      throw POSIX.failure("stat", path)
    }
    return stamp
  }

  package func stamp(of file: FileDescriptor) throws(FileError) -> FileStamp {
    guard let stamp = POSIX.stamp(of: file.number) else { throw POSIX.failure("fstat", file.path) }
    return stamp
  }

  /// The stamp of an open file; throws for what is no regular file.
  private func regularStamp(of file: FileDescriptor) throws(FileError) -> FileStamp {
    let stamp = try stamp(of: file)
    guard POSIX.isRegular(stamp) else {
      throw FileError(
        call: "open", path: file.path, code: 0, explanation: "it is not a regular file")
    }
    return stamp
  }

  package func destination(ofLink path: String) throws(FileError) -> String? {
    if let destination = POSIX.readLink(path) { return destination }
    let code = POSIX.lastError
    // Other failures must not pass for "no link": the link itself would be written over.
    if code == POSIX.noEntry || code == POSIX.invalidArgument { return nil }
    throw POSIX.failure("readlink", path)
  }

  package func createDirectory(_ path: String) throws(FileError) -> Bool {
    if POSIX.makeDirectory(path, mode: 0o700) { return true }
    if POSIX.lastError == POSIX.exists { return false }
    throw POSIX.failure("mkdir", path)
  }

  package func create(_ path: String, like old: FileStamp?) throws(FileError) -> FileDescriptor {
    var number = POSIX.openFile(path, [.writeOnly, .createNew, .noFollow])
    if number < 0 && POSIX.lastError == POSIX.exists {
      // Left by a process that was killed: whoever holds the lock may remove it.
      try remove(path)
      number = POSIX.openFile(path, [.writeOnly, .createNew, .noFollow])
    }
    if number < 0 { throw POSIX.failure("open", path) }
    let file = FileDescriptor(number: number, path: path)
    do throws(FileError) {
      if let old {
        // The superuser may give files away, others may choose among their groups. Where not even
        // that is possible, the group of the new file must not get what another one was given.
        let hasGroup =
          POSIX.changeOwner(number, owner: old.owner, group: old.group)
          || POSIX.changeOwner(number, owner: .max, group: old.group)
        let mode = hasGroup ? old.mode : old.mode & ~0o070
        if !POSIX.changeMode(number, mode: mode) { throw POSIX.failure("fchmod", path) }
      }
      return file
    } catch {
      _ = POSIX.closeFile(number)
      try? remove(path)  // The first error is the one to tell.
      throw error
    }
  }

  package func write(
    _ bytes: ArraySlice<UInt8>, to file: FileDescriptor
  ) throws(FileError) -> Int {
    let count = POSIX.writeBytes(file.number, bytes)
    if count < 0 { throw POSIX.failure("write", file.path) }
    return count
  }

  package func synchronize(_ file: FileDescriptor, fully: Bool) throws(FileError) {
    if !POSIX.synchronizeFile(file.number, fully: fully) { throw POSIX.failure("fsync", file.path) }
  }

  package func close(_ file: FileDescriptor) throws(FileError) {
    if !POSIX.closeFile(file.number) { throw POSIX.failure("close", file.path) }
  }

  package func rename(_ old: String, to new: String) throws(FileError) {
    if !POSIX.renameFile(old, to: new) { throw POSIX.failure("rename", new) }
  }

  package func remove(_ path: String) throws(FileError) {
    if !POSIX.removeFile(path) && POSIX.lastError != POSIX.noEntry {
      throw POSIX.failure("unlink", path)
    }
  }

  package func synchronizeFile(_ path: String) throws(FileError) {
    try synchronize(path, [.readOnly])
  }

  package func synchronizeDirectory(_ path: String) throws(FileError) {
    try synchronize(path, [.readOnly, .directory])
  }

  private func synchronize(_ path: String, _ flags: POSIX.OpenFlags) throws(FileError) {
    let number = POSIX.openFile(path, flags)
    if number < 0 { throw POSIX.failure("open", path) }
    defer { _ = POSIX.closeFile(number) }
    if !POSIX.synchronizeFile(number, fully: false) { throw POSIX.failure("fsync", path) }
  }

  package func lock(_ path: String, timeout: Duration) throws(FileError) -> FileDescriptor {
    let end = ContinuousClock.now + timeout
    while true {
      let number = try openLock(path)
      let file = FileDescriptor(number: number, path: path)
      do throws(FileError) {
        try waitForLock(number, path, until: end, timeout)
        // Somebody may have deleted the file meanwhile; then the lock on it keeps nobody out.
        if try stamp(of: file).inode == stamp(of: path)?.inode { return file }
      } catch {
        _ = POSIX.closeFile(number)
        throw error
      }
      _ = POSIX.closeFile(number)
    }
  }

  /// Opens a lock file, which is empty and which everybody may read, so that a program that was run
  /// by another user once does not shut its own user out.
  private func openLock(_ path: String) throws(FileError) -> Int32 {
    let number = POSIX.openFile(path, [.readWrite, .create, .noFollow], mode: 0o644)
    if number >= 0 { return number }
    let failure = POSIX.failure("open", path)
    // Where it is not there either, what is wrong is that it cannot be made.
    guard failure.code == POSIX.noPermission,
      case let readOnly = POSIX.openFile(path, [.readOnly, .noFollow]), readOnly >= 0
    else { throw failure }
    return readOnly
  }

  private func waitForLock(
    _ number: Int32, _ path: String, until end: ContinuousClock.Instant, _ timeout: Duration
  ) throws(FileError) {
    var pause: Duration = .microseconds(200)
    while !POSIX.tryLock(number) {
      let code = POSIX.lastError
      if code != POSIX.wouldBlock { throw POSIX.failure("flock", path) }
      if ContinuousClock.now >= end {
        throw FileError(
          call: "flock", path: path, code: code,
          explanation: "another process has held the lock for \(timeout)")
      }
      POSIX.pause(pause)
      pause = min(pause * 2, .milliseconds(10))
    }
  }

  package func unlock(_ lock: FileDescriptor) {
    // Closing the only descriptor releases the lock.
    _ = POSIX.closeFile(lock.number)
  }
}
