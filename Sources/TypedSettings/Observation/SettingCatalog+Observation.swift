internal import Synchronization

extension SettingCatalog {
  /// Calls the function after each change of settings of the catalog, until the observation ends.
  ///
  /// Several settings of one store that are written together, with ``edit(_:)`` or in one file, are
  /// one call. The settings are observed over the stores that they use now. The function runs on
  /// the thread that made the change, or on that of a file watcher; when several threads make
  /// changes at once, on any of them. It may use settings and end the observation.
  ///
  /// ## Usage
  /// ```swift
  /// struct ServerConfiguration: Configuration {
  ///   static let shared = Self()
  ///   @Setting(key: "http.port", default: 80) var port: Int
  /// }
  ///
  /// let observation = ServerConfiguration.onChange { settings in
  ///   print("changed:", settings.map(\.key))
  /// }
  /// ```
  ///
  /// - Parameter body: A function that is given the settings with another value than before.
  /// - Returns: The observation, which ends when it is cancelled or nobody holds it any more.
  public static func onChange(
    _ body: @escaping @Sendable (_ changed: [any AnySetting]) -> Void
  ) -> SettingObservation {
    let stores = Dictionary(grouping: members) { ObjectIdentifier($0.store) }.values
    let observers = stores.compactMap { members -> (CatalogObserver, SettingObservation)? in
      guard let store = members.first?.store, let notifier = store.notifier else { return nil }
      let observer = CatalogObserver(members, nestsKeys: notifier.nestsKeys, body)
      let observation = notifier.observe { notice, source in
        if let store = source as? any SettingStore { observer.look(at: store, after: notice) }
      }
      // Only now, so that no change can come in between unseen.
      observer.begin(with: store)
      return (observer, observation)
    }
    return SettingObservation {
      for (observer, observation) in observers {
        observer.end()
        observation.cancel()
      }
    }
  }
}

/// Looks for changes of settings that share a store.
private final class CatalogObserver: Sendable {
  private typealias Probe = (
    setting: any CatalogSetting, hasChanged: @Sendable (any SettingStore) -> Bool
  )

  private let probes: [Probe]
  /// The numbers of the probes by the keys of their settings.
  private let index: KeyIndex
  private let body: @Sendable ([any AnySetting]) -> Void
  /// The numbers of the probes that have yet to look.
  private let waiting = Mutex<Set<Int>>([])
  private let turns = Turns()
  private let hasEnded = Atomic(false)

  init(
    _ members: [any CatalogSetting], nestsKeys: Bool,
    _ body: @escaping @Sendable ([any AnySetting]) -> Void
  ) {
    probes = members.map { ($0, $0.makeProbe()) }
    var index = KeyIndex(nestsKeys: nestsKeys)
    for (number, member) in members.enumerated() {
      index.add(number, under: [member.key] + member.formerKeys)
    }
    self.index = index
    self.body = body
  }

  /// Begins no call any more.
  func end() { hasEnded.store(true, ordering: .sequentiallyConsistent) }

  /// Remembers the values to compare with.
  func begin(with store: any SettingStore) {
    turns.take {
      for probe in probes { _ = probe.hasChanged(store) }
    }
  }

  /// Looks at the settings that a notice concerns.
  ///
  /// Several threads take turns: a value that one of them has read would else be compared after a
  /// newer one.
  func look(at store: any SettingStore, after notice: SettingNotice) {
    let concerned = notice.keys.map(index.numbers(relatedTo:)) ?? Array(probes.indices)
    waiting.withLock { $0.formUnion(concerned) }
    turns.take {
      let numbers = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting.sorted()
      }
      let changed = numbers.map { probes[$0] }.filter { $0.hasChanged(store) }
        .map { $0.setting as any AnySetting }
      if !changed.isEmpty && !hasEnded.load(ordering: .sequentiallyConsistent) { body(changed) }
    }
  }
}

extension Setting {
  /// Returns a function that tells whether the value in a store is another one than at its last
  /// call; the first call says no.
  func makeProbe() -> @Sendable (any SettingStore) -> Bool {
    let observer = SettingObserver(self)
    let last = LastValue<Value>()
    return { store in last.exchange(for: observer.value(in: store), isFirst: false) != nil }
  }

  /// Calls the function with the old and the new value as text for people, secrets left out.
  func onShownChange(
    _ body: @escaping @Sendable (_ old: String, _ new: String) -> Void
  ) -> SettingObservation {
    let shown = shownValue
    return onChange { old, new in body(shown(old), shown(new)) }
  }
}
