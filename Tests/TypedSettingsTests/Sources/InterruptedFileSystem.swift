import TypedSettings

/// A file system that lets somebody else act before each reading of a file.
struct InterruptedFileSystem: FileSystem {
  private let base = POSIXFileSystem()
  private let interruption: @Sendable (String) throws(FileError) -> Void

  init(_ interruption: @escaping @Sendable (String) throws(FileError) -> Void) {
    self.interruption = interruption
  }

  func read(_ path: String) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp)? {
    try interruption(path)
    return try base.read(path)
  }

  func stamp(of path: String) throws(FileError) -> FileStamp? { try base.stamp(of: path) }

  func destination(ofLink path: String) throws(FileError) -> String? {
    try base.destination(ofLink: path)
  }

  // MARK: - What no source does

  private func refused(_ path: String) -> FileError {
    FileError(call: "write", path: path, code: 0, explanation: "a source must only read")
  }

  func createDirectory(_ path: String) throws(FileError) -> Bool { throw refused(path) }
  func create(_ path: String, like old: FileStamp?) throws(FileError) -> FileDescriptor {
    throw refused(path)
  }
  func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(FileError) -> Int {
    throw refused(file.path)
  }
  func synchronize(_ file: FileDescriptor, fully: Bool) throws(FileError) {
    throw refused(file.path)
  }
  func stamp(of file: FileDescriptor) throws(FileError) -> FileStamp { throw refused(file.path) }
  func close(_ file: FileDescriptor) throws(FileError) { throw refused(file.path) }
  func rename(_ old: String, to new: String) throws(FileError) { throw refused(old) }
  func remove(_ path: String) throws(FileError) { throw refused(path) }
  func synchronizeFile(_ path: String) throws(FileError) { throw refused(path) }
  func synchronizeDirectory(_ path: String) throws(FileError) { throw refused(path) }
  func lock(_ path: String, timeout: Duration) throws(FileError) -> FileDescriptor {
    throw refused(path)
  }
  func unlock(_ lock: FileDescriptor) {}
}
