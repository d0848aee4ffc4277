/// Several reads and writes that a store applies as one change.
///
/// A transaction sees its own changes; nobody else does until it has ended. It lives as long as
/// the closure of ``SettingStore/update(_:)`` runs; used later, it throws.
public struct SettingTransaction: Sendable {
  /// The store that the closure sees: the one that takes the changes, or one in front of it.
  let store: any SettingStore
  let running: RunningTransaction

  /// Returns the value under the key, as this transaction has left it.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: An error of the store, or ``SettingError`` after the end of the transaction.
  public func value(for key: SettingKey) throws -> StoredValue? {
    for source in store.orderedSources {
      if let value = try self.value(for: key, in: source) { return value }
    }
    return nil
  }

  /// The value under the key in one of the sources that the store asks.
  private func value(for key: SettingKey, in source: any SettingSource) throws -> StoredValue? {
    if let store = source as? any SettingStore, store === running.store {
      return try running.value(for: key)
    }
    return try OpenTransactions.value(for: key, in: source)
  }

  /// Stores a value under a key.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - key: The key to store it under.
  /// - Throws: ``SettingError`` after the end of the transaction, or for a value that nests more
  ///   than 256 deep.
  public func set(_ value: StoredValue, for key: SettingKey) throws {
    guard value.isNested(atMost: StoredValue.maximumDepth) else {
      throw SettingError.tooDeep(atMost: StoredValue.maximumDepth)
    }
    try running.add(SettingChange(key: key, newValue: value.normalized))
  }

  /// Removes the value under a key, if there is one.
  ///
  /// - Parameter key: The key to forget.
  /// - Throws: ``SettingError`` after the end of the transaction.
  public func remove(_ key: SettingKey) throws {
    try running.add(SettingChange(key: key, newValue: nil))
  }

  /// Makes a change that another store was asked for.
  ///
  /// - Parameter change: The key, and what to store under it.
  /// - Throws: ``SettingError`` as ``set(_:for:)`` and ``remove(_:)`` do.
  public func apply(_ change: SettingChange) throws {
    if let value = change.newValue {
      try set(value, for: change.key)
    } else {
      try remove(change.key)
    }
  }
}

/// What a transaction changes under one key.
public struct SettingChange: Hashable, Sendable {
  /// The key whose value changes.
  public let key: SettingKey
  /// The value to store, nil to remove the one that is stored.
  public let newValue: StoredValue?
}
