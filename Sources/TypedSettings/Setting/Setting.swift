internal import Synchronization

/// A value that a program keeps between runs: declared once, with key, type and default.
///
/// A setting reads from and writes to a store. It can be declared as the wrapper of a property, in
/// an enum of statics or in a ``Configuration``, or stand on its own as a handle.
///
/// ## Usage
/// ```swift
/// struct AppConfiguration: Configuration {
///   static let shared = Self()
///   @Setting(key: "user.name", default: "No Name") var name: String
///   @Setting(key: "volume", default: 0.5, in: 0...1) var volume: Double
///   @Setting(key: "token", secret: true) var token: String?
/// }
///
/// let launches = Setting(key: "launches", default: 0)
/// launches.value += 1
/// AppConfiguration.name = "Ada"
/// try AppConfiguration.$name.reset()
/// ```
///
/// A setting may be used from any thread. It never prints its value: its description names key and
/// type.
@propertyWrapper
public final class Setting<Value: SettingValue>: Sendable {
  let declaration: SettingDeclaration<Value>
  /// What slower reads remember.
  let cache = Mutex(Cache())
  /// What the hot path reads: see ``KeptValue``.
  @usableFromInline let kept = KeptValue<Value>()
  /// The cell of the declared store, nil where it has none.
  ///
  /// It is held by ``heldCell`` too: to count a reference at each read would take longer than the
  /// read, and threads would wait for each other.
  @usableFromInline let declaredCell: Unmanaged<SettingRevisionCell>?
  @usableFromInline let shortLook: ShortLook
  private let heldCell: SettingRevisionCell?
  @usableFromInline let hasStore: Bool
  /// The notifier of the store for which the declaration was compared with the others of its key.
  private let comparedNotifier = Atomic<UInt64>(0)

  init(_ declaration: SettingDeclaration<Value>) {
    self.declaration = declaration
    key = declaration.key
    shortLook = ShortLook(declaration)
    hasStore = declaration.store != nil
    heldCell = declaration.store?.revisionCell
    declaredCell = heldCell.map(Unmanaged.passUnretained)
  }

  // MARK: - What is declared

  /// The name under which the value is stored.
  public let key: SettingKey

  /// Names under which earlier versions of the program stored the value, newest first.
  public var formerKeys: [SettingKey] { Array(declaration.keys.dropFirst()) }

  /// What the setting is for, in a sentence.
  public var summary: String? { declaration.summary }

  /// Whether the value must not appear in any text.
  public var isSecret: Bool { declaration.isSecret }

  /// Whether ``SettingCatalog/validate()`` demands a value, which an optional setting can.
  public var isRequired: Bool { declaration.isRequired }

  /// The value while none is stored.
  ///
  /// Its expression is evaluated when it is first needed, and kept. When several threads need it
  /// first at once, it can be evaluated by each; all of them get the same result. A default that
  /// the declaration itself does not allow is used all the same, and reported to
  /// ``SettingDiagnostics``.
  public var defaultValue: Value {
    if let known = cache.withLock({ $0.defaultValue }) { return known }
    let made = declaration.makeDefault()
    let (value, isNew) = cache.withLock { cache in
      if let known = cache.defaultValue { return (known, false) }
      cache.defaultValue = made
      return (made, true)
    }
    if isNew, let error = defaultProblem(value) { report(error, on: access.store) }
    return value
  }

  /// The error of a default that the declaration itself does not allow, nil where it does.
  func defaultProblem(_ value: Value) -> SettingError? {
    if !declaration.isChecked { return nil }
    do {
      _ = try declaration.encode(value)
      return nil
    } catch {
      return declaration.published(error).ofDefault(key, at: declaration.location)
    }
  }

  // MARK: - The value

  /// The stored value, or the default.
  ///
  /// Reading never throws and never writes. A stored value that cannot be read gives the default
  /// and is reported to ``SettingDiagnostics``; it stays stored.
  ///
  /// Assigning stores the value. When that fails, the old value stays and the error is reported to
  /// ``SettingDiagnostics``; use ``write(_:)`` to catch it. Inside ``SettingCatalog/edit(_:)`` and
  /// ``update(_:)`` it is not reported, but makes them throw. A change in place, such as
  /// `items.value.append(item)`, fails while the stored value cannot be read, because it would
  /// replace what it does not know.
  ///
  /// - Complexity: O(1) while the store has not changed. Else a look-up, and a conversion where
  ///   the stored value is another one.
  public var value: Value {
    @inlinable get { unchangedValue ?? currentValue }
    set { ChangeInPlace.consume { assign(newValue, inPlace: $0) } }
    // So that a change in place is known to be one. `_modify` is the spelling in which today's
    // compilers and the standard library have the accessor.
    _modify {
      var copy = value
      yield &copy
      assign(copy, inPlace: true)
    }
  }

