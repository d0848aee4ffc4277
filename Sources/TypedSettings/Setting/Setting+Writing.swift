// How a value gets into the store: checked, encoded, put into a transaction.

extension Setting {
  /// Assigns; what goes wrong is reported, or makes the transaction around it throw.
  func assign(_ value: Value, inPlace: Bool) {
    let store = store
    do throws(SettingError) {
      if inPlace { try prepareChangeInPlace(on: store) }
      try write(value, to: store)
    } catch {
      if let transaction = OpenTransactions.current(on: store) {
        transaction.fail(error)
      } else {
        report(error, on: store)
      }
    }
  }

  /// Checks and encodes a value, and stores it in a store.
  func write(_ value: Value, to store: any SettingStore) throws(SettingError) {
    let form: StoredValue
    do throws(SettingError) {
      // Before the store is asked: what is refused must not even take a lock.
      form = try declaration.encode(value)
    } catch {
      throw declaration.published(error.writing(key, declaredAt: declaration.location))
    }
    try change(store) { try stage(form, in: $0) }
  }

  /// Throws where a change in place would replace a value that is not known.
  private func prepareChangeInPlace(on store: any SettingStore) throws(SettingError) {
    if case .failed(let error) = reading(StoreAccess(to: store)) {
      throw error.refusingChangeInPlace()
    }
  }

  /// Puts the stored form of a value into the transaction.
  func stage(_ form: StoredValue, in transaction: SettingTransaction) throws {
    // A default without a stored form, such as a NaN in a struct, is not nil.
    if form == .null && (try? defaultValue.encode()) == .null {
      try transaction.remove(key)
    } else {
      try transaction.set(form, for: key)
    }
    for former in declaration.keys.dropFirst() { try removeOwn(former, in: transaction) }
    transaction.running.nameKeys(declaration.keys)
  }

  /// Removes a value of this setting from the store that is written; of other layers nothing is
  /// asked, which may not be readable.
  func removeOwn(_ key: SettingKey, in transaction: SettingTransaction) throws {
    do {
      guard let form = try transaction.running.value(for: key), self.key.owns(form, under: key)
      else { return }
    } catch {
      // What cannot be read goes as well, but for what other settings may lie in.
      if self.key.parents.contains(key) { throw error }
    }
    try transaction.remove(key)
  }

  /// Runs the body as one change of a store; an error that comes out names the setting.
  func change(
    _ store: any SettingStore, _ body: (SettingTransaction) throws -> Void
  ) throws(SettingError) {
    compareDeclarations(on: store)
    do {
      try store.change(body)
    } catch {
      let error = SettingError.failure(error, of: store.origin(of: key), .writing)
      throw declaration.published(error.writing(key, declaredAt: declaration.location))
    }
  }
}
