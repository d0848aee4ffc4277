internal import Synchronization

/// What observing a setting needs of it, without holding the setting or its store.
struct SettingObserver<Value: SettingValue>: Sendable {
  /// A copy that names no store.
  private let setting: Setting<Value>
  private let declaredStore: WeakStore?

  init(_ setting: Setting<Value>) {
    let defaultValue = setting.defaultValue
    let copy = Setting(setting.declaration.detached(default: defaultValue))
    // A default that is wrong has been reported.
    copy.cache.withLock { $0.defaultValue = defaultValue }
    self.setting = copy
    declaredStore = setting.declaration.store.map(WeakStore.init)
  }

  /// The store that the setting uses on the current task, nil where that is gone.
  var store: (any SettingStore)? {
    guard let declaredStore else { return setting.access.store }
    return SettingStoreScope.store ?? declaredStore.store
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

/// The value that an observer has seen last.
final class LastValue<Value: SettingValue>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Puts a value in the place of the last one.
  ///
  /// - Parameters:
  ///   - new: The value.
  ///   - isFirst: Whether it is that of the first look, which counts only while nothing is known.
  ///   - isOther: Called under the lock where the value is another one than before, or the first.
  /// - Returns: The value before, nil where there was none, or an equal one.
  func exchange(
    for new: Value, isFirst: Bool, _ isOther: (Value) -> Void = { _ in }
  ) -> Value? {
    let old = value.withLock { value -> Value? in
      if isFirst && value != nil { return value }
      if let value, Self.isEqual(value, new) { return value }
      isOther(new)
      defer { value = new }
      return value
    }
    guard !isFirst, let old, !Self.isEqual(old, new) else { return nil }
    return old
  }

  /// Whether two values have one stored form; those without one are different.
  private static func isEqual(_ first: Value, _ second: Value) -> Bool {
    guard let first = try? first.encode(), let second = try? second.encode() else { return false }
    return first.isEqual(toUnordered: second)
  }
}

/// Holds a store for as long as others do.
private final class WeakStore: Sendable {
  private let reference: Mutex<Reference>

  private struct Reference { weak var store: (any SettingStore)? }

  init(_ store: any SettingStore) {
    reference = Mutex(Reference(store: store))
  }

  var store: (any SettingStore)? { reference.withLock { $0.store } }
}
