/// What a catalog has to know of a setting of any type to check and describe it.
protocol CatalogSetting: AnySetting {
  /// The line of code that declares the setting.
  var location: SourceLocation { get }
  /// What is wrong with the setting now.
  var problems: [SettingError] { get }
  /// What a settings file may hold for the setting.
  var schema: TypeSchema { get }
  /// What values must be, each to follow the word "expected".
  var expectations: [String] { get }
  /// The stored form of the default; nil where it has none, or a secret one that is not null.
  var defaultForm: StoredValue? { get }

  /// Stores the value that a text stands for, in the stored form of the type.
  func write(text: String) throws(SettingError)

  /// Returns a function that tells whether the value in a store has changed since its last call.
  func makeProbe() -> @Sendable (any SettingStore) -> Bool
  /// Calls the function with the old and the new value as text for people.
  func onShownChange(
    _ body: @escaping @Sendable (_ old: String, _ new: String) -> Void
  ) -> SettingObservation
}

extension Setting: CatalogSetting {
  var location: SourceLocation { declaration.location }

  var problems: [SettingError] {
    var problems: [SettingError] = []
    do throws(SettingError) {
      let access = access
      let found = try find(access)
      switch decode(found, access) {
      case .failed(let error): problems.append(error)
      case .unset where isRequired: problems.append(missing(in: access))
      case .stored where isRequired && found?.form.isBlank == true:
        problems.append(missing(in: access, emptyAt: found))
      case .unset, .stored: break
      }
    } catch {
      problems.append(error)
    }
    if let error = defaultProblem(defaultValue) { problems.append(error) }
    return problems
  }

  var schema: TypeSchema {
    var schema = TypeSchema(of: Value.self)
    for bounds in declaration.validations.compactMap(\.bounds) { schema.narrow(to: bounds) }
    return schema
  }

  var expectations: [String] { declaration.validations.map(\.expectation) }

  var defaultForm: StoredValue? {
    // A default without a stored form is one that a file cannot say.
    guard let form = try? defaultValue.encode(), !isSecret || form == .null else { return nil }
    return form
  }

  func write(text: String) throws(SettingError) {
    let value: Value
    do throws(SettingError) {
      value = try declaration.decode(.text(text))
    } catch {
      var error = declaration.published(error)
      error.key = key
      error.action = .writing
      error.advice = "Give such a value."
      throw error
    }
    try write(value)
  }

  /// The error of a setting that must have a value and has none.
  private func missing(in access: StoreAccess, emptyAt found: Found? = nil) -> SettingError {
    let origin = found.map { access.sources[$0.rank].origin(of: $0.key) }
    return .missing(key, emptyAt: origin, places: access.sources.map { $0.origin(of: key) })
  }
}

extension StoredValue {
  /// Whether it says nothing: a variable of the environment that is set to nothing, for example.
  fileprivate var isBlank: Bool {
    switch self {
    case .null, .string(""), .text(""): true
    default: false
    }
  }
}

extension SettingCatalog {
  /// The settings as the catalog handles them.
  static var members: [any CatalogSetting] {
    settings.compactMap { $0 as? any CatalogSetting }
  }
}
