internal import Synchronization

/// What observing a setting needs of it, without holding the setting or its store.
struct SettingObserver<Value: SettingValue>: Sendable {
  /// A copy that names no store.
  private let setting: Setting<Value>
  /// The store that the setting names, as long as others hold it; nil where it names none.
  private let declaredStore: (@Sendable () -> (any SettingStore)?)?

  init(_ setting: Setting<Value>) {
    let defaultValue = setting.defaultValue
    let copy = Setting(setting.declaration.detached(default: defaultValue))
    // A default that is wrong has been reported.
    copy.cache.withLock { $0.defaultValue = defaultValue }
    self.setting = copy
    if let store = setting.declaration.store {
      declaredStore = { [weak store] in store }
    } else {
      declaredStore = nil
    }
  }

  /// The store that the setting uses on the current task, nil where that is gone.
  var store: (any SettingStore)? {
    guard let declaredStore else { return setting.access.store }
    return SettingStoreScope.store ?? declaredStore()
  }

  /// Looks at the setting over a store now, and after each change of what is stored.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - look: Given the value at each look. Looks after changes follow each other; the first one
  ///     may come late, and is then to be ignored.
  ///   - end: Called when the store is gone.
  /// - Returns: The observation.
  func observe(
    _ store: any SettingStore, onLook look: @escaping @Sendable (Value, _ isFirst: Bool) -> Void,
    onEnd end: @escaping @Sendable () -> Void
  ) -> SettingObservation {
    guard let node = setting.node(over: store) else {
      look(value(in: store), true)
      return SettingObservation {}
    }
    let observation = node.observe(
      .init(
        notify: { [self] source in
          if let store = source as? any SettingStore { look(value(in: store), false) }
        }, end: end))
    // After the observation has begun: no change can come in between unseen.
    look(value(in: store), true)
    return observation
  }

  /// The value in a store as everybody sees it; what is wrong is reported.
  ///
  /// What a transaction has not written yet may never come, and is told when it does.
  func value(in store: any SettingStore) -> Value {
    let access = StoreAccess(outsideTransactions: store)
    return setting.value(of: setting.reading(access), on: access)
  }
}
