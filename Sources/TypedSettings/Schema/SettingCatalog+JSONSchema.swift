extension SettingCatalog {
  /// Returns a JSON Schema (draft-07) of the settings file, for editors that complete and check it.
  ///
  /// It says of each setting what the file may hold: type, bounds, cases, default, and in words
  /// everything else. Write it beside the file, and name it in the file's member `$schema`, which
  /// no setting has to have:
  ///
  /// ```
  /// {
  ///   "$schema": "./settings.schema.json",
  ///   "http": { "port": 8080 }
  /// }
  /// ```
  ///
  /// ## Usage
  /// ```swift
  /// struct ServerConfiguration: Configuration {
  ///   static let shared = Self()
  ///   @Setting(key: "http.port", default: 80, in: 1...65_535, summary: "Where the server listens.")
  ///   var port: Int
  /// }
  ///
  /// print(ServerConfiguration.jsonSchema(), terminator: "")
  /// ```
  ///
  /// - A file that ``validate()`` takes fits the schema. What the schema cannot say, such as a check
  ///   in Swift, it leaves to ``validate()``.
  /// - Both spellings are described, `http` with `port` in it and `http.port`.
  /// - A file need not have any setting: a required value can come from another source.
  /// - Former keys are marked as deprecated. Their values are checked also where the new key, which
  ///   counts, is there too.
  /// - A type of your own is described by its raw value and its cases, unless it has an
  ///   `init(storedValue:)` or `storedValue` of its own. Of other types nothing is said.
  /// - The object of one `@` name that stands for what JSON cannot say, `{"@double": "inf"}`, is
  ///   described where this package writes it, and not where it also reads it.
  /// - Defaults of secrets are left out.
  ///
  /// - Parameter allowsUnknownKeys: Whether the file may hold keys that no setting of the catalog
  ///   has, which ``validate()`` refuses. Allow them for a file that other programs use too.
  /// - Returns: The schema as JSON, ending with a line end: the same text for the same declarations.
  public static func jsonSchema(allowingUnknownKeys allowsUnknownKeys: Bool = true) -> String {
    var tree = SchemaTree()
    let members = members
    if !allowsUnknownKeys, !members.contains(where: { $0.key.rawValue == JSONDocument.schemaName })
    {
      tree.insert(["type": "string"], at: [JSONDocument.schemaName])
    }
    for member in members { tree.insert(member.jsonSchema, at: member.key.components[...]) }
    for member in members {
      for key in member.formerKeys { tree.insert(member.formerSchema, at: key.components[...]) }
    }
    let head: [OrderedJSON.Member] = [
      ("$schema", "http://json-schema.org/draft-07/schema#"),
      ("title", .string("\(Self.self)")),
      // Of editors: the file is JSON with comments.
      ("allowComments", true),
    ]
    let schema = OrderedJSON.object(head + tree.members(at: "#", isOpen: allowsUnknownKeys))
    return String(decoding: schema.text(), as: UTF8.self) + "\n"
  }
}

extension CatalogSetting {
  /// The schema of the setting under its key.
  fileprivate var jsonSchema: OrderedJSON {
    var members = describedSchema([])
    if let form = defaultForm, form != .null { members.append(("default", .value(form))) }
    return .object(members)
  }

  /// The schema of the setting under a former key.
  fileprivate var formerSchema: OrderedJSON {
    .object(describedSchema(["The new name is \(key.rawValue)."]) + [("deprecated", true)])
  }

  private func describedSchema(_ remarks: [String]) -> [OrderedJSON.Member] {
    var sentences = remarks
    if let summary { sentences.append(summary.asSentence) }
    if isRequired { sentences.append("A value is required, here or in another source.") }
    if isSecret { sentences.append("The value is a secret.") }
    if !expectations.isEmpty {
      sentences.append("Expected: \(expectations.joined(separator: ", ")).")
    }
    let schema = schema.members
    if sentences.isEmpty { return schema }
    return [("description", .string(sentences.joined(separator: " ")))] + schema
  }
}
