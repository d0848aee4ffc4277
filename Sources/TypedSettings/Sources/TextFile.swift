/// Small files of text, as the sources read them.
enum TextFile {
  /// How many bytes a file may have: 1 MiB.
  static let maximumSize = 1 << 20

  /// The bytes of a file, nil where there is none.
  static func read(_ path: String, in fileSystem: any FileSystem) throws(SettingError) -> [UInt8]? {
    do throws(FileError) {
      // Asked first, so that a file of any size is not read for nothing.
      if let stamp = try fileSystem.stamp(of: path), stamp.size > maximumSize {
        throw tooLarge(path)
      }
      guard let file = try fileSystem.read(path) else { return nil }
      guard file.bytes.count <= maximumSize else { throw tooLarge(path) }
      return file.bytes
    } catch {
      throw .unreadableSource(error)
    }
  }

  private static func tooLarge(_ path: String) -> FileError {
    FileError(call: "read", path: path, code: 0, explanation: "it is larger than 1 MiB")
  }
}

extension SettingError {
  /// A file of a source that the system does not give.
  static func unreadableSource(
    _ error: FileError, expected: String = "a readable file of at most 1 MiB"
  ) -> Self {
    store(
      "\(error.call) failed for \(error.path): \(error.explanation)", expected: expected,
      advice: "Correct the cause and start the program again.")
  }
}
