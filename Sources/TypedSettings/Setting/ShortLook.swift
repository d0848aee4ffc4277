internal import Synchronization

/// The short way to a value that has changed: one key, one look at the store, no type of a value.
///
/// It is the part of a look that is compiled once. In code that is generic, and not specialised for
/// the client's type, most of the time of a look goes into finding the metadata of types. Whatever
/// is not plain goes the thorough way: see ``Setting/thoroughValue``.
@usableFromInline
struct ShortLook: ~Copyable, Sendable {
  /// The only key; nil where there are former ones, or checks that a value has to pass.
  private let key: SettingKey?
  private let declaredStore: (any SettingStore)?
  private let state = Mutex(State())

  // Not private: Swift 6.3.1 makes a broken module of that in debug mode.
  struct State {
    /// What is observed over the store that was used last.
    var node: SettingNode?
    /// The notifier of the store that was looked at the thorough way.
    var notifier: UInt64?
    /// What a store without a cell had in a state.
    var last: (store: ObjectIdentifier, revision: SettingRevision, form: StoredValue)?
  }

  /// What a look has found.
  @usableFromInline
  struct Found {
    @usableFromInline let form: StoredValue
    /// The state of a cell that it can be kept for, nil where there is none.
    @usableFromInline let revision: SettingRevision?
    @usableFromInline let node: SettingNode
  }

  init<Value>(_ declaration: SettingDeclaration<Value>) {
    let isPlain = declaration.keys.count == 1 && !declaration.isChecked
    key = isPlain ? declaration.key : nil
    declaredStore = declaration.store
  }

  /// Looks at the store that the setting uses now; nil where the thorough way is to be gone.
  @usableFromInline
  func find() -> Found? {
    guard let key, !OpenTransactions.hasCurrent else { return nil }
    let store = SettingStoreScope.store(declared: declaredStore)
    let (node, known) = state.withLock { ($0.node, $0.notifier) }
    guard let node, node.notifier == known, store.notifier?.number == known else { return nil }
    // Before the look, in this order: a change after it finds whom to tell, or another revision.
    node.access()
    if let cell = store.revisionCell {
      let revision = cell.revision
      return form(of: key, in: store, for: node)
        .map { Found(form: $0, revision: revision, node: node) }
    }
    guard let revision = store.revision else {
      return form(of: key, in: store, for: node).map { Found(form: $0, revision: nil, node: node) }
    }
    let identifier = ObjectIdentifier(store)
    let last = state.withLock { $0.last }
    if let last, last.revision == revision, last.store == identifier {
      return Found(form: last.form, revision: nil, node: node)
    }
    guard let form = form(of: key, in: store, for: node) else { return nil }
    state.withLock { $0.last = (identifier, revision, form) }
    return Found(form: form, revision: nil, node: node)
  }

  /// What is stored; nil also for an error, which is thrown again the thorough way.
  private func form(
    of key: SettingKey, in store: any SettingStore, for node: SettingNode
  ) -> StoredValue? {
    do {
      guard let form = try store.value(for: key) else { return nil }
      node.note(.stored(form))
      return form
    } catch {
      return nil
    }
  }

  /// The node of a setting with these keys over a store, nil where the store tells of no changes.
  func node(for keys: [SettingKey], over store: any SettingStore) -> SettingNode? {
    guard let notifier = store.notifier else { return nil }
    if let known = state.withLock({ $0.node }), known.notifier == notifier.number { return known }
    // A store that makes a new notifier each time breaks its promise: nobody would hold the node.
    guard store.notifier === notifier else { return nil }
    let node = notifier.node(for: keys)
    state.withLock { $0.node = node }
    return node
  }

  /// Allows the short way over the store of a node, which was looked at the thorough way.
  func allow(_ node: SettingNode?) {
    state.withLock { $0.notifier = node?.notifier }
  }
}
