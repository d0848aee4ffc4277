public import Observation
internal import Synchronization

/// Reading `value`, `isSet` or `read()` inside `withObservationTracking` or `Observations` is
/// tracked; a change from anywhere is noticed that the store can tell of.
///
/// `withObservationTracking` begins to watch when its closure has returned. It misses a change that
/// another thread makes between the reading and that moment, whatever it is that is observed; where
/// that matters, use ``values`` or ``onChange(_:)``.
extension Setting: Observable {}

extension Setting {
  /// The value now, and then each change of it.
  ///
  /// A reader that is slow is given the newest value, and not those in between. The sequence holds
  /// neither the setting nor its store, and ends with the store or the task. Each iteration begins
  /// anew, with the store that the setting uses on the task at that time.
  ///
  /// ## Usage
  /// ```swift
  /// let volume = Setting(key: "volume", default: 0.5)
  ///
  /// func follow() async {
  ///   for await value in volume.values { print(value) }
  /// }
  /// ```
  public var values: SettingValues<Value> { SettingValues(SettingObserver(self)) }

  /// Calls the function after each change of the value, until the observation ends.
  ///
  /// A change is one of the value: writing an equal one is none, nor is writing the default where
  /// nothing is stored. It may come from this setting, another one with the same key, the store, a
  /// layer, or another process where the store notices that. The function runs on the thread that
  /// made the change, or on that of a file watcher; when several threads make changes at once, on
  /// any of them. It may use settings and end the observation. What a transaction has not written
  /// yet is no value.
  ///
  /// ## Usage
  /// ```swift
  /// let volume = Setting(key: "volume", default: 0.5)
  /// let observation = volume.onChange { old, new in print(old, "becomes", new) }
  /// volume.value = 0.8
  /// observation.cancel()
  /// ```
  ///
  /// - Parameter body: A function that is given the old and the new value.
  /// - Returns: The observation, which ends when it is cancelled or nobody holds it any more. It
  ///   holds neither the setting nor its store.
  public func onChange(
    _ body: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
  ) -> SettingObservation {
    let last = LastValue<Value>()
    return SettingObserver(self).observe(
      access.store,
      onLook: { new, isFirst in
        if let old = last.exchange(for: new, isFirst: isFirst) { body(old, new) }
      }, onEnd: {})
  }

  /// Tells the Observation framework that the setting is about to be read.
  func observe(_ access: StoreAccess) {
    guard let node = node(over: access.store) else { return }
    node.access()
    // So that there is something to compare with.
    if !node.hasBegun { _ = reading(StoreAccess(outsideTransactions: access.store)) }
  }

  /// The node of the setting over the store, nil where the store tells of no changes.
  func node(over store: any SettingStore) -> SettingNode? {
    shortLook.node(for: declaration.keys, over: store)
  }
}
