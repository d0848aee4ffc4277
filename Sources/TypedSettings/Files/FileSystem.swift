/// What the settings file needs of an operating system, one call each.
///
/// It is a seam: tests put another one in its place that records the calls or makes them fail.
package protocol FileSystem: Sendable {
  /// The content of a regular file and its stamp, nil where there is no file.
  func read(_ path: String) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp)?
  /// The stamp of a file, nil where there is none.
  func stamp(of path: String) throws(FileError) -> FileStamp?
  /// Where a symbolic link leads, nil where the path is none.
  func destination(ofLink path: String) throws(FileError) -> String?
  /// Creates a folder for its owner alone; returns false where one is there.
  func createDirectory(_ path: String) throws(FileError) -> Bool
  /// Creates a file for writing that nobody else has opened, in place of one that is there.
  func create(_ path: String, like old: FileStamp?) throws(FileError) -> FileDescriptor
  /// Writes some of the bytes; returns how many.
  func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(FileError) -> Int
  /// Brings a file to the disk; `fully` also out of the disk's own cache.
  func synchronize(_ file: FileDescriptor, fully: Bool) throws(FileError)
  /// The stamp of an open file.
  func stamp(of file: FileDescriptor) throws(FileError) -> FileStamp
  func close(_ file: FileDescriptor) throws(FileError)
  func rename(_ old: String, to new: String) throws(FileError)
  func remove(_ path: String) throws(FileError)
  /// Brings a file that is not open to the disk.
  func synchronizeFile(_ path: String) throws(FileError)
  /// Brings the names in a folder to the disk.
  func synchronizeDirectory(_ path: String) throws(FileError)
  /// Waits for the lock on a file, which is created where it is missing and never removed.
  func lock(_ path: String, timeout: Duration) throws(FileError) -> FileDescriptor
  func unlock(_ lock: FileDescriptor)
}

/// An open file.
package struct FileDescriptor: Sendable {
  package let number: Int32
  package let path: String

  package init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }
}

/// What tells one state of a file from another one.
package struct FileStamp: Equatable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  /// Nanoseconds since 1970 at which the content, and the file itself, was changed last.
  package var modified: Int64
  package var changed: Int64
  /// The permissions, and who owns the file.
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32

  package init(
    device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64, mode: UInt32,
    owner: UInt32, group: UInt32
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.mode = mode
    self.owner = owner
    self.group = group
  }

  /// Whether nobody may write the file.
  var isReadOnly: Bool { mode & 0o222 == 0 }

  /// Whether both are of the same content, as far as a stamp can tell.
  ///
  /// A rename changes when the file itself was changed, so that does not count.
  package func isSameContent(as other: Self) -> Bool {
    device == other.device && inode == other.inode && size == other.size
      && modified == other.modified
  }
}

/// A call to the operating system that failed.
package struct FileError: Error, Sendable, CustomStringConvertible {
  /// The name of the call, such as `rename`.
  package let call: String
  package let path: String
  /// The error number, zero where the call itself was not made.
  package let code: Int32
  /// What the number means, in words.
  package let explanation: String

  package init(call: String, path: String, code: Int32, explanation: String) {
    self.call = call
    self.path = path
    self.code = code
    self.explanation = explanation
  }

  package var description: String { "\(call) \(path): \(explanation)" }
}
