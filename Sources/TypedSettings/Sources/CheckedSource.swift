/// A source whose names all belong to the program, so that one which no setting has is a mistake.
protocol CheckedSource: SettingSource {
  /// The names that belong to none of the keys, with their places.
  func entries(besides keys: [SettingKey]) throws -> [SourceEntry]

  /// The name under which the source holds the key, in its own spelling: `APP_HTTP_PORT`.
  func spelling(of key: SettingKey) -> String
}

/// A name in a source, in its own spelling.
struct SourceEntry: Hashable, Sendable {
  let name: String
  let origin: String
}
