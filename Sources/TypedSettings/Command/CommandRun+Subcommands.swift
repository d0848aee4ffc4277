// What the subcommands do with settings.

extension CommandRun {
  /// Key, value and source of each setting.
  func list(isVerbose: Bool, isJSON: Bool) -> CommandOutcome {
    var outcome = CommandOutcome()
    if isJSON {
      outcome.output = OrderedJSON.settings(members).document
    } else if isVerbose {
      outcome.output = members.map(description).joined(separator: "\n")
    } else if !members.isEmpty {
      outcome.output = Catalog.report() + "\n"
    }
    let count = members.count { $0.explanation.problem != nil }
    if count > 0 && !isJSON {
      outcome.errors = [
        "\(count == 1 ? "One value" : "\(count) values") cannot be used. "
          + "\"\(name) validate\" says why."
      ]
    }
    return outcome
  }

  /// The value alone.
  func get(_ setting: any CatalogSetting, isJSON: Bool) throws -> CommandOutcome {
    let explanation = setting.explanation
    if isJSON {
      return CommandOutcome(
        status: explanation.problem == nil ? CommandOutcome.done : CommandOutcome.failed,
        output: OrderedJSON.setting(setting, explanation).document)
    }
    if let problem = explanation.problem { throw problem }
    if setting.isSecret {
      // A script must not take what stands for the value for the value.
      return CommandOutcome(
        status: CommandOutcome.failed,
        errors: [
          "The setting \(setting.key.rawValue.quotedForMessage) is a secret, and its value is not "
            + "printed. \"\(name) explain \(setting.key)\" says where it comes from."
        ])
    }
    return CommandOutcome(output: (explanation.form?.bareText ?? explanation.value) + "\n")
  }

  /// Stores a value, and says what it has come to.
  func set(_ setting: any CatalogSetting, to text: String) throws -> CommandOutcome {
    var text = text
    if setting.isSecret && text == "-" { text = try input(for: setting) }
    try setting.write(text: text)
    try setting.store.writtenStore.synchronize()
    return CommandOutcome(output: setting.explanation.headline + "\n")
  }

  /// Forgets the stored value of a setting, or of all.
  func reset(_ setting: (any CatalogSetting)?) throws -> CommandOutcome {
    guard let setting else {
      try Catalog.reset()
      try Catalog.synchronize()
      return CommandOutcome(output: members.isEmpty ? "" : Catalog.report() + "\n")
    }
    try setting.reset()
    try setting.store.writtenStore.synchronize()
    return CommandOutcome(output: setting.explanation.headline + "\n")
  }

  /// All sources that have the setting.
  func explain(_ setting: any CatalogSetting, isJSON: Bool) -> CommandOutcome {
    CommandOutcome(
      output: isJSON
        ? OrderedJSON.setting(setting, setting.explanation, isDetailed: true).document
        : description(of: setting))
  }

  /// The places that settings are read from and written to.
  func path(isJSON: Bool) -> CommandOutcome {
    let places = SourceGroup.groups(of: members).map(SourcePlace.init)
    if isJSON {
      return CommandOutcome(output: OrderedJSON.places(places).document)
    }
    let table = TextTable(rows: places.map { [$0.name, $0.use] })
    return CommandOutcome(output: places.isEmpty ? "" : table.description() + "\n")
  }

  /// Prints a line for each change, until that is to end.
  func watch(_ settings: [any CatalogSetting]) -> CommandOutcome {
    // The program itself may have no use for what others write.
    for group in SourceGroup.groups(of: settings) { (group.source as? JSONFileStore)?.watch() }
    let printLine = console.printLine
    let observations = settings.map { setting in
      let key = setting.key
      return setting.onShownChange { old, new in printLine("\(key): \(old) → \(new)") }
    }
    console.printNote("Each change will be a line here, until a signal such as Ctrl-C ends it.")
    withExtendedLifetime(observations) { console.waitForEnd() }
    return CommandOutcome()
  }

  private func description(of setting: any CatalogSetting) -> String {
    let summary = setting.summary.map { $0 + "\n" } ?? ""
    return summary + setting.explanation.description + "\n"
  }

  /// The value of a secret from standard input, without the line end at its end.
  private func input(for setting: any CatalogSetting) throws -> String {
    var bytes = console.readInput()?[...] ?? []
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    let text = String(validating: bytes, as: UTF8.self)
    guard let text, !text.isEmpty, !text.contains(where: \.isNewline) else {
      let flaw =
        switch text {
        case nil: "is not UTF-8 text"
        case "": "is empty"
        default: "has several lines"
        }
      var error = SettingError(
        kind: .invalidValue, problem: "standard input " + flaw,
        expected: "the value in one line", advice: "Nothing was stored; give the value again.")
      error.key = setting.key
      error.action = .writing
      throw error
    }
    return text
  }
}
