/// Puts a file in the place of another one, so that at any moment either is there, whole.
///
/// The steps: a temporary file beside the old one, written to its end, brought to the disk and
/// closed; a rename; and the folder brought to the disk. Before the rename, every failure leaves the
/// old file as it was and no temporary one.
package struct FileReplacement {
  let fileSystem: any FileSystem
  /// The file to replace, not a symbolic link.
  let path: String

  package init(path: String, in fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// How safe a file is when a write returns.
  package enum Safety: Sendable {
    /// Whole after a crash of the program; after a power loss perhaps the old one, or empty.
    case atomic
    /// There after a power loss, unless the disk lies about its cache.
    case durable
    /// There after a power loss, also on disks that need to be asked to empty their cache.
    case full
  }

  /// The name of the temporary file; there is never more than one, since writers take a lock.
  private var temporaryPath: String { path + ".tmp" }

  /// Writes the file in place of the one with a stamp.
  ///
  /// It returns the stamp of the new file, or nil where another file has come into place meanwhile,
  /// which stays.
  package func write(
    _ bytes: [UInt8], over old: FileStamp?, safety: Safety
  ) throws(FileError) -> FileStamp? {
    let file = try fileSystem.create(temporaryPath, like: old)
    var isOpen = true
    do throws(FileError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = try fileSystem.write(rest, to: file)
        guard count > 0 else {
          throw FileError(
            call: "write", path: file.path, code: 0, explanation: "no byte could be written")
        }
        rest = rest.dropFirst(count)
      }
      if safety != .atomic { try fileSystem.synchronize(file, fully: safety == .full) }
      let stamp = try fileSystem.stamp(of: file)
      isOpen = false
      try fileSystem.close(file)
      let present = try fileSystem.stamp(of: path)
      guard isSame(present, old) else {
        try fileSystem.remove(temporaryPath)
        return nil
      }
      try fileSystem.rename(temporaryPath, to: path)
      return stamp
    } catch {
      // The first error is the one to tell; these can only fail because of it.
      if isOpen { try? fileSystem.close(file) }
      try? fileSystem.remove(temporaryPath)
      throw error
    }
  }

  private func isSame(_ present: FileStamp?, _ old: FileStamp?) -> Bool {
    guard let present, let old else { return present == nil && old == nil }
    return present.isSameContent(as: old)
  }
}
