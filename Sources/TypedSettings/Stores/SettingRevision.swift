public import Synchronization

/// A mark for one state of one source.
///
/// Each new revision differs from every other one in the process, so two equal revisions mean the
/// same source in the same state.
public struct SettingRevision: Hashable, Sendable, RawRepresentable, AtomicRepresentable {
  /// The number of the revision, without a meaning of its own.
  public let rawValue: UInt64

  /// Creates the revision with a number that ``rawValue`` gave.
  ///
  /// - Parameter rawValue: The number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates a revision that the process has not had before.
  public init() {
    rawValue = Self.count.add(1, ordering: .relaxed).newValue
  }

  private static let count = Atomic<UInt64>(0)
}
