public import Synchronization

/// The value that a setting showed last, and the state of the store for which that holds.
///
/// This is the hot path. A value of at most eight bytes without references is read without a lock,
/// so that reads scale with the cores: its bits lie between two looks at the version. Other values
/// are copied out under a lock. The state of the store is read where the store keeps it, in its
/// cell; no two states of the process share a number, so that an equal one says which store it is.
@usableFromInline
struct KeptValue<Value: Sendable>: ~Copyable, Sendable {
  /// The number of the revision that all this belongs to; `none` while it is written.
  @usableFromInline let revision = Atomic<UInt64>(KeptValue.none)
  /// Moved by each writer before it writes: that the revision is the same before and after would
  /// not do, since several writers in between can bring an old one back.
  @usableFromInline let version = Atomic<UInt64>(0)
  /// The node to tell of readings, by its address; zero where there is none.
  ///
  /// The notifier of the store holds the node, so that it is there while the store is.
  @usableFromInline let node = Atomic<UInt>(0)
  @usableFromInline let bits = Atomic<UInt64>(0)
  @usableFromInline let other = Mutex(Other())

  /// What no cell holds.
  @usableFromInline static var none: UInt64 { .max }

  @usableFromInline
  struct Other: Sendable {
    @usableFromInline var revision: UInt64 = .max
    @usableFromInline var value: Value?

    @usableFromInline init() {}
  }

  init() {}

  /// Whether a value is kept as its bits.
  ///
  /// `_isPOD` is how the standard library itself asks; the compiler answers while it compiles, and
  /// the branch is gone.
  @inlinable
  static var isKeptAsBits: Bool {
    _isPOD(Value.self) && MemoryLayout<Value>.size <= 8
  }

  /// The value, where it is the one of the state in the cell.
  ///
  /// - Parameter cell: The cell of a store that the caller holds.
  /// - Returns: The value, nil where another state is kept, or one is being kept right now.
  @inlinable @inline(__always)
  func value(in cell: Unmanaged<SettingRevisionCell>) -> Value? {
    let version = version.load(ordering: .acquiring)
    let current = revision.load(ordering: .acquiring)
    guard cell.number == current else { return nil }
    let node = node.load(ordering: .acquiring)
    let bits = bits.load(ordering: .acquiring)
    guard self.version.load(ordering: .relaxed) == version else { return nil }
    if let node = UnsafeRawPointer(bitPattern: node) {
      Unmanaged<SettingNode>.fromOpaque(node)._withUnsafeGuaranteedRef { $0.access() }
      // The value has to be that of a moment after the access: a change in between would be told to
      // nobody.
      guard cell.number == current else { return nil }
    }
    if Self.isKeptAsBits {
      return withUnsafeBytes(of: bits) { $0.loadUnaligned(as: Value.self) }
    }
    return other.withLock { $0.revision == current ? $0.value : nil }
  }

  /// Keeps a value for a state of a store that has a cell.
  @inlinable
  func keep(_ value: Value, for current: SettingRevision, observedBy node: SettingNode?) {
    let node = node.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    // The old value is let go after the lock: its deinitialiser may be anybody's code.
    // Two writers at once must not mix: the lock is theirs alone.
    _ = other.withLock { kept in
      let old = kept.value
      revision.store(Self.none, ordering: .sequentiallyConsistent)
      version.add(1, ordering: .sequentiallyConsistent)
      self.node.store(node, ordering: .releasing)
      if Self.isKeptAsBits {
        var number: UInt64 = 0
        withUnsafeMutableBytes(of: &number) { $0.storeBytes(of: value, as: Value.self) }
        bits.store(number, ordering: .releasing)
      } else {
        kept.revision = current.number
        kept.value = value
      }
      revision.store(current.number, ordering: .releasing)
      return old
    }
  }
}
