extension JSONFileStore: CheckedSource {
  func entries(besides keys: [SettingKey]) throws -> [SourceEntry] {
    guard let document = try document() else { return [] }
    return document.members(besides: keys).map { name, index in
      SourceEntry(
        name: name,
        origin: "\(self.name):\(document.position(of: Int(document.nodes[index].nameStart)))",
        isGroup: keys.contains { $0.rawValue.hasPrefix(name + ".") })
    }
  }

  func spelling(of key: SettingKey) -> String { key.rawValue }

  func advice(for key: SettingKey) -> String {
    "Correct the file or reset the setting" + SettingError.usesDefault
  }
}

extension JSONDocument {
  /// The name under which a file tells its editor where its JSON Schema is.
  static let schemaName = "$schema"

  /// The members that no key leads to and that lead to no key, each by its path.
  ///
  /// Of an object that no key leads into, the object alone is listed.
  fileprivate func members(besides keys: [SettingKey]) -> [(name: String, index: Int)] {
    let parents = Set(keys.flatMap(\.parents).map(\.rawValue))
    let keys = Set(keys.map(\.rawValue))
    var result: [(String, Int)] = []
    func collect(_ object: Int, _ prefix: String) {
      for child in children(of: object) {
        let path = prefix + name(of: child)
        if hasKeys(child) && parents.contains(path) {
          // Also where the path itself is a former key: then the file is a newer one.
          collect(child, path + ".")
        } else if keys.contains(path) || path == Self.schemaName {
          continue
        } else {
          result.append((path, child))
        }
      }
    }
    if nodes[0].kind == .object { collect(0, "") }
    return result
  }
}
