// What the settings command prints for machines.

extension OrderedJSON {
  /// The text as the whole of an output.
  var document: String { String(decoding: text(), as: UTF8.self) + "\n" }

  private static func text(_ text: String?) -> Self { .value(text.map { .string($0) } ?? .null) }
  private static func bool(_ value: Bool) -> Self { .value(.bool(value)) }
  private static func stored(_ value: StoredValue) -> Self { .value(value.withoutText) }

  /// An object without the members that are nil.
  private static func members(_ members: KeyValuePairs<String, OrderedJSON?>) -> Self {
    .object(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// A list of whatever length.
  private static func elements(_ elements: [OrderedJSON]) -> Self {
    elements.isEmpty ? .value(.array([])) : .list(elements)
  }
}

extension StoredValue {
  /// The value with strings in the place of texts, a difference that only sources need.
  fileprivate var withoutText: Self {
    switch self {
    case .text(let text): .string(text)
    case .array(let values): .array(values.map(\.withoutText))
    case .dictionary(let values): .dictionary(values.mapValues(\.withoutText))
    default: self
    }
  }
}

extension OrderedJSON {
  /// Key, value and source of each setting.
  static func settings(_ settings: [any CatalogSetting]) -> Self {
    elements(settings.map { setting($0, $0.explanation) })
  }

  /// Key, value and source of a setting, and with them all sources where these are asked for.
  static func setting(
    _ setting: any CatalogSetting, _ explanation: SettingExplanation, isDetailed: Bool = false
  ) -> Self {
    members([
      "key": text(setting.key.rawValue),
      "value": explanation.form.map(stored),
      "source": text(explanation.winner?.place),
      "secret": setting.isSecret ? true : nil,
      "problem": explanation.problem.map { text("\($0)") },
      "default": isDetailed ? explanation.defaultForm.map(stored) : nil,
      "declaration": isDetailed ? text(explanation.declaration) : nil,
      "summary": isDetailed ? setting.summary.map(text) : nil,
      "sources": isDetailed
        ? elements(explanation.entries.enumerated().map { entry($1, at: $0) }) : nil,
    ])
  }

  private static func entry(_ entry: SettingExplanation.Entry, at rank: Int) -> Self {
    members([
      "place": text(entry.place),
      "key": text(entry.key.rawValue),
      "value": entry.form.map(stored),
      "used": bool(rank == 0 && entry.problem == nil),
      "problem": entry.problem.map { text("\($0)") },
    ])
  }

  /// The result of a validation.
  static func validation(_ problems: [SettingError]) -> Self {
    let list = problems.map { problem in
      members([
        "kind": text(problem.kind.description),
        "key": problem.key.map { text($0.rawValue) },
        "source": problem.source.map(text),
        "message": text("\(problem)"),
      ])
    }
    return members(["valid": bool(problems.isEmpty), "problems": elements(list)])
  }

  /// Places that settings are read from.
  static func places(_ places: [SourcePlace]) -> Self {
    elements(
      places.map { place in
        members([
          "kind": text(place.kind.rawValue), "name": text(place.name),
          "written": bool(place.isWritten), "exists": place.exists.map(bool),
        ])
      })
  }
}
