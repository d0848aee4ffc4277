extension SettingCatalog {
  /// Returns a Markdown page with a table of the settings, for the documentation of the program.
  ///
  /// It gives of each setting the key, the type in words, the default, what values must be, and the
  /// summary, with a mark for those that are required or secret. Where a source in use spells a key
  /// in its own way, as the environment does, a column has that spelling too. Defaults of secrets
  /// are left out.
  ///
  /// ## Usage
  /// ```swift
  /// struct ServerConfiguration: Configuration {
  ///   static let shared = Self()
  ///   @Setting(
  ///     key: "http.port", default: 80, in: 1...65_535, formerly: "port",
  ///     summary: "Where the server listens.")
  ///   var port: Int
  /// }
  ///
  /// print(ServerConfiguration.markdownReference(), terminator: "")
  /// ```
  /// This prints:
  /// ```
  /// # ServerConfiguration
  ///
  /// | key | type | default | allowed | meaning |
  /// |---|---|---|---|---|
  /// | `http.port` | whole number | `80` | a value from 1 to 65535 | Where the server listens. Formerly `port`. |
  /// ```
  ///
  /// - Returns: The page, ending with a line end, with the settings in the order of their
  ///   declaration.
  public static func markdownReference() -> String {
    let members = members
    let spellings = members.map(\.spellings)
    let isSpelt = spellings.contains { !$0.isEmpty }
    var rows = [["key"] + (isSpelt ? ["also"] : []) + ["type", "default", "allowed", "meaning"]]
    for (member, spellings) in zip(members, spellings) {
      let also = isSpelt ? [spellings.map(\.asMarkdownCode).joined(separator: ", ")] : []
      rows.append(
        [member.key.rawValue.asMarkdownCode] + also
          + [
            member.schema.words.one, member.describedDefault, member.allowed, member.meaning,
          ])
    }
    return "# \(Self.self)\n\n\(MarkdownTable(rows: rows))\n"
  }
}

extension CatalogSetting {
  /// The spellings of the key in the sources in use, where they differ from the key itself.
  fileprivate var spellings: [String] {
    var spellings: [String] = []
    for source in store.orderedSources {
      guard let spelling = (source as? any CheckedSource)?.spelling(of: key) else { continue }
      if spelling != key.rawValue && !spellings.contains(spelling) { spellings.append(spelling) }
    }
    return spellings
  }

  fileprivate var describedDefault: String {
    switch defaultForm {
    case .null?: StoredValue.shownNull
    case let form?: form.shown.asMarkdownCode
    case nil where isSecret: StoredValue.shownSecret
    case nil: StoredValue.shownWithoutForm
    }
  }

  fileprivate var allowed: String {
    let cases = schema.cases.map(\.bareText.asMarkdownCode).joined(separator: ", ")
    return ([cases] + expectations).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  fileprivate var meaning: String {
    var sentences: [String] = []
    if let summary { sentences.append(summary.asSentence) }
    if isRequired { sentences.append("**Required.**") }
    if isSecret { sentences.append("**Secret.**") }
    if !formerKeys.isEmpty {
      let keys = formerKeys.map(\.rawValue.asMarkdownCode).joined(separator: ", ")
      sentences.append("Formerly \(keys).")
    }
    return sentences.joined(separator: " ")
  }
}
