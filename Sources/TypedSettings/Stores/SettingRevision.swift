internal import Synchronization

/// A mark for one state of one source.
///
/// Each new revision differs from every other one in the process, so two equal revisions mean the
/// same source in the same state.
public struct SettingRevision: Hashable, Sendable {
  @usableFromInline let number: UInt64

  /// Creates a revision that the process has not had before.
  public init() {
    number = Self.count.add(1, ordering: .relaxed).newValue
  }

  /// The revision of a cell; nil for zero, which stands for none.
  init?(inCell number: UInt64) {
    if number == 0 { return nil }
    self.number = number
  }

  private static let count = Atomic<UInt64>(0)
}
