import Foundation
package import TypedSettings

/// A file system that can also empty a file and write it in its place, as a careless store does.
package protocol TruncatingFileSystem: FileSystem {
  /// Opens a file for writing, empty.
  func openTruncated(_ path: String) throws(FileError) -> FileDescriptor
}

extension POSIXFileSystem: TruncatingFileSystem {
  package func openTruncated(_ path: String) throws(FileError) -> FileDescriptor {
    let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard number >= 0 else {
      throw FileError(call: "open", path: path, code: errno, explanation: "cannot be emptied")
    }
    return FileDescriptor(number: number, path: path)
  }
}

/// A file system that leaves steps out, so that a store on it is wrong.
///
/// Every check of crashes must fail with the fault that it is there to find.
package struct FaultyFileSystem: FileSystem {
  /// What is left out or done badly.
  package enum Fault: String, CaseIterable, Sendable {
    /// Writers do not wait for each other.
    case noLock
    /// Files are not brought to the disk.
    case noFileSync
    /// Names are not brought to the disk.
    case noDirectorySync
    /// The file itself is emptied and written, and no temporary one.
    case inPlace
    /// At most seven bytes are written at once, which is allowed.
    case shortWrites
    /// The file system says that all bytes are written, as if nobody asked how many were.
    case noWriteLoop
    /// Whatever is in the file, it reads as an empty object.
    case ignoresContent
    /// No fault: a line is printed when a save begins to change files, so that a kill can aim.
    case announced
  }

  private let base: any TruncatingFileSystem
  private let faults: Set<Fault>

  package init(_ base: any TruncatingFileSystem, _ faults: Set<Fault>) {
    self.base = base
    self.faults = faults
  }

  package func read(_ path: String) throws(FileError) -> (bytes: [UInt8], stamp: FileStamp)? {
    let file = try base.read(path)
    guard faults.contains(.ignoresContent), let file else { return file }
    return (Array("{}\n".utf8), file.stamp)
  }

  package func stamp(of path: String) throws(FileError) -> FileStamp? { try base.stamp(of: path) }

  package func destination(ofLink path: String) throws(FileError) -> String? {
    try base.destination(ofLink: path)
  }

  package func createDirectory(_ path: String) throws(FileError) -> Bool {
    try base.createDirectory(path)
  }

  package func create(_ path: String, like old: FileStamp?) throws(FileError) -> FileDescriptor {
    if faults.contains(.announced) { FileHandle.standardOutput.write(Data("saving\n".utf8)) }
    guard faults.contains(.inPlace) else { return try base.create(path, like: old) }
    return try base.openTruncated(String(path.dropLast(".tmp".count)))
  }

  package func write(_ bytes: ArraySlice<UInt8>, to file: FileDescriptor) throws(FileError) -> Int {
    let part = faults.contains(.shortWrites) ? bytes.prefix(.random(in: 1...7)) : bytes
    let count = try base.write(part, to: file)
    return faults.contains(.noWriteLoop) ? bytes.count : count
  }

  package func synchronize(_ file: FileDescriptor, fully: Bool) throws(FileError) {
    if !faults.contains(.noFileSync) { try base.synchronize(file, fully: fully) }
  }

  package func stamp(of file: FileDescriptor) throws(FileError) -> FileStamp {
    try base.stamp(of: file)
  }

  package func close(_ file: FileDescriptor) throws(FileError) { try base.close(file) }

  package func rename(_ old: String, to new: String) throws(FileError) {
    if !faults.contains(.inPlace) { try base.rename(old, to: new) }
  }

  package func remove(_ path: String) throws(FileError) {
    if !faults.contains(.inPlace) { try base.remove(path) }
  }

  package func synchronizeFile(_ path: String) throws(FileError) {
    if !faults.contains(.noFileSync) { try base.synchronizeFile(path) }
  }

  package func synchronizeDirectory(_ path: String) throws(FileError) {
    if !faults.contains(.noDirectorySync) { try base.synchronizeDirectory(path) }
  }

  package func lock(_ path: String, timeout: Duration) throws(FileError) -> FileDescriptor {
    guard faults.contains(.noLock) else { return try base.lock(path, timeout: timeout) }
    return FileDescriptor(number: -1, path: path)
  }

  package func unlock(_ lock: FileDescriptor) {
    if !faults.contains(.noLock) { base.unlock(lock) }
  }
}
