public import Synchronization

/// The value that a setting showed last, and the state of the store for which that holds.
///
/// This is the hot path. A value of at most eight bytes without references is read without a lock,
/// so that reads scale with the cores: its bits lie between two looks at the revision, which no two
/// states of a store share. Other values are copied out under a lock.
@usableFromInline
struct KeptValue<Value: Sendable>: ~Copyable, Sendable {
  /// The revision the bits belong to; zero while they are written.
  @usableFromInline let revision = Atomic<UInt64>(0)
  /// The store the bits are from, by its address.
  @usableFromInline let store = Atomic<UInt>(0)
  /// The node to tell of readings, by its address; zero where there is none.
  ///
  /// The notifier of the store holds the node, so that it is there while the store is.
  @usableFromInline let node = Atomic<UInt>(0)
  @usableFromInline let bits = Atomic<UInt64>(0)
  @usableFromInline let other = Mutex(Other())

  @usableFromInline
  struct Other: Sendable {
    @usableFromInline var revision: UInt64 = 0
    @usableFromInline var value: Value?

    @usableFromInline init() {}
  }

  init() {}

  /// Whether a value is kept as its bits.
  ///
  /// `_isPOD` is how the standard library itself asks; the
  /// compiler answers while it compiles, and the branch is gone.
  @inlinable
  static var isKeptAsBits: Bool {
    _isPOD(Value.self) && MemoryLayout<Value>.size <= 8
  }

  /// The value, where it is the one that the store has in its present state.
  @inlinable
  func value(of source: any SettingStore) -> Value? {
    guard let current = source.revision?.number else { return nil }
    let address = UInt(bitPattern: ObjectIdentifier(source))
    guard revision.load(ordering: .acquiring) == current,
      store.load(ordering: .relaxed) == address
    else { return nil }
    let node = node.load(ordering: .acquiring)
    // A writer in between has set another revision, or zero.
    guard revision.load(ordering: .relaxed) == current else { return nil }
    if let node = UnsafeRawPointer(bitPattern: node) {
      Unmanaged<SettingNode>.fromOpaque(node)._withUnsafeGuaranteedRef { $0.access() }
      // The value is read after that: of a later change the one who reads is told.
      guard source.revision?.number == current else { return nil }
    }
    if Self.isKeptAsBits {
      let kept = bits.load(ordering: .acquiring)
      guard revision.load(ordering: .relaxed) == current else { return nil }
      return withUnsafeBytes(of: kept) { $0.loadUnaligned(as: Value.self) }
    }
    return other.withLock { $0.revision == current ? $0.value : nil }
  }

  /// Keeps a value for a state of a store.
  func keep(
    _ value: Value, for current: SettingRevision, of source: any SettingStore,
    observedBy node: SettingNode?
  ) {
    let address = UInt(bitPattern: ObjectIdentifier(source))
    let node = node.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    // The old value is let go after the lock: its deinitialiser may be anybody's code.
    // Two writers at once must not mix: the lock is theirs alone.
    _ = other.withLock { kept in
      let old = kept.value
      revision.store(0, ordering: .sequentiallyConsistent)
      store.store(address, ordering: .sequentiallyConsistent)
      self.node.store(node, ordering: .sequentiallyConsistent)
      if Self.isKeptAsBits {
        var number: UInt64 = 0
        withUnsafeMutableBytes(of: &number) { $0.storeBytes(of: value, as: Value.self) }
        bits.store(number, ordering: .sequentiallyConsistent)
      } else {
        kept.revision = current.number
        kept.value = value
      }
      revision.store(current.number, ordering: .releasing)
      return old
    }
  }
}
