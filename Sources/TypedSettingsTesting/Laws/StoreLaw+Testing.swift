#if canImport(Testing)
public import Testing
public import TypedSettings

/// Expects of a store that it obeys every law; each one that it breaks is an issue of the test.
///
/// ## Usage
/// ```swift
/// import TypedSettingsTesting
///
/// @Test func `my store obeys the law`() {
///   expectStoreLaws { InMemoryStore() }
/// }
/// ```
///
/// With a test case for each law, a broken one shows by its name:
///
/// ```swift
/// import TypedSettingsTesting
///
/// @Test(arguments: StoreLaw.all) func obeys(_ law: StoreLaw) {
///   law.expect { InMemoryStore() }
/// }
/// ```
///
/// - Parameters:
///   - allowances: What the store may do other than the strictest one.
///   - sourceLocation: Where the issues are to be shown.
///   - makeStore: Makes the store; each call another one, where that is possible.
public func expectStoreLaws(
  allowing allowances: StoreLaw.Allowances = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  of makeStore: @escaping @Sendable () throws -> some SettingStore
) {
  for violation in StoreLaw.violations(allowing: allowances, of: makeStore) {
    Issue.record(Comment(rawValue: violation), sourceLocation: sourceLocation)
  }
}

/// Expects of a store that can be reopened that it obeys every law.
///
/// ## Usage
/// ```swift
/// import TypedSettingsTesting
///
/// @Test func `the file obeys the law`() {
///   let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
///   defer { try? FileManager.default.removeItem(at: folder) }
///   expectStoreLaws(allowing: .datesAndDataAsText) {
///     JSONFileStore(at: folder.appending(path: "\(UUID()).json"))
///   } reopening: { store in
///     JSONFileStore(at: URL(fileURLWithPath: store.path ?? ""))
///   }
/// }
/// ```
///
/// - Parameters:
///   - allowances: What the store may do other than the strictest one.
///   - sourceLocation: Where the issues are to be shown.
///   - makeStore: Makes the store; each call another one, where that is possible.
///   - reopen: Makes another store over what a store has kept.
public func expectStoreLaws<Store: SettingStore>(
  allowing allowances: StoreLaw.Allowances = [],
  sourceLocation: SourceLocation = #_sourceLocation,
  of makeStore: @escaping @Sendable () throws -> Store,
  reopening reopen: @escaping @Sendable (Store) throws -> Store
) {
  let violations = StoreLaw.violations(
    allowing: allowances, of: makeStore, reopening: reopen)
  for violation in violations {
    Issue.record(Comment(rawValue: violation), sourceLocation: sourceLocation)
  }
}

extension StoreLaw {
  /// Expects of a store that it obeys this law; if not, that is an issue of the test.
  ///
  /// - Parameters:
  ///   - allowances: What the store may do other than the strictest one.
  ///   - sourceLocation: Where the issue is to be shown.
  ///   - makeStore: Makes the store; each call another one, where that is possible.
  public func expect(
    allowing allowances: Allowances = [], sourceLocation: SourceLocation = #_sourceLocation,
    of makeStore: @escaping @Sendable () throws -> some SettingStore
  ) {
    record(violation(allowing: allowances, of: makeStore), at: sourceLocation)
  }

  /// Expects of a store that can be reopened that it obeys this law.
  ///
  /// - Parameters:
  ///   - allowances: What the store may do other than the strictest one.
  ///   - sourceLocation: Where the issue is to be shown.
  ///   - makeStore: Makes the store; each call another one, where that is possible.
  ///   - reopen: Makes another store over what a store has kept.
  public func expect<Store: SettingStore>(
    allowing allowances: Allowances = [], sourceLocation: SourceLocation = #_sourceLocation,
    of makeStore: @escaping @Sendable () throws -> Store,
    reopening reopen: @escaping @Sendable (Store) throws -> Store
  ) {
    record(
      violation(allowing: allowances, of: makeStore, reopening: reopen), at: sourceLocation)
  }

  private func record(_ violation: String?, at location: SourceLocation) {
    if let violation { Issue.record(Comment(rawValue: violation), sourceLocation: location) }
  }
}
#endif
