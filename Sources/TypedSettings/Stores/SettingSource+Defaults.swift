extension SettingSource {
  /// Returns whether a value is stored under the key, whatever it is: a stored 0 counts.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: False also when the source cannot be read, which is reported to
  ///   ``SettingDiagnostics``.
  public func contains(_ key: SettingKey) -> Bool {
    do {
      return try visibleValue(for: key) != nil
    } catch {
      report(SettingError.failure(error, of: origin(of: key), .reading), key)
      return false
    }
  }

  /// Returns the stored integer, or the default when none is stored.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - defaultValue: The answer when nothing is stored, or nothing that can be read. The latter
  ///     is reported to ``SettingDiagnostics``.
  /// - Returns: The stored value or the default.
  public func integer(forKey key: SettingKey, default defaultValue: Int) -> Int {
    object(forKey: key, default: defaultValue)
  }

  /// Returns the stored truth value, or the default when none is stored.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - defaultValue: The answer when nothing is stored, or nothing that can be read. The latter
  ///     is reported to ``SettingDiagnostics``.
  /// - Returns: The stored value or the default.
  public func bool(forKey key: SettingKey, default defaultValue: Bool) -> Bool {
    object(forKey: key, default: defaultValue)
  }

  /// Returns the stored single-precision number, or the default when none is stored.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - defaultValue: The answer when nothing is stored, or nothing that can be read. The latter
  ///     is reported to ``SettingDiagnostics``.
  /// - Returns: The stored value or the default.
  public func float(forKey key: SettingKey, default defaultValue: Float) -> Float {
    object(forKey: key, default: defaultValue)
  }

  /// Returns the stored double-precision number, or the default when none is stored.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - defaultValue: The answer when nothing is stored, or nothing that can be read. The latter
  ///     is reported to ``SettingDiagnostics``.
  /// - Returns: The stored value or the default.
  public func double(forKey key: SettingKey, default defaultValue: Double) -> Double {
    object(forKey: key, default: defaultValue)
  }

  /// Returns the stored string, or the default when none is stored.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - defaultValue: The answer when nothing is stored, or nothing that can be read. The latter
  ///     is reported to ``SettingDiagnostics``.
  /// - Returns: The stored value or the default.
  public func string(forKey key: SettingKey, default defaultValue: String) -> String {
    object(forKey: key, default: defaultValue)
  }

  /// Returns the stored value of any type that settings can have, or the default.
  ///
  /// - Parameters:
  ///   - key: The key to look up.
  ///   - defaultValue: The answer when nothing is stored, or nothing that can be read. The latter
  ///     is reported to ``SettingDiagnostics``.
  /// - Returns: The stored value or the default.
  public func object<Value: SettingValue>(
    forKey key: SettingKey, default defaultValue: Value
  ) -> Value {
    let stored: StoredValue?
    do {
      stored = try visibleValue(for: key)
    } catch {
      report(SettingError.failure(error, of: origin(of: key), .reading), key)
      return defaultValue
    }
    do {
      return try stored.map(Value.decode) ?? defaultValue
    } catch {
      report(error, key)
      return defaultValue
    }
  }

  /// The value as the transaction has left it that the current call is part of.
  private func visibleValue(for key: SettingKey) throws -> StoredValue? {
    guard let store = self as? any SettingStore else { return try value(for: key) }
    return try StoreAccess(to: store).value(for: key)
  }

  private func report(_ error: SettingError, _ key: SettingKey) {
    let source = asLayers?.answeringLayer(for: key) ?? self
    SettingDiagnostics.report(error.reading(key, under: key, from: source), on: self)
  }
}
