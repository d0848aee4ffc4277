/// A type that lists its settings, so that they can be handled together.
///
/// A ``Configuration`` lists its settings by itself. An enum of statics lists them by hand:
///
/// ```swift
/// @MainActor enum AppSettings: @MainActor SettingCatalog {
///   @Setting(key: "user.name", default: "No Name") static var name: String
///   @Setting(key: "launches", default: 0) static var launches: Int
///
///   static var settings: [any AnySetting] { [$name, $launches] }
/// }
/// ```
public protocol SettingCatalog {
  /// All settings of the catalog, in the order of their declaration.
  static var settings: [any AnySetting] { get }
}

extension SettingCatalog {
  /// Writes several settings together, or none of them.
  ///
  /// Inside the closure the settings read and write as usual, but nothing is stored before it
  /// returns. When it throws, or an assignment in it fails, nothing is stored at all. The closure
  /// keeps other writers of the store out, so do not wait for one in it.
  ///
  /// Settings over the same store are written as one change. Where a catalog uses several stores,
  /// each of them gets one change, one after the other; should a later one fail, the earlier ones
  /// stay.
  ///
  /// ## Usage
  /// ```swift
  /// struct ServerConfiguration: Configuration {
  ///   static let shared = Self()
  ///   @Setting(key: "http.host", default: "localhost") var host: String
  ///   @Setting(key: "http.port", default: 80, in: 1...65_535) var port: Int
  /// }
  ///
  /// try ServerConfiguration.edit {
  ///   ServerConfiguration.host = "example.org"
  ///   ServerConfiguration.port = 8080
  /// }
  /// ```
  ///
  /// - Parameter body: Assigns settings of this catalog.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws, or ``SettingError`` for an assignment that failed or a
  ///   store that cannot be written.
  @discardableResult
  public static func edit<Result>(_ body: () throws -> Result) throws -> Result {
    try updating(stores[...], body)
  }

  /// Forgets the stored values of all settings of the catalog.
  ///
  /// Settings over layers that cannot be written, such as command line and environment alone, stay
  /// as they are.
  ///
  /// - Throws: ``SettingError`` when a store cannot be written, or there is none that can.
  public static func reset() throws {
    let writable = settings.filter { !$0.store.isReadOnly }
    if writable.isEmpty && !settings.isEmpty { throw SettingError.readOnlyLayers() }
    try edit {
      for setting in writable { try setting.reset() }
    }
  }

  /// Brings everything written so far to the safest place that the stores of the catalog have.
  ///
  /// - Throws: The error of a store that failed.
  public static func synchronize() throws {
    for store in stores { try store.synchronize() }
  }

  /// The stores of the settings, each once, in one order for all catalogs, files also in one order
  /// for all processes.
  ///
  /// Two catalogs that share stores would otherwise wait for each other.
  private static var stores: [any SettingStore] {
    let stores = settings.map(\.store.writtenStore)
    let byIdentity = Dictionary(stores.map { (ObjectIdentifier($0), $0) }) { first, _ in first }
    func path(_ store: any SettingStore) -> String { (store as? JSONFileStore)?.path ?? "" }
    return byIdentity.sorted { (path($0.value), $0.key) < (path($1.value), $1.key) }.map(\.value)
  }

  /// Runs the body inside a transaction on each of the stores.
  private static func updating<Result>(
    _ stores: ArraySlice<any SettingStore>, inside transactions: [SettingTransaction] = [],
    _ body: () throws -> Result
  ) throws -> Result {
    guard let store = stores.first else {
      let result = try body()
      // A failed assignment in one store keeps all of them from being written.
      for transaction in transactions { try transaction.running.throwFailure() }
      return result
    }
    return try store.update { transaction in
      try updating(stores.dropFirst(), inside: transactions + [transaction], body)
    }
  }
}
