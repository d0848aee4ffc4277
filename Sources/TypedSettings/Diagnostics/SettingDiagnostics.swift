internal import Synchronization

/// Where errors go that nobody can catch.
///
/// Reading or assigning `value` never throws. What goes wrong there is reported here: once per
/// setting, store and cause, by default as a line on standard error.
///
/// ## Usage
/// ```swift
/// SettingDiagnostics.handler = { diagnostic in
///   print("Settings:", diagnostic)
/// }
/// ```
public enum SettingDiagnostics {
  /// A function that is given each error.
  ///
  /// It may be called from any thread. It may use settings.
  public typealias Handler = @Sendable (SettingError) -> Void

  private static let global = Mutex(
    DiagnosticReporter { Platform.printToStandardError($0.description) })
  @TaskLocal private static var onTask: DiagnosticReporter?

  /// The function that is given each error, unless a scope replaces it.
  ///
  /// A new handler is told everything anew, also what the one before it has been told.
  public static var handler: Handler {
    get { global.withLock { $0.handler } }
    set {
      let new = DiagnosticReporter(handler: newValue)
      // The old one is let go after the lock: it may be the last to hold what it captured.
      _ = global.withLock { reporter in
        defer { reporter = new }
        return reporter
      }
    }
  }

  /// Replaces the handler while the closure runs, on the current task and its children.
  ///
  /// - Parameters:
  ///   - handler: The function that is given each error.
  ///   - body: The code whose errors it is given.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @discardableResult
  public static func withHandler<Result>(
    _ handler: @escaping Handler, _ body: () throws -> Result
  ) rethrows -> Result {
    try $onTask.withValue(DiagnosticReporter(handler: handler), operation: body)
  }

  /// Replaces the handler while the asynchronous closure runs, on the current task and its
  /// children.
  ///
  /// - Parameters:
  ///   - handler: The function that is given each error.
  ///   - body: The code whose errors it is given. It runs where the caller runs.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  @discardableResult
  nonisolated(nonsending) public static func withHandler<Result>(
    _ handler: @escaping Handler, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $onTask.withValue(DiagnosticReporter(handler: handler), operation: body)
  }

  /// Tells the handler, unless it knows.
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - source: The source it went wrong with.
  static func report(_ error: SettingError, on source: any SettingSource) {
    let reporter = onTask ?? global.withLock { $0 }
    reporter.report(error, on: source as? any SettingStore)
  }
}

/// A handler and what it has been told.
private final class DiagnosticReporter: Sendable {
  let handler: SettingDiagnostics.Handler
  private let told = Mutex<[Cause: WeakStore]>([:])

  /// After so many causes the memory of them is dropped, so that it cannot grow for ever.
  private static let limit = 1000

  private struct Cause: Hashable {
    var error: SettingError
    let store: ObjectIdentifier?

    init(_ error: SettingError, _ store: (any SettingStore)?) {
      self.error = error
      self.store = store.map(ObjectIdentifier.init)
      // A file that cannot be read is one cause, whichever of its settings is asked for.
      if error.kind == .storeFailed && error.action == .reading {
        self.error = error.ofSource()
      }
      // A slider that is moved too far is refused for one cause, whatever values it passes.
      if error.action == .writing && error.source == nil {
        self.error.found = nil
        self.error.reason = nil
      }
    }
  }

  /// Shows whether the store of a cause is still the one with that identifier.
  private struct WeakStore {
    weak var store: (any SettingStore)?
  }

  init(handler: @escaping SettingDiagnostics.Handler) {
    self.handler = handler
  }

  func report(_ error: SettingError, on store: (any SettingStore)?) {
    let cause = Cause(error, store)
    let isNew = told.withLock { told in
      if let known = told[cause], known.store === store { return false }
      if told.count >= Self.limit { told.removeAll() }
      told[cause] = WeakStore(store: store)
      return true
    }
    if isNew { handler(error) }
  }
}
