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
  private let memory = Mutex(Memory())

  /// What the setting remembers.
  private struct Memory {
    var defaultValue: Value?
    /// The last reading, and the state of the store that it belongs to.
    var reading: (revision: SettingRevision, reading: Reading)?
    /// The store for which the declaration was compared with the others of its key.
    weak var comparedStore: (any SettingStore)?
  }

  /// What a look at the store gave.
  enum Reading {
    case stored(Value)
    case unset
    case failed(SettingError)
  }

  init(_ declaration: SettingDeclaration<Value>) {
    self.declaration = declaration
  }

  // MARK: - What is declared

  /// The name under which the value is stored.
  public var key: SettingKey { declaration.key }

  /// Names under which earlier versions of the program stored the value, newest first.
  public var formerKeys: [SettingKey] { declaration.formerKeys }

  /// What the setting is for, in a sentence.
  public var summary: String? { declaration.summary }

  /// Whether the value must not appear in any text.
  public var isSecret: Bool { declaration.isSecret }

  /// The value while none is stored.
  ///
  /// Its expression is evaluated when it is first needed, and kept. When several threads need it
  /// first at once, it can be evaluated by each; all of them get the same result.
  public var defaultValue: Value {
    if let known = memory.withLock({ $0.defaultValue }) { return known }
    let made = declaration.makeDefault()
    return memory.withLock { memory in
      let value = memory.defaultValue ?? made
      memory.defaultValue = value
      return value
    }
  }

  // MARK: - The value

  /// The stored value, or the default.
  ///
  /// Reading never throws and never writes. A stored value that cannot be read gives the default
  /// and is reported to ``SettingDiagnostics``; it stays stored.
  ///
  /// Assigning stores the value. When that fails, the old value stays and the error is reported to
  /// ``SettingDiagnostics``; use ``write(_:)`` to catch it. A change in place, such as
  /// `items.value.append(item)`, is refused in that way while the stored value cannot be read,
  /// because it would replace what it does not know.
  ///
  /// - Complexity: O(1) while the store has not changed; else one look-up and one conversion.
  public var value: Value {
    get { value(of: reading()) }
    set { assign(newValue) }
    // So that a change in place is known to be one. `_modify` is the spelling in which today's
    // compilers and the standard library have the accessor.
    _modify {
      let reading = reading()
      var copy = value(of: reading)
      yield &copy
      if case .failed(let error) = reading {
        refuse(error.keptFromChangeInPlace())
      } else {
        assign(copy)
      }
    }
  }

  /// The stored value, or the default, as the property with the attribute shows it.
  public var wrappedValue: Value {
    get { value }
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
    do {
      for key in [key] + formerKeys where try access.value(for: key) != nil { return true }
    } catch {
      refuse(.reading(key, from: access.store, error))
    }
    return false
  }

  /// Reads the stored value.
  ///
  /// - Returns: The value, nil when none is stored.
  /// - Throws: ``SettingError`` when the store or the stored value cannot be read.
  public func read() throws(SettingError) -> Value? {
    switch reading() {
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
    try changingStore { try stage(value, in: $0) }
  }

  /// Forgets the stored value, under former keys too, so that the default is back.
  ///
  /// - Throws: ``SettingError`` when the store cannot be written.
  public func reset() throws(SettingError) {
    try changingStore { transaction in
      for key in [key] + formerKeys where try transaction.value(for: key) != nil {
        try transaction.remove(key)
      }
    }
  }

  /// Changes the value as one step that no other writer comes in between.
  ///
  /// The step is one across threads, and across processes where the store spans them. The closure
  /// may read and write other settings; over the same store that becomes part of the step.
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
    let access = access
    return try access.store.update { transaction in
      var value: Value
      switch decode(access.store, transaction.value(for:)) {
      case .stored(let stored): value = stored
      case .unset: value = defaultValue
      case .failed(let error): throw error
      }
      let result = try body(&value)
      do {
        try stage(value, in: transaction)
      } catch {
        throw described(error, writingTo: access.store)
      }
      return result
    }
  }

  // MARK: - Reading

  /// The store to use now.
  var access: StoreAccess { StoreAccess(declared: declaration.store) }

  /// Looks at the store, or remembers the last look while the store has not changed.
  private func reading() -> Reading {
    let access = access
    guard let revision = access.revision else {
      return decode(access.store, access.value(for:))
    }
    if let known = memory.withLock({ $0.reading }), known.revision == revision {
      return known.reading
    }
    let reading = decode(access.store, access.value(for:))
    // A store that fails may work the next time, without having changed.
    if case .failed(let error) = reading, error.kind == .storeFailed { return reading }
    memory.withLock { $0.reading = (revision, reading) }
    return reading
  }

  /// Finds the value under the key, or else the former keys, and converts it.
  private func decode(
    _ store: any SettingStore, _ value: (SettingKey) throws -> StoredValue?
  ) -> Reading {
    compareDeclarations(on: store)
    for key in [key] + formerKeys {
      do {
        guard let stored = try value(key) else { continue }
        let value = try Value.decode(stored)
        try declaration.check(value)
        return .stored(value)
      } catch {
        let error = SettingError.reading(key, from: store, error)
        return .failed(isSecret ? error.redacted(Value.self) : error)
      }
    }
    return .unset
  }

  private func value(of reading: Reading) -> Value {
    switch reading {
    case .stored(let value):
      return value
    case .unset:
      return defaultValue
    case .failed(let error):
      refuse(error)
      return defaultValue
    }
  }

  // MARK: - Writing

  /// Assigns, and reports what goes wrong.
  private func assign(_ value: Value) {
    let access = access
    if access.changesInPlace, case .failed(let error) = reading() {
      return refuse(error.keptFromChangeInPlace())
    }
    do {
      try write(value)
    } catch {
      // Inside a transaction the error is thrown at its end; otherwise nobody can catch it.
      if let transaction = access.transaction { transaction.fail(error) } else { refuse(error) }
    }
  }

  private func refuse(_ error: SettingError) {
    SettingDiagnostics.report(error, by: declaration.location, on: access.store)
  }

  /// Puts the value into the transaction, after all checks.
  private func stage(_ value: Value, in transaction: SettingTransaction) throws {
    try declaration.check(value)
    let form = try value.encode()
    if try form == .null && defaultValue.encode() == .null {
      try transaction.remove(key)
    } else {
      try transaction.set(form, for: key)
    }
    for former in formerKeys where try transaction.value(for: former) != nil {
      try transaction.remove(former)
    }
  }

  private func changingStore(
    _ body: (SettingTransaction) throws -> Void
  ) throws(SettingError) {
    let store = access.store
    compareDeclarations(on: store)
    do {
      try store.update(body)
    } catch {
      throw described(error, writingTo: store)
    }
  }

  private func described(_ error: any Error, writingTo store: any SettingStore) -> SettingError {
    let error = SettingError.writing(key, to: store, error, declaredAt: declaration.location)
    return isSecret ? error.redacted(Value.self) : error
  }

  /// Reports another setting with this key and another type, once per store.
  private func compareDeclarations(on store: any SettingStore) {
    let isKnown = memory.withLock { memory in
      defer { memory.comparedStore = store }
      return memory.comparedStore === store
    }
    if isKnown { return }
    if let error = DeclarationTable.add(Value.self, key, at: declaration.location, on: store) {
      refuse(error)
    }
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
