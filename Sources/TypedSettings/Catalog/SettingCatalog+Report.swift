extension SettingCatalog {
  /// Returns a table of the settings: the key, the value it has now, and where that comes from.
  ///
  /// ```
  /// http.host  "localhost"     default
  /// http.port  8080            argument 1 (--http-port)
  /// token      a secret value  environment variable APP_TOKEN
  /// ```
  ///
  /// - Returns: A line for each setting, in the order of their declaration, without a line end
  ///   behind the last one. Values of secrets are not shown.
  public static func report() -> String {
    TextTable(rows: settings.map(\.explanation.row)).description()
  }
}

extension SettingExplanation {
  /// Key, value and source.
  var row: [String] {
    let source =
      if let winner {
        winner.place
      } else if let first = entries.first {
        "default, since \(first.place) is wrong"
      } else {
        "default"
      }
    return [key.rawValue, value, source]
  }
}
