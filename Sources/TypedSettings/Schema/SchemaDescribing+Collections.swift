extension Optional: SchemaDescribing where Wrapped: SettingValue {
  static var typeSchema: TypeSchema { TypeSchema(of: Wrapped.self).ofOptional }
}

extension Array: SchemaDescribing where Element: SettingValue {
  static var typeSchema: TypeSchema { .list(of: Element.self) }
}

extension Set: SchemaDescribing where Element: SettingValue {
  static var typeSchema: TypeSchema { .list(of: Element.self, unique: true) }
}

extension Dictionary: SchemaDescribing where Key: SettingValue, Value: SettingValue {
  static var typeSchema: TypeSchema {
    let values = TypeSchema(of: Value.self)
    var details: [OrderedJSON.Member] = []
    if let names = TypeSchema(of: Key.self).names {
      details.append(("propertyNames", names))
    } else {
      // Around a dictionary that would else be taken for another value.
      details.append(("patternProperties", ["^@dictionary$": true]))
    }
    if !values.isUnknown { details.append(("additionalProperties", values.json)) }
    let words = "of \(values.words.several)"
    return TypeSchema(
      "dictionary \(words)", "dictionaries \(words)", types: ["object"], details: details)
  }
}

extension ClosedRange: SchemaDescribing where Bound: SettingValue {
  static var typeSchema: TypeSchema { .range(of: Bound.self) }
}

extension Range: SchemaDescribing where Bound: SettingValue {
  static var typeSchema: TypeSchema { .range(of: Bound.self) }
}

extension TypeSchema {
  fileprivate static func list(of type: any SettingValue.Type, unique: Bool = false) -> Self {
    let elements = TypeSchema(of: type)
    let words = "of \(unique ? "different " : "")\(elements.words.several)"
    var details: [OrderedJSON.Member] = []
    if !elements.isUnknown {
      details.append(("items", elements.json))
      // Values of other types may differ where their JSON does not.
      if unique { details.append(("uniqueItems", true)) }
    }
    return Self("list \(words)", "lists \(words)", types: ["array"], details: details)
  }

  fileprivate static func range(of type: any SettingValue.Type) -> Self {
    let bounds = TypeSchema(of: type)
    return Self(
      "range of \(bounds.words.several)", "ranges of \(bounds.words.several)", types: ["object"],
      details: [
        ("properties", ["lowerBound": bounds.json, "upperBound": bounds.json]),
        ("required", .strings(["lowerBound", "upperBound"])),
        ("additionalProperties", false),
      ])
  }
}
