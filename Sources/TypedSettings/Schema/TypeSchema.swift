/// What a settings file may hold for the values of a type, in the terms of JSON Schema.
///
/// It never refuses what the type reads, and refuses what the type refuses as far as draft-07 can
/// say it. Left out are objects with one `@` name where this package does not write them.
struct TypeSchema {
  /// The type in words, for one value and for several.
  private(set) var words: (one: String, several: String)
  /// The JSON types of the values; none where nothing is known of them.
  private(set) var types: [String]
  /// Keywords that go with the types.
  private(set) var details: [OrderedJSON.Member]
  /// Whether null is a value.
  private(set) var isNullable = false
  /// All values, where they can be listed.
  private(set) var cases: [StoredValue] = []
  /// The bounds of numbers, as JSON.
  var minimum: String?
  var maximum: String?
  var exclusiveMaximum: String?
  /// The object that stands for what JSON cannot say.
  var tag: Tag?
  /// What the names in a dictionary obey whose keys are of the type; nil where any name will do.
  var names: OrderedJSON?
  /// Whether each value has one spelling only, so that a list of spellings is complete.
  var hasOneSpelling = false

  /// An object of one member, such as `{"@double": "inf"}`.
  struct Tag {
    let name: String
    /// The regular expression for its text.
    let pattern: String
  }

  init(_ one: String, _ several: String, types: [String], details: [OrderedJSON.Member] = []) {
    words = (one, several)
    self.types = types
    self.details = details
  }

  /// The schema of a type of which only its name is known: any value.
  init(unknown type: Any.Type) {
    self.init("\(type)", "\(type) values", types: [])
  }

  /// The schema of any type that a setting can hold.
  init(of type: any SettingValue.Type) {
    switch type {
    case let type as any SchemaDescribing.Type: self = type.typeSchema
    case let type as any (SettingValue & RawRepresentable).Type: self.init(rawValuesOf: type)
    default: self.init(unknown: type)
    }
  }

  /// Whether nothing is known of the values.
  var isUnknown: Bool { types.isEmpty }

  /// The schema of the optional type.
  var ofOptional: Self {
    var schema = self
    schema.words = ("\(words.one) or null", "\(words.several) or nulls")
    schema.isNullable = true
    return schema
  }

  /// Takes the bounds of a range where they are numbers.
  mutating func narrow(to bounds: ValueBounds) {
    let lower = (bounds.lower as? any SchemaDescribing)?.numbers?.least
    let upper = (bounds.upper as? any SchemaDescribing)?.numbers?.greatest
    if let lower { minimum = lower }
    if let upper {
      maximum = bounds.includesUpper ? upper : nil
      exclusiveMaximum = bounds.includesUpper ? nil : upper
    }
    // What JSON cannot say lies beyond all numbers.
    if lower != nil && upper != nil { tag = nil }
  }

  // MARK: - JSON

  /// The schema as an object.
  var json: OrderedJSON { .object(members) }

  /// The keywords of the schema.
  var members: [OrderedJSON.Member] {
    if isUnknown { return [] }
    let types = types + (tag == nil ? [] : ["object"]) + (isNullable ? ["null"] : [])
    var members: [OrderedJSON.Member] = [
      ("type", types.count == 1 ? .string(types[0]) : .strings(types))
    ]
    if !cases.isEmpty {
      members.append(("enum", .value(.array(cases + (isNullable ? [.null] : [])))))
    }
    members += details
    let bounds = [
      ("minimum", minimum), ("maximum", maximum), ("exclusiveMaximum", exclusiveMaximum),
    ]
    members += bounds.compactMap { name, text in text.map { (name, .number($0)) } }
    if let tag {
      let text: OrderedJSON = ["type": "string", "pattern": .string(tag.pattern)]
      members += [
        ("properties", .object([(tag.name, text)])),
        ("required", .strings([tag.name])),
        ("additionalProperties", false),
      ]
    }
    return members
  }
}

// MARK: - Types with a raw value

extension TypeSchema {
  /// The schema of a type that stores its bare raw value.
  ///
  /// One that lists its cases has no others, and one that stores or reads something else is
  /// unknown.
  private init<Value: SettingValue & RawRepresentable>(rawValuesOf type: Value.Type) {
    self.init(unknown: type)
    guard let rawType = Value.RawValue.self as? any SettingValue.Type,
      Self.readsRawValues(type, of: rawType)
    else { return }
    var forms: [StoredValue] = []
    for value in Self.cases(of: type) {
      guard let rawValue = value.rawValue as? any SettingValue,
        // What has no stored form is in no file.
        let form = try? value.encode(), let rawForm = try? rawValue.encode(), form == rawForm
      else { return }
      forms.append(form)
    }
    self = TypeSchema(of: rawType)
    guard hasOneSpelling, !forms.isEmpty else { return }
    cases = forms
    details = []
    (minimum, maximum) = (nil, nil)
    let names = forms.compactMap { if case .string(let name) = $0 { name } else { nil } }
    if names.count == forms.count && !names.contains(where: { $0.hasPrefix("@") }) {
      self.names = ["enum": .strings(names)]
    }
  }

  /// Whether a type reads its raw value and nothing else, as far as its refusal of null tells: an
  /// `init(storedValue:)` of its own has other words.
  private static func readsRawValues<Value: SettingValue & RawRepresentable>(
    _ type: Value.Type, of rawType: any SettingValue.Type
  ) -> Bool {
    let expectation = RawValueForm.cases(of: type) ?? expectation(of: rawType)
    return expectation != nil && Self.expectation(of: type) == expectation
  }

  /// What a type says it expects when it refuses null, nil where it does not.
  private static func expectation(of type: any SettingValue.Type) -> String? {
    do {
      _ = try type.init(storedValue: .null)
      return nil
    } catch {
      return (error as? SettingError)?.expected
    }
  }

  /// The cases that a type lists, none where it does not.
  private static func cases<Value>(of type: Value.Type) -> [Value] {
    func list<Listed: CaseIterable>(_ type: Listed.Type) -> [Value] {
      type.allCases.compactMap { $0 as? Value }
    }
    return (type as? any CaseIterable.Type).map { list($0) } ?? []
  }
}
