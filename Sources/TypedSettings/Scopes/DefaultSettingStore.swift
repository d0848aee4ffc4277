public import Synchronization

/// The store of every setting that names no other.
///
/// A program sets it once, before it reads its first setting:
///
/// ```swift
/// DefaultSettingStore.use(.inMemory(["volume": .double(0.3)]))
/// ```
///
/// Unset, it is `UserDefaults.standard` on Apple systems, and elsewhere the file
/// `$XDG_CONFIG_HOME/<program>/settings.json`, as the XDG Base Directory Specification has it:
/// without that variable in `~/.config`. In a test run it is a new, empty ``InMemoryStore``
/// instead: tests never touch real settings by accident.
public enum DefaultSettingStore {
  private static let state = Mutex(State())

  private struct State {
    var store: (any SettingStore)?
    var isRead = false
  }

  /// The store that settings use now, unless a scope of ``withSettingStore(_:_:)`` replaces it.
  public static var current: any SettingStore {
    let known = state.withLock { state in
      state.isRead = true
      return state.store
    }
    if let known { return known }
    let made = initial
    return state.withLock { state in
      let store = state.store ?? made
      state.store = store
      publish(store)
      return store
    }
  }

  /// Makes a store the default one.
  ///
  /// Call it once, before the first setting is read. A later call works too; since values that
  /// were read before came from another store, it is reported to ``SettingDiagnostics``.
  ///
  /// - Parameter store: The new default store.
  public static func use(_ store: any SettingStore) {
    // The old store is let go after the lock: its deinitialiser may be anybody's code.
    let old = state.withLock { state in
      defer {
        state = State(store: store, isRead: false)
        publish(store)
      }
      return state
    }
    if old.isRead && old.store !== store {
      SettingDiagnostics.report(.lateDefaultStore(), on: store)
    }
  }

  // MARK: - The hot path

  /// The address of the cell of the default store; zero while it was not needed, or has none.
  @usableFromInline static let cell = Atomic<UInt>(0)

  /// The cell of the default store; nil while it was not needed, or has none.
  @inlinable static var knownCell: Unmanaged<SettingRevisionCell>? {
    UnsafeRawPointer(bitPattern: cell.load(ordering: .acquiring)).map { .fromOpaque($0) }
  }

  /// Lets reads find the cell of a store without a lock.
  private static func publish(_ store: any SettingStore) {
    // A reader may be looking at the cell, or telling a node of the store: it is never freed. There
    // is one store, or as many as a program sets.
    _ = Unmanaged.passRetained(store as AnyObject)
    let address = store.revisionCell.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) }
    cell.store(address ?? 0, ordering: .releasing)
  }

  /// What the default store is while nobody has set it.
  private static var initial: any SettingStore {
    if TestRunner.isCurrentProcess { return .inMemory() }
    #if UserDefaults
    if Platform.savesUserDefaultsByItself { return .userDefaults }
    #endif
    return SettingsFile.ofProgram
  }
}

extension SettingError {
  fileprivate static func lateDefaultStore() -> Self {
    Self(
      kind: .defaultStore,
      problem: "The default store was replaced after settings had been read from another one",
      advice: "Call DefaultSettingStore.use(_:) once, before the first setting is read.")
  }
}
