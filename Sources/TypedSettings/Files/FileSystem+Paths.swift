/// The folder that a path lies in.
package func folder(of path: String) -> String {
  // By bytes: a slash that a combining mark follows is another character, but a slash all the same.
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

extension FileSystem {
  /// Creates the folder of a path, and those around it, where they are missing.
  func createFolder(of path: String, isDurable: Bool) throws(FileError) {
    let parent = folder(of: path)
    if try stamp(of: parent) != nil { return }
    try createFolder(of: parent, isDurable: isDurable)
    _ = try createDirectory(parent)
    if isDurable { try synchronizeDirectory(folder(of: parent)) }
  }

  /// The file that a path leads to in the end, which may not exist.
  func resolvingLinks(_ path: String) throws(FileError) -> String {
    var path = path
    for _ in 0..<40 {
      guard let destination = try destination(ofLink: path) else { return path }
      path = destination.hasPrefix("/") ? destination : "\(folder(of: path))/\(destination)"
    }
    throw FileError(
      call: "readlink", path: path, code: 0, explanation: "too many symbolic links lead on")
  }
}
