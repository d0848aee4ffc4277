/// Something settings can be read from: a store, the environment, the arguments of a program.
///
/// A source keeps one ``StoredValue`` per ``SettingKey`` and can be asked from any thread. The law
/// of a source, as a test:
///
/// ```swift
/// func expectSourceLaw(_ source: some SettingSource) throws {
///   let before = source.revision
///   for key in try source.keys() {
///     #expect(try source.value(for: key) != nil)
///     #expect(!source.origin(of: key).isEmpty)
///   }
///   // An equal revision promises equal values; nil promises nothing.
///   #expect(before == source.revision)
/// }
/// ```
///
/// A source that cannot be read throws. It never answers nil instead, because nil means "never
/// stored".
public protocol SettingSource: Sendable {
  /// Returns the value under the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: An error that says why the source cannot be read.
  func value(for key: SettingKey) throws -> StoredValue?

  /// Returns all keys with a value, in the order of the source where it has one.
  ///
  /// - Returns: The keys, each once. Names that are not valid keys are left out.
  /// - Throws: An error that says why the source cannot be read.
  func keys() throws -> [SettingKey]

  /// Returns where the value of a key stands, or would stand, in the source's own spelling.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: A phrase for messages, such as `environment variable APP_PORT`.
  func origin(of key: SettingKey) -> String

  /// The state of the source's content, nil where the source cannot tell cheaply.
  ///
  /// Settings read again only when it has changed, so a source moves it together with a change, in
  /// the lock under which ``value(for:)`` reads: not before the change can be seen, and not after
  /// somebody has seen it. With nil, they ask the source each time. A source in front of another
  /// one makes revisions of its own.
  var revision: SettingRevision? { get }

  /// Where the revision lies, one object for the life of the source; nil where the source is to be
  /// asked for it.
  ///
  /// It is the fast way to ``revision``, which must say the same. It belongs to one source alone: one
  /// in front of another makes a cell of its own. Nil where a source does not say.
  var revisionCell: SettingRevisionCell? { get }

  /// Tells of changes, one object for the life of the source; nil where the content never changes.
  ///
  /// With nil in a store, settings over it cannot be observed.
  var notifier: SettingNotifier? { get }
}

extension SettingSource {
  /// Nil: settings ask the source for its revision.
  public var revisionCell: SettingRevisionCell? { nil }
}
