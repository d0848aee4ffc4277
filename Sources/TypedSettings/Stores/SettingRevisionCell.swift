public import Synchronization

/// Where a source keeps its revision, for settings that read it there without asking the source.
///
/// A source that has one reads as fast as those of this package: an unchanged setting takes no lock
/// and makes no call of the source.
///
/// ## Usage
/// ```swift
/// import Synchronization
/// import TypedSettings
///
/// final class RemoteSource: SettingSource {
///   private let values = Mutex<[SettingKey: StoredValue]>([:])
///   let revisionCell: SettingRevisionCell? = SettingRevisionCell()
///   let notifier: SettingNotifier? = SettingNotifier()
///
///   func receive(_ new: [SettingKey: StoredValue]) {
///     values.withLock { values in
///       values = new
///       revisionCell?.change()
///     }
///     notifier?.notify(from: self)
///   }
///
///   func value(for key: SettingKey) -> StoredValue? { values.withLock { $0[key] } }
///   func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
///   func origin(of key: SettingKey) -> String { "remote entry \(key)" }
///   var revision: SettingRevision? { revisionCell?.revision }
/// }
/// ```
public final class SettingRevisionCell: Sendable {
  /// The number of the revision; zero, which no revision has, when the source cannot tell any more.
  @usableFromInline let number = Atomic<UInt64>(SettingRevision().number)
  /// The cells of layers that this source is one of.
  private let dependents = Mutex<[SettingRevisionCell]>([])

  /// Creates a cell with a new revision.
  public init() {}

  /// The revision of the source; nil after ``stop()``.
  public var revision: SettingRevision? {
    SettingRevision(inCell: number.load(ordering: .acquiring))
  }

  /// Moves the revision.
  ///
  /// Call it together with a change, in the lock under which the source reads values, as
  /// ``SettingSource/revision`` has it.
  public func change() {
    dependents.withLock { dependents in
      if number.load(ordering: .relaxed) == 0 { return }
      number.store(SettingRevision().number, ordering: .releasing)
      // In the lock of the source too: who has seen its change finds the layers changed.
      for dependent in dependents { dependent.change() }
    }
  }

  /// Says that the source cannot tell of changes any more, so that settings ask it each time.
  public func stop() {
    dependents.withLock { dependents in
      number.store(0, ordering: .releasing)
      for dependent in dependents { dependent.stop() }
    }
  }

  /// Passes changes on to the cell of layers that this source becomes one of.
  func add(_ dependent: SettingRevisionCell) {
    dependents.withLock { dependents in
      dependents.append(dependent)
      // A change before this one is no concern of new layers, other than that there can be no more.
      if number.load(ordering: .relaxed) == 0 { dependent.stop() }
    }
  }

  func remove(_ dependent: SettingRevisionCell) {
    dependents.withLock { dependents in
      dependents.removeAll { $0 === dependent }
    }
  }
}

extension Unmanaged<SettingRevisionCell> {
  /// The number of the revision in the cell.
  @inlinable var number: UInt64 {
    _withUnsafeGuaranteedRef { $0.number.load(ordering: .acquiring) }
  }
}
