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
  private let turns = Turns()

  /// What stands for the value in the eyes of the registrar.
  private var content: Void { () }

  private struct State {
    /// What was found when somebody looked last; nil before that.
    var known: StoredState?
    /// Whether somebody has seen something else than is known.
    var isInDoubt = false
    var observers: [UInt64: Observer] = [:]
    var nextObserver: UInt64 = 0
  }

  /// What a source has under the keys.
  enum StoredState: Equatable {
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

  /// Takes note of what was found.
  ///
  /// Where that is not what is known, the source has changed and did not tell, or is about to: who
  /// has looked must be told of the next change, even if it leads back to what is known.
  func note(_ found: StoredState) {
    state.withLock { state in
      if state.known == nil {
        state.known = found
      } else if state.known != found {
        state.isInDoubt = true
      }
    }
  }

  /// Whether it is known what the source has.
  var hasBegun: Bool { state.withLock { $0.known != nil } }

  /// Looks whether the source has something else than before, and tells it.
  ///
  /// Several threads take turns, so that what is told follows the order of the changes. No lock is
  /// held while observers run: they may come back here, and are told of that change next.
  func check(_ source: any SettingSource) {
    turns.take {
      let found = storedState(of: source)
      let observers: [UInt64]? = state.withLock { state in
        guard state.known != found || state.isInDoubt else { return nil }
        state.known = found
        state.isInDoubt = false
        return state.observers.keys.sorted()
      }
      guard let observers else { return }
      registrar.willSet(self, keyPath: path)
      registrar.didSet(self, keyPath: path)
      for id in observers {
        // Another observer may have ended this one.
        state.withLock { $0.observers[id] }?.notify(source)
      }
    }
  }

  private func storedState(of source: any SettingSource) -> StoredState {
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
