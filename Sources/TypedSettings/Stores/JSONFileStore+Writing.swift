internal import Synchronization

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension JSONFileStore {
  /// Asks for changes while no other writer can come in, and applies them to the file as it is now.
  ///
  /// - Parameter changes: Returns what to change.
  /// - Throws: What the closure throws, or ``SettingError`` when the file cannot be read or written,
  ///   or is not JSON.
  public func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    let path = try location.get()
    try writing.withLock { _ in
      do {
        let target = try fileSystem.resolvingLinks(path)
        try fileSystem.createFolder(of: target, isDurable: level != .atomic)
        let lock = try fileSystem.lock(target + ".lock", timeout: Self.lockTimeout)
        defer { fileSystem.unlock(lock) }
        // Two files of other writers within a few milliseconds can have one stamp.
        try refresh(isCertain: true)
        let changes = try toleratingDamage { try changes() }
        if changes.isEmpty { return }
        for _ in 0..<100 where try apply(changes, to: target) { return }
        throw SettingError.keepsChanging(target)
      } catch let error as FileError {
        throw SettingError.file(error)
      }
    }
  }

  /// Brings everything written so far to the disk.
  ///
  /// Writes of the levels `durable` and `full` are there already, unless one has thrown.
  ///
  /// - Throws: ``SettingError`` when that failed.
  public func synchronize() throws {
    guard let path else { return }
    do {
      let target = try fileSystem.resolvingLinks(path)
      if level != .atomic { return try synchronizeName(of: target) }
      guard try fileSystem.stamp(of: target) != nil else { return }
      try fileSystem.synchronizeFile(target)
      try fileSystem.synchronizeDirectory(folder(of: target))
    } catch let error as FileError {
      throw SettingError.file(error)
    }
  }

  /// Applies changes to the file as it is; returns whether nobody else has changed it meanwhile.
  private func apply(
    _ changes: [SettingChange], to target: String
  ) throws -> Bool {
    // Editors take no lock: a person may have saved while the changes were made.
    guard try fileSystem.resolvingLinks(location.get()) == target else {
      throw SettingError.retargeted(target)
    }
    try refresh(isCertain: true)
    let known = state.withLock { $0 }
    if let stamp = known.stamp, stamp.isReadOnly { throw SettingError.readOnlyFile(target) }
    let old: JSONDocument
    switch known.content {
    case .absent: old = try JSONDocument(Array("{}\n".utf8))
    case .document(let document): old = document
    case .damaged(let error):
      guard damagePolicy.quarantines else { throw error }
      old = try JSONDocument(Array("{}\n".utf8))
    }
    var new = old
    for change in changes { new = try edit(new, change) }
    if new.bytes != old.bytes {
      var present = known.stamp
      if case .damaged = known.content {
        guard try quarantine(target, known.stamp) else { return false }
        present = nil
        // What could not be read is gone now, for every key.
        notifier?.markEverything()
      }
      let replacement = FileReplacement(path: target, in: fileSystem)
      guard let stamp = try replacement.write(new.bytes, over: present, safety: level.safety) else {
        return false
      }
      remember(.document(new), stamp, after: known)
      isNameInDoubt.store(level != .atomic, ordering: .relaxed)
    }
    try synchronizeName(of: target)
    return true
  }

  private func edit(_ document: JSONDocument, _ change: SettingChange) throws -> JSONDocument {
    do {
      guard let value = change.newValue else { return try document.removing(change.key) }
      return try document.setting(value, for: change.key)
    } catch let error as JSONDocument.EditError {
      throw describe(error, change.key, in: document)
    } catch let error as JSONSyntaxError {
      throw SettingError.notRepresentable(
        "a value that makes the file unreadable: \(error.problem)", expected: error.expected)
    }
  }

  /// Brings the name of the file to the disk where that was not possible yet.
  private func synchronizeName(of target: String) throws {
    guard isNameInDoubt.load(ordering: .relaxed) else { return }
    do throws(FileError) {
      try fileSystem.synchronizeDirectory(folder(of: target))
      isNameInDoubt.store(false, ordering: .relaxed)
    } catch {
      throw SettingError.nameInDoubt(error)
    }
  }

  /// Renames a damaged file, so that its bytes are kept; returns whether it was still there.
  private func quarantine(_ target: String, _ known: FileStamp?) throws(FileError) -> Bool {
    guard let known, let present = try fileSystem.stamp(of: target),
      present.isSameContent(as: known)
    else { return false }
    let name = "\(target).damaged-\(Int64(Date().timeIntervalSince1970))"
    var free = name
    var count = 1
    while try fileSystem.stamp(of: free) != nil {
      count += 1
      free = "\(name)-\(count)"
    }
    try fileSystem.rename(target, to: free)
    SettingDiagnostics.report(.quarantined(target, as: free), on: self)
    return true
  }

  /// Runs the closure of a transaction; where a damaged file will make room, it sees no file.
  private func toleratingDamage(
    _ changes: () throws -> [SettingChange]
  ) throws -> [SettingChange] {
    let known = state.withLock { $0 }
    guard damagePolicy.quarantines, case .damaged = known.content else { return try changes() }
    // No change that others are told of: the file is as it was.
    guard replace(known, with: .absent, known.stamp, isOwn: true) else { return try changes() }
    let blank = state.withLock { $0 }
    // Unless somebody has seen a repaired file meanwhile.
    defer { _ = replace(blank, with: known.content, known.stamp, isOwn: true) }
    return try changes()
  }
}
