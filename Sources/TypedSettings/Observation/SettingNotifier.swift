internal import Synchronization

/// Tells of changes in a source, to settings that are observed and to whoever wants to know.
///
/// Each store has one of its own. What is written through the store, ``SettingStore/update(_:)``
/// announces by itself; a store only says when its content has changed from outside:
///
/// ```swift
/// import Synchronization
/// import TypedSettings
///
/// final class RemoteSource: SettingSource {
///   private let values = Mutex<[SettingKey: StoredValue]>([:])
///   let notifier: SettingNotifier? = SettingNotifier()
///
///   func receive(_ new: [SettingKey: StoredValue]) {
///     values.withLock { $0 = new }
///     notifier?.notify(from: self)
///   }
///
///   func value(for key: SettingKey) -> StoredValue? { values.withLock { $0[key] } }
///   func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
///   func origin(of key: SettingKey) -> String { "remote entry \(key)" }
///   var revision: SettingRevision? { nil }
/// }
/// ```
///
/// Observers run on the thread that made the change, or on that of a file watcher. Inside a
/// transaction nothing is told before the outermost one has ended, and then once.
public final class SettingNotifier: Sendable {
  private let state: Mutex<State>
  /// Whether keys lie inside each other, so that a change of `http` is one of `http.port`.
  let nestsKeys: Bool
  /// Differs from that of every other notifier in the process; addresses are used again.
  let number: UInt64

  /// Lives as long as the notifier, for weak references: where an object has some, counting
  /// references to it takes several times as long ever after.
  let life = Life()

  /// See ``life``.
  final class Life: Sendable {}

  private static let count = Atomic<UInt64>(0)

  private struct State {
    var nodes: [SettingNode] = []
    /// The numbers of the nodes.
    var numbers: [[SettingKey]: Int] = [:]
    var index: KeyIndex
    var observers: [UInt64: @Sendable (SettingNotice, any SettingSource) -> Void] = [:]
    var nextObserver: UInt64 = 0
    /// What has changed and was not told yet.
    var changed: Set<SettingKey> = []
    var hasChangedAnywhere = false

    init(nestsKeys: Bool) {
      index = KeyIndex(nestsKeys: nestsKeys)
    }
  }

  /// Creates a notifier for a source whose keys do not lie inside each other.
  public convenience init() {
    self.init(nestsKeys: false)
  }

  init(nestsKeys: Bool) {
    self.nestsKeys = nestsKeys
    state = Mutex(State(nestsKeys: nestsKeys))
    number = Self.count.add(1, ordering: .relaxed).newValue
  }

  deinit {
    for node in state.withLock({ $0.nodes }) { node.end() }
  }

  // MARK: - Telling

  /// Tells that any value may be another one now.
  ///
  /// Settings that are observed look for themselves, and tell only of real changes. Call it when
  /// the change can be read, and while you hold no lock.
  ///
  /// - Parameter source: The source with this notifier.
  public func notify(from source: some SettingSource) {
    markEverything()
    deliver(from: source)
  }

  /// Tells that the values of some keys have changed.
  ///
  /// - Parameters:
  ///   - keys: The keys.
  ///   - source: The source with this notifier.
  public func notify(of keys: some Sequence<SettingKey>, from source: some SettingSource) {
    // Before the lock: a sequence can be anybody's code.
    mark(Set(keys))
    deliver(from: source)
  }

  /// Passes on what another source has told, such as the store behind the source.
  ///
  /// A source that shows the values of another one under its own conditions does so, and holds the
  /// observation:
  ///
  /// ```swift
  /// import TypedSettings
  ///
  /// func follow(
  ///   _ base: any SettingStore, for front: some SettingStore
  /// ) -> SettingObservation {
  ///   base.onChange { [weak front] notice in
  ///     if let front { front.notifier?.notify(of: notice, from: front) }
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - notice: What the other source has told.
  ///   - source: The source with this notifier.
  public func notify(of notice: SettingNotice, from source: some SettingSource) {
    if let keys = notice.keys {
      notify(of: keys, from: source)
    } else {
      notify(from: source)
    }
  }

  /// Notes for the next delivery that the values of some keys have changed.
  func mark(_ keys: some Collection<SettingKey>) {
    state.withLock { state in
      // There is nobody to tell: who comes later finds what has changed already.
      if state.nodes.isEmpty && state.observers.isEmpty { return }
      for key in keys { state.changed.insert(key) }
    }
  }

  /// Notes for the next delivery that any value may be another one.
  func markEverything() {
    state.withLock { $0.hasChangedAnywhere = true }
  }

  /// Tells what has been noted, when the transactions that the call is part of have ended.
  func deliver(from source: any SettingSource) {
    if !OpenTransactions.hasCurrent { return deliverNow(from: source) }
    OpenTransactions.afterwards { [self] in deliverNow(from: source) }
  }

  private func deliverNow(from source: any SettingSource) {
    var nodes: [SettingNode] = []
    var observers: [UInt64] = []
    let notice: SettingNotice? = state.withLock { state in
      if !state.hasChangedAnywhere && state.changed.isEmpty { return nil }
      let notice = SettingNotice(keys: state.hasChangedAnywhere ? nil : state.changed)
      state.changed = []
      state.hasChangedAnywhere = false
      nodes =
        notice.keys.map { keys in
          state.index.numbers(relatedTo: keys).map { state.nodes[$0] }
        } ?? state.nodes
      observers = state.observers.keys.sorted()
      return notice
    }
    guard let notice else { return }
    for node in nodes { node.check(source) }
    for id in observers {
      // Another observer may have ended this one.
      state.withLock { $0.observers[id] }?(notice, source)
    }
  }

  // MARK: - Observing

  /// The node of a setting with these keys, the same one each time.
  ///
  /// It lives as long as the notifier: the hot path of reading uses it without counting references.
  func node(for keys: [SettingKey]) -> SettingNode {
    state.withLock { state in
      if let known = state.numbers[keys] { return state.nodes[known] }
      let node = SettingNode(for: keys, notifier: number)
      state.numbers[keys] = state.nodes.count
      state.index.add(state.nodes.count, under: keys)
      state.nodes.append(node)
      return node
    }
  }

  /// Calls the function with each notice and its source, until the observation ends.
  func observe(
    _ body: @escaping @Sendable (SettingNotice, any SettingSource) -> Void
  ) -> SettingObservation {
    let id = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = body
      return state.nextObserver
    }
    return SettingObservation { [weak self] in
      // The function is let go after the lock: what it captured may be anybody's code.
      _ = self?.state.withLock { $0.observers.removeValue(forKey: id) }
    }
  }

  /// How many functions are told of changes, those of nodes included.
  var observerCount: Int {
    let (own, nodes) = state.withLock { ($0.observers.count, $0.nodes) }
    return nodes.reduce(own) { $0 + $1.observerCount }
  }
}