  /// The stored value, or the default, as the property with the attribute shows it.
  public var wrappedValue: Value {
    @inlinable get { value }
    set { value = newValue }
    _modify { yield &value }
  }

  /// The setting itself, as `$name` of the property with the attribute.
  public var projectedValue: Setting { self }

  /// Whether a value is stored, whatever it is: a stored 0, false, "" or default counts.
  ///
  /// False also when the store cannot be read, which is reported to ``SettingDiagnostics``.
  public var isSet: Bool {
    let access = access
    observe(access)
    let node = access.isInTransaction ? nil : node(over: access.store)
    do {
      let found = try find(access)
      node?.note(found.map { .stored($0.form) } ?? .unset)
      return found != nil
    } catch {
      node?.note(.unreadable)
      report(error, on: access.store)
      return false
    }
  }

  /// Reads the stored value.
  ///
  /// - Returns: The value, nil when none is stored. Of an optional setting, a stored nil is
  ///   `.some(nil)`.
  /// - Throws: ``SettingError`` when the store or the stored value cannot be read.
  public func read() throws(SettingError) -> Value? {
    let access = access
    observe(access)
    switch reading(access) {
    case .stored(let value): return value
    case .unset: return nil
    case .failed(let error): throw error
    }
  }

  /// Stores a value.
  ///
  /// Nil removes the stored value, unless the setting has a default that is not nil: then nil is
  /// stored. Values under former keys are removed.
  ///
  /// - Parameter value: The value to store.
  /// - Throws: ``SettingError`` when the value is out of range, does not pass its check, has no
  ///   exact stored form, or when the store cannot be written. The old value is still stored then.
  public func write(_ value: Value) throws(SettingError) {
    try write(value, to: store)
  }

  /// Forgets the stored value, under former keys too, so that the default is back.
  ///
  /// - Throws: ``SettingError`` when the store cannot be written.
  public func reset() throws(SettingError) {
    try change(store) { transaction in
      for key in declaration.keys { try removeOwn(key, in: transaction) }
    }
  }

  /// Changes the value as one step that no other writer comes in between.
  ///
  /// The step is one across threads, and across processes where the store spans them. The closure
  /// may read and write other settings; over the same store that becomes part of the step. The
  /// setting itself it changes through its parameter alone.
  ///
  /// ## Usage
  /// ```swift
  /// let launches = Setting(key: "launches", default: 0)
  /// try launches.update { $0 += 1 }
  /// ```
  ///
  /// - Parameter body: Changes the value it is given: the stored one, or the default.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; ``SettingError`` when the stored value cannot be read, or
  ///   the new one cannot be written. The old value is still stored then.
  @discardableResult
  public func update<Result>(_ body: (inout Value) throws -> Result) throws -> Result {
    let store = store
    var result: Result?
    var thrownByBody: (any Error)?
    do {
      try change(store) { transaction in
        var value = try current(in: transaction)
        let before = try transaction.running.value(for: key)
        do {
          result = try body(&value)
        } catch {
          thrownByBody = error
          throw error
        }
        guard try transaction.running.value(for: key) == before else {
          throw SettingError.changedInsideUpdate(key)
        }
        try stage(declaration.encode(value), in: transaction)
      }
    } catch {
      throw thrownByBody ?? error
    }
    guard let result else { throw SettingError.transactionIgnored(by: store) }
    return result
  }

  // MARK: - Reporting

  func report(_ error: SettingError, on store: any SettingStore) {
    SettingDiagnostics.report(declaration.published(error), on: store)
  }

  /// Reports another setting with this key and another type, once per store.
  func compareDeclarations(on store: any SettingStore) {
    let notifier = store.notifier?.number ?? 0
    // Without a notifier nothing tells the store from one that had its address before.
    if notifier != 0 && notifier == comparedNotifier.load(ordering: .relaxed) { return }
    comparedNotifier.store(notifier, ordering: .relaxed)
    let error = DeclarationTable.add(Value.self, key, at: declaration.location, on: store)
    if let error { report(error, on: store) }
  }
}

extension Setting: CustomStringConvertible, CustomReflectable {
  /// The key and the type, never the value.
  public var description: String {
    "Setting<\(Value.self)>(\(key.rawValue.debugDescription))"
  }

  /// A mirror of the key alone, so that `dump` shows no value.
  public var customMirror: Mirror {
    Mirror(self, children: ["key": key.rawValue], displayStyle: .class)
  }
}
