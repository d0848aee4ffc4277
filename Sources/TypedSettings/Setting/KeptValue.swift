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
  @usableFromInline let bits = Atomic<UInt64>(0)
  @usableFromInline let other = Mutex(Other())

  @usableFromInline
  struct Other: Sendable {
    @usableFromInline var revision: UInt64 = 0
    @usableFromInline var store: UInt = 0
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
    if Self.isKeptAsBits {
      guard revision.load(ordering: .acquiring) == current,
        store.load(ordering: .relaxed) == address
      else { return nil }
      let kept = bits.load(ordering: .acquiring)
      // A writer in between has set another revision, or zero.
      guard revision.load(ordering: .relaxed) == current else { return nil }
      return withUnsafeBytes(of: kept) { $0.loadUnaligned(as: Value.self) }
    }
    return other.withLock {
      $0.revision == current && $0.store == address ? $0.value : nil
    }
  }

  /// Keeps a value for a state of a store.
  func keep(_ value: Value, for current: SettingRevision, of source: any SettingStore) {
    let address = UInt(bitPattern: ObjectIdentifier(source))
    if Self.isKeptAsBits {
      var kept: UInt64 = 0
      withUnsafeMutableBytes(of: &kept) { $0.storeBytes(of: value, as: Value.self) }
      // Two writers at once must not mix: the lock is theirs alone.
      other.withLock { _ in
        revision.store(0, ordering: .sequentiallyConsistent)
        store.store(address, ordering: .sequentiallyConsistent)
        bits.store(kept, ordering: .sequentiallyConsistent)
        revision.store(current.number, ordering: .releasing)
      }
    } else {
      // The old value is let go after the lock: its deinitialiser may be anybody's code.
      _ = other.withLock { kept in
        let old = kept.value
        kept.revision = current.number
        kept.store = address
        kept.value = value
        return old
      }
    }
  }
}
