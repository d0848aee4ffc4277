internal import Synchronization

// What the store knows of its file, and how it comes to know it.

extension JSONFileStore {
  /// The document, nil while there is no file.
  func document() throws -> JSONDocument? {
    if !state.withLock({ $0.isLoaded }) { try refresh() }
    switch state.withLock({ $0.content }) {
    case .absent: return nil
    case .document(let document): return document
    case .damaged(let error): throw error
    }
  }

  /// Reads the file if it is not the one whose content is known.
  ///
  /// - Parameter isCertain: Whether a stamp that has not changed is not enough: the system may give
  ///   two files that follow each other within milliseconds the same one.
  /// - Throws: ``SettingError`` when the file cannot be read.
  func refresh(isCertain: Bool = false) throws(SettingError) {
    let path = try location.get()
    do throws(FileError) {
      while true {
        let known = state.withLock { $0 }
        let stamp = try fileSystem.stamp(of: path)
        if known.isLoaded && stamp == nil && known.stamp == nil { return }
        if !isCertain, known.isLoaded, let stamp, known.stamp?.isSameContent(as: stamp) == true {
          return
        }
        let file = try fileSystem.read(path)
        if known.isLoaded, let file, known.content.isOf(file.bytes) {
          if replace(known, with: known.content, file.stamp, isSame: true) { return }
        } else if replace(known, with: file.map { parse($0.bytes) } ?? .absent, file?.stamp) {
          return
        }
      }
    } catch {
      throw .file(error)
    }
  }

  /// Reads the file after something has happened to it.
  ///
  /// When that fails, what is known stays until the next event, write or reload.
  func noticeChange() {
    defer { notifier?.deliver(from: self) }
    do throws(SettingError) {
      try refresh(isCertain: true)
    } catch {
      SettingDiagnostics.report(error, on: self)
    }
  }

  private func parse(_ bytes: [UInt8]) -> Content {
    do {
      let document = try JSONDocument(bytes)
      guard document.nodes[0].kind == .object else {
        return .damaged(
          damage(
            JSONSyntaxError(
              offset: Int(document.nodes[0].start), problem: "the value is not an object",
              expected: "settings in braces"), in: bytes))
      }
      return .document(document)
    } catch {
      var error = error
      if bytes.allSatisfy({ $0 <= 0x20 }) {
        error = JSONSyntaxError(
          offset: 0, problem: "the file is empty", expected: "settings in braces, at least {}")
      }
      return .damaged(damage(error, in: bytes))
    }
  }

  /// Remembers what is in the file, unless somebody else has done so meanwhile.
  ///
  /// - Parameters:
  ///   - old: What was known when the file was read or written.
  ///   - content: What is in it.
  ///   - stamp: The stamp of the file.
  ///   - isSame: Whether the content is the known one.
  ///   - isOwn: Whether this store has written it.
  /// - Returns: Whether it is remembered.
  func replace(
    _ old: State, with content: Content, _ stamp: FileStamp?, isSame: Bool = false,
    isOwn: Bool = false
  ) -> Bool {
    state.withLock { state in
      guard state.count == old.count else { return false }
      state = State(isLoaded: true, content: content, stamp: stamp, count: old.count + 1)
      if !isSame { revisionCell?.change() }
      // From one damage to another no value changes.
      let isStillDamaged = old.content.isDamaged && content.isDamaged
      if !isSame && !isOwn && old.isLoaded && !isStillDamaged { notifier?.markEverything() }
      return true
    }
  }

  /// Remembers what this store has put into the file.
  func remember(_ content: Content, _ stamp: FileStamp?, after old: State) {
    if replace(old, with: content, stamp, isOwn: true) { return }
    // A reader came in between, and has seen a state before this one or after it.
    while !replace(state.withLock { $0 }, with: content, stamp) {}
    noticeChange()
  }
}
