internal import Synchronization

/// Several sources as one store: the first that has a key gives its value.
///
/// A program reads its settings from the command line, the environment and a file, in the order of
/// its layers, and writes them to the first layer that is a store. A layer that cannot be read is
/// an error that names it, and so is a value that does not convert; neither is ever skipped for the
/// layers below.
///
/// What a layer above overrides can be written too. It is stored, and comes to nothing until that
/// layer lets it through, which is reported to ``SettingDiagnostics``.
///
/// ## Usage
/// ```swift
/// let file = URL(fileURLWithPath: "/etc/player/settings.json")
/// DefaultSettingStore.use(
///   .layers([.arguments(), .environment(prefix: "PLAYER"), .jsonFile(at: file)]))
/// ```
public final class LayeredStore: SettingStore {
  /// The sources, highest first; layers of layers stand in their place.
  public let layers: [any SettingSource]
  /// The layer that takes the writes: the first store among them, nil where there is none.
  let writableLayer: (any SettingStore)?
  /// Tells of changes in any layer.
  public let notifier: SettingNotifier?
  /// The observations of the layers.
  private let observations = Mutex<[SettingObservation]>([])
  /// Where the state of all layers lies; nil where one of them has no such place.
  public let revisionCell: SettingRevisionCell?
  /// The revision for those of the layers, where they have to be asked.
  private let known: Mutex<(layers: [SettingRevision], own: SettingRevision)?> = Mutex(nil)

  /// Creates a store of layers.
  ///
  /// - Parameter layers: The sources, highest first. The first store among them takes the writes.
  public init(_ layers: [any SettingSource]) {
    self.layers = layers.flatMap { ($0 as? LayeredStore)?.layers ?? [$0] }
    writableLayer = self.layers.lazy.compactMap { $0 as? any SettingStore }.first
    let cells = self.layers.compactMap(\.revisionCell)
    let revisionCell = cells.count == self.layers.count ? SettingRevisionCell() : nil
    self.revisionCell = revisionCell
    if let revisionCell { for cell in cells { cell.add(revisionCell) } }
    var numbers: Set<UInt64> = []
    let notifiers = self.layers.compactMap(\.notifier).filter { numbers.insert($0.number).inserted }
    notifier = SettingNotifier(nestsKeys: notifiers.contains { $0.nestsKeys })
    let observations = notifiers.map { notifier in
      notifier.observe { [weak self] notice, _ in
        guard let self else { return }
        self.notifier?.notify(of: notice, from: self)
      }
    }
    self.observations.withLock { $0 = observations }
  }

  deinit {
    guard let revisionCell else { return }
    for layer in layers { layer.revisionCell?.remove(revisionCell) }
  }

  /// Returns the value of the first layer that has the key, nil when none has.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when no layer has one.
  /// - Throws: The error of the first layer that cannot be read, unless a layer above it has the
  ///   key.
  public func value(for key: SettingKey) throws -> StoredValue? {
    for layer in layers {
      if let value = try layer.value(for: key) { return value }
    }
    return nil
  }

  /// Returns the keys of all layers, highest layer first.
  ///
  /// - Returns: The keys, each once.
  /// - Throws: The error of a layer that cannot be read.
  public func keys() throws -> [SettingKey] {
    var seen: Set<SettingKey> = []
    return try layers.flatMap { try $0.keys() }.filter { seen.insert($0).inserted }
  }

  /// Returns the place of a value in the first layer that has it, or else where it would be written.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The phrase that the layer uses, such as `environment variable APP_PORT`.
  public func origin(of key: SettingKey) -> String {
    // Of no layers there is no place.
    answeringLayer(for: key)?.origin(of: key) ?? "nowhere"
  }

  /// The state of all layers together; nil while one of them cannot tell.
  public var revision: SettingRevision? {
    if let revisionCell { return revisionCell.revision }
    var revisions: [SettingRevision] = []
    for layer in layers {
      guard let revision = layer.revision else { return nil }
      revisions.append(revision)
    }
    return known.withLock { known in
      if let known, known.layers == revisions { return known.own }
      let own = SettingRevision()
      known = (revisions, own)
      return own
    }
  }

  /// Passes changes on to the layer that takes the writes.
  ///
  /// ``SettingStore/update(_:)`` goes to that layer by itself; it comes here where there is none.
  ///
  /// - Parameter changes: Returns what to change.
  /// - Throws: ``SettingError`` for a change where there is no such layer; else what that layer throws.
  public func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    guard let writableLayer else {
      // A transaction on several stores may leave this one as it is.
      guard try changes().isEmpty else { throw SettingError.readOnlyLayers() }
      return
    }
    try writableLayer.performTransaction(changes)
  }

  /// Brings everything written so far to the safest place that the layers have.
  ///
  /// - Throws: The error of a layer that failed.
  public func synchronize() throws {
    for layer in layers { try (layer as? any SettingStore)?.synchronize() }
  }

  /// The layer that the value of a key is from, or at which the reading of it stops; where none has
  /// the key, the one that it would be written to, or else the lowest one.
  func answeringLayer(for key: SettingKey) -> (any SettingSource)? {
    for layer in layers {
      do {
        if try layer.value(for: key) != nil { return layer }
      } catch {
        return layer
      }
    }
    return writableLayer ?? layers.last
  }

  /// Reports changes that come to nothing, because a layer above the written one has the key, or a
  /// former key of the setting.
  func reportOverridden(_ changes: [SettingChange], keysOfSettings: [SettingKey: [SettingKey]]) {
    for change in changes where change.newValue != nil {
      for layer in layers {
        if let store = layer as? any SettingStore, store === writableLayer { break }
        let found = (keysOfSettings[change.key] ?? [change.key]).first { key in
          // A layer that cannot be read is reported by those who read it.
          guard let form = try? layer.value(for: key) else { return false }
          return change.key.owns(form, under: key)
        }
        guard let found else { continue }
        SettingDiagnostics.report(
          .overridden(
            change.key, by: layer.origin(of: found),
            in: writableLayer?.origin(of: change.key)), on: self)
        break
      }
    }
  }
}

extension SettingSource {
  /// The sources that this one asks, highest first: its layers, or itself alone.
  var orderedSources: [any SettingSource] {
    asLayers?.layers ?? [self]
  }

  /// The source itself, where it is one of layers.
  ///
  /// Comparing types first spares most sources a cast, which takes longer than a look-up.
  var asLayers: LayeredStore? {
    Self.self == LayeredStore.self ? self as? LayeredStore : nil
  }
}

extension SettingStore {
  /// The store that takes the writes: the layer that does, or the store itself.
  var writtenStore: any SettingStore {
    asLayers?.writableLayer ?? self
  }

  /// Whether the store consists of layers that cannot be written.
  var isReadOnly: Bool { writtenStore.asLayers != nil }
}

extension SettingSource where Self == LayeredStore {
  /// Creates a store of layers.
  ///
  /// - Parameter layers: The sources, highest first. The first store among them takes the writes.
  /// - Returns: A new store.
  public static func layers(_ layers: [any SettingSource]) -> LayeredStore {
    LayeredStore(layers)
  }
}

extension SettingError {
  static func readOnlyLayers() -> Self {
    store(
      "none of the layers can be written",
      advice: "Put a store among them, such as a settings file.")
  }

  static func overridden(_ key: SettingKey, by place: String, in written: String?) -> Self {
    var error = Self(
      kind: .overridden,
      problem: "it was written to \(written ?? "the store"), but \(place) overrides it",
      advice: "The new value counts once the other one is removed.")
    error.key = key
    return error
  }
}
