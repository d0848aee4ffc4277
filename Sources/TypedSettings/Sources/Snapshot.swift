internal import Synchronization

/// Content that is read at its first use, and kept until it is to be read again.
final class Snapshot<Content: Equatable & Sendable>: Sendable {
  /// Reads the content: a failure is part of the snapshot, an error is not.
  private let read: @Sendable () throws(SettingError) -> Result<Content, SettingError>
  private let state = Mutex(State())
  /// Where the state of the content lies.
  let revisionCell = SettingRevisionCell()

  private struct State {
    var content: Result<Content, SettingError>?
    /// Whether the content could not be read when it was needed.
    var isMissed = false
  }

  init(read: @escaping @Sendable () throws(SettingError) -> Result<Content, SettingError>) {
    self.read = read
  }

  /// The content, which is read now where it was not before.
  ///
  /// An error of the system is not kept: the next use tries again.
  func content() throws(SettingError) -> Content {
    let content = try state.withLock { state throws(SettingError) in
      if let content = state.content { return content }
      do throws(SettingError) {
        let content = try read()
        state.content = content
        if state.isMissed { revisionCell.change() }
        return content
      } catch {
        state.isMissed = true
        throw error
      }
    }
    return try content.get()
  }

  /// Reads the content again; an error of the system leaves it as it was.
  ///
  /// - Parameter tell: Called where the content is another one than before.
  /// - Throws: Why it cannot be read.
  func reload(_ tell: () -> Void) throws(SettingError) {
    let (content, isNew) = try state.withLock { state throws(SettingError) in
      let content = try read()
      let isNew = state.content != content
      state.content = content
      if isNew { revisionCell.change() }
      return (content, isNew)
    }
    if isNew { tell() }
    _ = try content.get()
  }

  /// The content where it has been read, and is whole.
  var known: Content? {
    guard case .success(let content) = state.withLock({ $0.content }) else { return nil }
    return content
  }
}
