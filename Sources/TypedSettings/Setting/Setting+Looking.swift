public import Synchronization

// How a setting gets its value from the store, from the fast way to the thorough one: the value it
// has kept, the look it remembers, a new look.

extension Setting {
  /// The value while the store has not changed since the last look.
  @inlinable var unchangedValue: Value? {
    if StoreContext.count.load(ordering: .relaxed) != 0 { return unchangedValueInContext }
    return ownCell.flatMap { kept.value(in: $0) }
  }

  /// The same where there are scopes or transactions, perhaps elsewhere.
  @inlinable var unchangedValueInContext: Value? {
    switch StoreContext.place {
    case .ordinary: return ownCell.flatMap { kept.value(in: $0) }
    case .scope(let scope):
      return withExtendedLifetime(scope) { scope.cell.flatMap { kept.value(in: $0) } }
    case .transaction: return nil
    }
  }

  /// The cell of the store that the setting declares, or of the default store.
  @inlinable var ownCell: Unmanaged<SettingRevisionCell>? {
    hasStore ? declaredCell : DefaultSettingStore.knownCell
  }

  /// The value after a look at the store.
  ///
  /// It is specialised in the client, and yet no part of each place that reads.
  @inlinable var currentValue: Value {
    @inline(never) get {
      // Values of other types may take long to convert: the thorough way remembers the last one. What
      // does not convert is tried again there, and reported.
      guard KeptValue<Value>.isKeptAsBits, let found = shortLook.find(),
        let value = try? Value(storedValue: found.form)
      else { return thoroughValue }
      if let revision = found.revision { kept.keep(value, for: revision, observedBy: found.node) }
      return value
    }
  }

  /// The value after a look at the store, whatever may be there.
  @usableFromInline var thoroughValue: Value {
    let access = access
    let node = node(over: access.store)
    // Before the look: a change after it finds whom to tell.
    node?.access()
    let revision = access.revision
    let reading = reading(access)
    let value = value(of: reading, on: access)
    if case .failed = reading { return value }
    if !access.isInTransaction { shortLook.allow(node) }
    if let revision, access.store.revisionCell != nil {
      kept.keep(value, for: revision, observedBy: node)
    }
    return value
  }

  /// What the setting remembers.
  struct Cache {
    var defaultValue: Value?
    var look: Look?
  }

  /// A look at the store, and what came of it.
  struct Look {
    /// The store and its state; nil where it cannot tell.
    let store: ObjectIdentifier
    let revision: SettingRevision?
    /// What was found; nil where no key has a value.
    let found: Found?
    let reading: Reading
  }

  /// A value in the store, and where it is.
  struct Found {
    let key: SettingKey
    let form: StoredValue
    /// The rank of the source that has it, from 0: the store itself, or one of its layers.
    let rank: Int
  }

  /// What a look at the store gives.
  enum Reading {
    case stored(Value)
    case unset
    case failed(SettingError)
  }

  // MARK: - Looking at the store

  /// The store to use now.
  var access: StoreAccess { StoreAccess(declared: declaration.store) }

  /// Looks at the store, or remembers the last look where nothing has changed since.
  func reading(_ access: StoreAccess) -> Reading {
    // The revision comes first: a change between here and the look makes the next look new.
    let revision = access.revision
    let store = ObjectIdentifier(access.store)
    let last = cache.withLock { $0.look }
    if let last, let revision, last.revision == revision, last.store == store {
      return last.reading
    }
    compareDeclarations(on: access.store)
    let node = access.isInTransaction ? nil : node(over: access.store)
    do {
      let found = try find(access)
      node?.note(found.map { .stored($0.form) } ?? .unset)
      var known = last.flatMap { last in
        last.store == store && last.found?.key == found?.key && last.found?.form == found?.form
          ? last.reading : nil
      }
      // What failed is looked at again: its place in a file may be another one now.
      if case .failed = known { known = nil }
      let look = Look(
        store: store, revision: revision, found: found,
        reading: known ?? decode(found, access))
      // The old value is let go after the lock: its deinitialiser may be anybody's code.
      if !access.isInTransaction { _ = cache.withLock { exchange(&$0.look, look) } }
      return look.reading
    } catch {
      node?.note(.unreadable)
      // The store may answer the next time without having changed, so this is not remembered.
      return .failed(error)
    }
  }

  /// The value of the setting for an update.
  func current(in transaction: SettingTransaction) throws -> Value {
    let access = StoreAccess(to: transaction.store)
    switch decode(try find(access), access) {
    case .stored(let value): return value
    case .unset: return defaultValue
    case .failed(let error): throw error
    }
  }

  /// Finds the value that counts: the one of the highest source, there under the key or else under
  /// a former one.
  func find(_ access: StoreAccess) throws(SettingError) -> Found? {
    for rank in access.sources.indices {
      if let found = try find(at: rank, access) { return found }
    }
    return nil
  }

  /// Finds the value in one source.
  func find(at rank: Int, _ access: StoreAccess) throws(SettingError) -> Found? {
    let source = access.sources[rank]
    for key in declaration.keys {
      do {
        if let form = try access.value(for: key, in: source), self.key.owns(form, under: key) {
          return Found(key: key, form: form, rank: rank)
        }
      } catch {
        let error = SettingError.failure(error, of: source.origin(of: key), .reading)
        throw failure(error, under: key, at: rank, access)
      }
    }
    return nil
  }

  func decode(_ found: Found?, _ access: StoreAccess) -> Reading {
    guard let found else { return .unset }
    do {
      return .stored(try declaration.decode(found.form))
    } catch {
      return .failed(failure(error, under: found.key, at: found.rank, access))
    }
  }

  /// The error of a reading, with its place, and the places that are not used instead.
  private func failure(
    _ error: SettingError, under key: SettingKey, at rank: Int, _ access: StoreAccess
  ) -> SettingError {
    var error = error.reading(self.key, under: key, from: access.sources[rank])
    error.unusedPlaces = access.sources.indices.dropFirst(rank + 1).compactMap { rank in
      // Of one that cannot be read either there is nothing to say before it is its turn.
      guard let found = try? find(at: rank, access) else { return nil }
      return access.sources[rank].origin(of: found.key)
    }
    return declaration.published(error)
  }

  /// The value to show for a reading; what went wrong is reported.
  func value(of reading: Reading, on access: StoreAccess) -> Value {
    switch reading {
    case .stored(let value):
      return value
    case .unset:
      return defaultValue
    case .failed(let error):
      report(error, on: access.store)
      return defaultValue
    }
  }
}

/// Puts a value in the place of another one, and returns that.
private func exchange<T>(_ place: inout T, _ value: T) -> T {
  defer { place = value }
  return place
}
