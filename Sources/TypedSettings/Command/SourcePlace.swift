/// A place that settings are read from, as the settings command shows it.
struct SourcePlace {
  /// What kinds of places there are.
  enum Kind: String {
    case file, folder, environment, arguments, memory, other
  }

  let kind: Kind
  /// The path, or what else the place is called.
  let name: String
  /// Whether writes go there.
  let isWritten: Bool
  /// Whether the file or folder is there; nil where the place is neither.
  let exists: Bool?

  init(_ group: SourceGroup) {
    let source = group.source
    isWritten = group.members.contains { group.isOf($0.store.writtenStore) }
    /// The name of the place with that of a setting in it.
    func name(_ name: String) -> String {
      guard let key = group.members.first?.key, let source = source as? any CheckedSource else {
        return name
      }
      return "\(name), such as \(source.spelling(of: key))"
    }
    switch source {
    case let source as JSONFileStore: (kind, self.name) = (.file, source.location.placeName)
    case let source as DotEnvSource: (kind, self.name) = (.file, source.location.placeName)
    case let source as DirectorySource: (kind, self.name) = (.folder, source.location.placeName)
    case is ArgumentsSource: (kind, self.name) = (.arguments, name("command line"))
    case is EnvironmentSource: (kind, self.name) = (.environment, name("environment"))
    case is InMemoryStore: (kind, self.name) = (.memory, "memory of the process")
    default: (kind, self.name) = (.other, "\(type(of: source))")
    }
    exists = kind == .file || kind == .folder ? POSIX.stamp(of: self.name) != nil : nil
  }

  /// What becomes of the place.
  var use: String {
    (isWritten ? "read and written" : "read") + (exists == false ? ", not there yet" : "")
  }
}

extension FileLocation {
  /// The path, or why there is none.
  fileprivate var placeName: String {
    switch self {
    case .success(let path): path
    case .failure(let error): error.description
    }
  }
}
