/// A source whose names all belong to the program, so that one which no setting has is a mistake.
protocol CheckedSource: SettingSource {
  /// The names that belong to none of the keys, with their places.
  func entries(besides keys: [SettingKey]) throws -> [SourceEntry]

  /// The name under which the source holds the key, in its own spelling: `APP_HTTP_PORT`,
  /// `--http-port`.
  func spelling(of key: SettingKey) -> String

  /// What a person is to do about the value of the key when it cannot be read, in a full sentence.
  func advice(for key: SettingKey) -> String
}

/// A name in a source, in its own spelling.
struct SourceEntry: Hashable, Sendable {
  let name: String
  let origin: String
  /// Whether keys lie inside the name, which has a value itself: `http` where there is `http.port`.
  var isGroup = false
}
