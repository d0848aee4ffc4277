extension SettingCatalog {
  /// Calls the function after each change of settings of the catalog, until the observation ends.
  ///
  /// Several settings that are written together, with ``edit(_:)`` or in one file, are one call.
  /// The settings are observed over the stores that they use now. The function runs on the thread
  /// that made the change, or on that of a file watcher; it may use settings and end the
  /// observation.
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
    let observations = stores.compactMap { members -> SettingObservation? in
      guard let store = members.first?.store else { return nil }
      let probes = members.map { (setting: $0, hasChanged: $0.makeProbe()) }
      let observation = store.notifier?.observe { _, source in
        guard let store = source as? any SettingStore else { return }
        let changed = probes.filter { $0.hasChanged(store) }.map { $0.setting as any AnySetting }
        if !changed.isEmpty { body(changed) }
      }
      // Only now, so that no change can come in between unseen.
      for probe in probes { _ = probe.hasChanged(store) }
      return observation
    }
    return SettingObservation {
      for observation in observations { observation.cancel() }
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
