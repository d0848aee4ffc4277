#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The texts of all files in a folder, at one moment.
struct FolderContent: Equatable, Sendable {
  /// The texts by the names of the files, or why a file has none.
  private(set) var files: [String: Result<String, SettingError>] = [:]

  /// What differs between two states of a folder, as far as its names tell.
  private struct Mark: Equatable {
    let names: [String]
    /// Where the link leads that Kubernetes turns to a new folder to replace all files at once.
    let version: String?
  }

  /// Reads a folder; one that is missing is empty.
  static func read(_ path: String, in fileSystem: any FileSystem) throws(SettingError) -> Self {
    var mark = try self.mark(of: path, in: fileSystem)
    // A folder that somebody changes without end is taken as it is.
    for _ in 1..<10 {
      let content = try read(mark.names, of: path, in: fileSystem)
      let end = try self.mark(of: path, in: fileSystem)
      if end == mark { return content }
      mark = end
    }
    return try read(mark.names, of: path, in: fileSystem)
  }

  private static func mark(
    of path: String, in fileSystem: any FileSystem
  ) throws(SettingError) -> Mark {
    do throws(FileError) {
      guard try fileSystem.stamp(of: path) != nil else { return Mark(names: [], version: nil) }
      return Mark(
        names: try names(in: path),
        version: try fileSystem.destination(ofLink: "\(path)/..data"))
    } catch {
      throw .unreadableSource(error, expected: "a folder that can be listed")
    }
  }

  /// The names of the files that can be values.
  private static func names(in path: String) throws(FileError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: path)
        .filter { !$0.utf8.starts(with: [UInt8(ascii: ".")]) }.sorted()
    } catch {
      throw FileError(
        call: "opendir", path: path, code: 0, explanation: "its files cannot be listed")
    }
  }

  private static func read(
    _ names: [String], of path: String, in fileSystem: any FileSystem
  ) throws(SettingError) -> Self {
    var content = Self()
    for name in names {
      let file = "\(path)/\(name)"
      do throws(FileError) {
        if let stamp = try fileSystem.stamp(of: file), POSIX.isDirectory(stamp) { continue }
      } catch {
        content.files[name] = .failure(.unreadableSource(error))
        continue
      }
      content.files[name] = Result { () throws(SettingError) in
        try text(of: file, in: fileSystem)
      }
    }
    return content
  }

  private static func text(
    of path: String, in fileSystem: any FileSystem
  ) throws(SettingError) -> String {
    guard var bytes = try TextFile.read(path, in: fileSystem)?[...] else {
      throw .store(
        "\(path) is a symbolic link that leads nowhere", expected: "a file of text",
        advice: "Correct the link and start the program again.")
    }
    if bytes.last == UInt8(ascii: "\n") {
      bytes.removeLast()
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .store(
        "\(path) is not UTF-8 text", expected: "a file saved as UTF-8",
        advice: "Correct the file and start the program again.")
    }
    return text
  }
}
