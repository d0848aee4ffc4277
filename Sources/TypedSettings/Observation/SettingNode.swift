public import Observation
internal import Synchronization

/// The observable side of the settings with one list of keys over one source.
///
/// It is not generic, and keeps its key path: a key path literal inside a generic type is looked up
/// at each access, which takes a hundred times as long.
@usableFromInline
final class SettingNode: Observable, Sendable {
  /// The key of the settings, and the former ones.
  let keys: [SettingKey]
  /// The number of the notifier it belongs to.
  let notifier: UInt64
  @usableFromInline let registrar = ObservationRegistrar()
  @usableFromInline let path: any KeyPath<SettingNode, Void> & Sendable = \SettingNode.content
  private let state = Mutex(State())

  /// What stands for the value in the eyes of the registrar.
  private var content: Void { () }

  private struct State {
    /// What was found when somebody looked last; nil before that.
    var known: Snapshot?
    var isChecking = false
    var mustCheckAgain = false
    var observers: [UInt64: Observer] = [:]
    var nextObserver: UInt64 = 0
  }

  /// What a source has under the keys.
  enum Snapshot: Equatable {
    case unset
    case stored(StoredValue)
    /// The source could not be read.
    case unreadable
  }

  /// Somebody who wants to know of changes.
  struct Observer: Sendable {
    let notify: @Sendable (any SettingSource) -> Void
    /// Called when no change can come any more.
    let end: @Sendable () -> Void
  }

  init(for keys: [SettingKey], notifier: UInt64) {
    self.keys = keys
    self.notifier = notifier
  }

  /// Tells the Observation framework that the value is about to be read.
  @inlinable
  func access() {
    registrar.access(self, keyPath: path)
  }

  /// Remembers what was found, where nothing is known yet.
  func begin(with snapshot: Snapshot) {
    state.withLock { state in
      if state.known == nil { state.known = snapshot }
    }
  }

  /// Whether it is known what the source has.
  var hasBegun: Bool { state.withLock { $0.known != nil } }

  /// Looks whether the source has something else than before, and tells it.
  ///
  /// Several threads take turns, so that what is told follows the order of the changes. No lock is
  /// held while observers run: they may come back here, and are told of that change next.
  func check(_ source: any SettingSource) {
    let begins = state.withLock { state in
      if state.isChecking {
        state.mustCheckAgain = true
        return false
      }
      state.isChecking = true
      return true
    }
    if !begins { return }
    var isDone = false
    while !isDone {
      let snapshot = snapshot(of: source)
      let observers: [Observer]? = state.withLock { state in
        guard state.known != snapshot else { return nil }
        state.known = snapshot
        return state.observers.sorted { $0.key < $1.key }.map(\.value)
      }
      if let observers {
        registrar.willSet(self, keyPath: path)
        registrar.didSet(self, keyPath: path)
        for observer in observers { observer.notify(source) }
      }
      isDone = state.withLock { state in
        if state.mustCheckAgain {
          state.mustCheckAgain = false
          return false
        }
        state.isChecking = false
        return true
      }
    }
  }

  private func snapshot(of source: any SettingSource) -> Snapshot {
    do {
      for layer in source.orderedSources {
        for key in keys {
          if let form = try layer.value(for: key) { return .stored(form) }
        }
      }
      return .unset
    } catch {
      // Why it cannot be read is reported by those who read the value.
      return .unreadable
    }
  }

  /// Adds an observer until the observation ends.
  func observe(_ observer: Observer) -> SettingObservation {
    let id = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = observer
      return state.nextObserver
    }
    return SettingObservation { [weak self] in
      _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
    }
  }

  /// Ends all observations: the source is gone.
  func end() {
    let observers = state.withLock { state in
      defer { state.observers = [:] }
      return state.observers
    }
    for observer in observers.values { observer.end() }
  }

  var observerCount: Int { state.withLock { $0.observers.count } }
}
