extension JSONFileStore {
  func damage(_ error: JSONSyntaxError, in bytes: [UInt8]) -> SettingError {
    let place = "\(name):\(JSONPosition(of: error.offset, in: bytes))"
    let other = error.otherOffset.map {
      " (the first one is at \(JSONPosition(of: $0, in: bytes)))"
    }
    return .damagedFile(
      "\(place): \(error.problem)\(other ?? "")", expected: error.expected)
  }

  /// The error of one value; the rest of the file can be read and written.
  func unreadable(
    _ key: SettingKey, _ error: JSONSyntaxError, in bytes: [UInt8]
  ) -> SettingError {
    .store(
      "\(name):\(JSONPosition(of: error.offset, in: bytes)), \(key.rawValue.quotedForMessage): "
        + error.problem,
      expected: error.expected, advice: "Correct the file or reset the setting.")
  }

  func ambiguous(
    _ key: SettingKey, _ found: [Int], in document: JSONDocument
  ) -> SettingError {
    describe(.ambiguous(found[0], found[1]), key, in: document)
  }

  func describe(
    _ error: JSONDocument.EditError, _ key: SettingKey, in document: JSONDocument
  ) -> SettingError {
    func place(_ index: Int) -> String {
      "\(name):\(document.position(of: Int(document.nodes[index].nameStart)))"
    }
    switch error {
    case .ambiguous(let first, let second):
      return .damagedFile(
        "the key \(key.rawValue.quotedForMessage) stands at \(place(first)) and at \(place(second))",
        expected: "each key once")
    case .blocked(let index):
      return .damagedFile(
        "\(place(index)) holds a value where \(key.rawValue.quotedForMessage) needs an object",
        expected: "an object in braces")
    case .reservedName:
      return .store(
        "\(name) cannot hold the key \(key.rawValue.quotedForMessage)",
        expected:
          "no name but the first to be one of \(JSONText.tags.sorted().joined(separator: ", "))",
        advice: "Choose another name; this one stands for a form of value.")
    case .tooManyComponents:
      return .store(
        "\(name) cannot hold the key \(key.rawValue.quotedForMessage)",
        expected: "at most \(JSONDocument.maximumDepth) components",
        advice: "Use a key with fewer dots.")
    case .notAnObject:
      return .damagedFile("\(name) holds no settings", expected: "settings in braces")
    case .unfaithful:
      return .store(
        "\(name) could not be edited without changing more than the key",
        advice: "Set the key by hand, and report this as a mistake of the package.")
    }
  }
}

extension SettingError {
  static func damagedFile(_ problem: String, expected: String) -> Self {
    store(
      problem, expected: expected,
      advice: "Correct the file; it is not written over until then.")
  }

  static func readOnlyFile(_ path: String) -> Self {
    store(
      "\(path) is read-only for everybody",
      advice: "Allow its owner to write it, with chmod u+w, to have settings stored there.")
  }

  static func keepsChanging(_ path: String) -> Self {
    store(
      "\(path) was changed by others each time it was to be written",
      advice: "What was stored is as it was; try again later.")
  }

  static func retargeted(_ path: String) -> Self {
    store(
      "the symbolic link that led to \(path) was turned to another file during the write",
      advice: "What was stored is as it was; try again.")
  }

  static func quarantined(_ path: String, as newPath: String) -> Self {
    store(
      "\(path) is damaged and was renamed to \(newPath)",
      advice: "Take over by hand what is needed from the old one.")
  }

  /// The new file is in place whatever happened; only a power loss could bring the old one back.
  static func nameInDoubt(_ error: FileError) -> Self {
    var result = store(
      "\(error.call) failed for \(error.path): \(error.explanation)",
      advice: "The new values are in place, but a power loss could bring the old ones back. "
        + "Correct the cause and write again.")
    result.action = .securing
    return result
  }

  static func file(_ error: FileError) -> Self {
    store(
      "\(error.call) failed for \(error.path): \(error.explanation)",
      advice: "What was stored is as it was. Correct the cause and try again.")
  }
}
