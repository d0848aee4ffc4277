package import TypedSettings

/// A settings file and how it is written.
package struct FileUnderTest: Sendable {
  package let path: String
  package let level: String
  package let faults: String

  package init(path: String, level: String = "durable", faults: String = "none") {
    self.path = path
    self.level = level
    self.faults = faults
  }

  /// The store of the file, on a file system with its faults.
  package func store() -> JSONFileStore {
    let faults = Set(
      faults.split(separator: ",").compactMap { word in
        FaultyFileSystem.Fault(rawValue: String(word))
      })
    let fileSystem: any FileSystem =
      faults.isEmpty ? POSIXFileSystem() : FaultyFileSystem(POSIXFileSystem(), faults)
    return JSONFileStore(
      at: .success(path), level: level == "atomic" ? .atomic : .durable, onDamage: .refuse,
      in: fileSystem)
  }
}
