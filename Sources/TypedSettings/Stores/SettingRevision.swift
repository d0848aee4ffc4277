public import Synchronization

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

  private init(number: UInt64) {
    self.number = number
  }

  /// The revision of a cell; nil for zero, which stands for none.
  init?(inCell number: UInt64) {
    if number == 0 { return nil }
    self.number = number
  }

  private static let count = Atomic<UInt64>(0)
}

extension SettingRevision: AtomicRepresentable {
  /// How an `Atomic` holds a revision.
  public typealias AtomicRepresentation = UInt64.AtomicRepresentation

  /// Turns a revision into what an `Atomic` holds.
  ///
  /// - Parameter value: The revision.
  /// - Returns: What an `Atomic` holds.
  public static func encodeAtomicRepresentation(_ value: consuming Self) -> AtomicRepresentation {
    UInt64.encodeAtomicRepresentation(value.number)
  }

  /// Turns what an `Atomic` holds into a revision.
  ///
  /// - Parameter storage: What an `Atomic` holds.
  /// - Returns: The revision.
  public static func decodeAtomicRepresentation(_ storage: consuming AtomicRepresentation) -> Self {
    Self(number: UInt64.decodeAtomicRepresentation(storage))
  }
}
