extension Optional: SettingValue where Wrapped: SettingValue {
  /// Creates nil from a stored null, and a value from everything else.
  ///
  /// Text is parsed as the wrapped type does it; there is no text for nil.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: What the wrapped type throws.
  public init(storedValue: StoredValue) throws {
    self = storedValue == .null ? nil : try Wrapped(storedValue: storedValue)
  }

  /// The form in which a store keeps this value; throws for a nil inside a value that is not nil.
  public var storedValue: StoredValue {
    get throws {
      guard let wrapped = self else { return .null }
      let form = try wrapped.storedValue
      guard form != .null else {
        throw SettingError.notRepresentable(
          "nil wrapped in an optional that is not nil", expected: "nil itself, or a value")
      }
      return form
    }
  }
}

/// An optional type, for initialisers that are about optional settings.
///
/// `Optional` is the only type that conforms.
public protocol OptionalSettingValue: SettingValue, ExpressibleByNilLiteral {
  /// The type of a value that is not nil.
  associatedtype Wrapped: SettingValue
  /// The value as an optional one.
  var wrapped: Wrapped? { get }
}

extension Optional: OptionalSettingValue where Wrapped: SettingValue {
  /// The value as an optional one, which it is.
  public var wrapped: Wrapped? { self }
}

extension Array: SettingValue where Element: SettingValue {
  /// Creates an array from a list, all of it or nothing.
  ///
  /// Text is separated by commas, `a, b,"c, with comma"`: spaces around elements do not count, and
  /// the element type parses each one. Quotation marks keep commas and spaces; in double ones `\"`
  /// and `\\` stand for the two characters, in single ones everything is literal. `""` is an empty
  /// element, an empty text is the empty list, and a comma too many is an error. Text that begins
  /// with `[` is a JSON array instead.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` that names the first element which cannot be read.
  public init(storedValue: StoredValue) throws {
    let elements: [StoredValue]
    switch storedValue {
    case .array(let values): elements = values
    case .text(let text): elements = try TextList.elements(of: text)
    default: throw SettingError(expected: "a list", found: storedValue)
    }
    self = try elements.enumerated().map { index, element in
      try SettingError.locating("element \(index)") { () throws(SettingError) in
        try Element.decode(element)
      }
    }
  }

  /// The form in which a store keeps this value; throws when an element has none.
  public var storedValue: StoredValue {
    get throws {
      .array(
        try enumerated().map { index, element in
          try SettingError.locating("element \(index)") { () throws(SettingError) in
            try element.encode()
          }
        })
    }
  }
}

extension Set: SettingValue where Element: SettingValue {
  /// Creates a set from a list in any order, all of it or nothing.
  ///
  /// Text is read as an array reads it.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` that names the first element which cannot be read or stands twice.
  public init(storedValue: StoredValue) throws {
    let elements = try [Element](storedValue: storedValue)
    self.init(minimumCapacity: elements.count)
    for (index, element) in elements.enumerated() where !insert(element).inserted {
      throw try SettingError(expected: "a list of different values", found: element.storedValue)
        .located("element \(index)")
    }
  }

  /// The form in which a store keeps this value: a list in one order, whatever the set's own is.
  public var storedValue: StoredValue {
    get throws {
      let forms = try map { try $0.encode() }.sorted(by: StoredValue.isOrdered)
      for (form, next) in zip(forms, forms.dropFirst()) where form == next {
        throw SettingError.notRepresentable(
          "two different elements that are both stored as \(form)",
          expected: "elements with different stored forms")
      }
      return .array(forms)
    }
  }
}

extension Dictionary: SettingValue where Key: SettingValue, Value: SettingValue {
  /// Creates a dictionary from a dictionary, all of it or nothing.
  ///
  /// Keys are strings, integers, UUIDs, or types with such a raw value.
  ///
  /// Text is entries separated by commas, `a=1,b="2, 3"`, with names and values in quotation marks
  /// as in a list; an entry without a value, `a=`, has the empty text. Text that begins with `{` is a
  /// JSON object instead.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` that names a key or value which cannot be read.
  public init(storedValue: StoredValue) throws {
    let entries: [String: StoredValue]
    switch storedValue {
    case .dictionary(let values): entries = values
    case .text(let text): entries = try TextList.entries(of: text)
    default: throw SettingError(expected: "a dictionary", found: storedValue)
    }
    self.init(minimumCapacity: entries.count)
    for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
      let place = "key \(name.debugDescription)"
      let key = try SettingError.locating(place) { () throws(SettingError) in
        try Key.decode(.text(name))
      }
      let value = try SettingError.locating(place) { () throws(SettingError) in
        try Value.decode(value)
      }
      guard updateValue(value, forKey: key) == nil else {
        throw SettingError(expected: "different keys", found: .text(name)).located(place)
      }
    }
  }

  /// The form in which a store keeps this value; throws for a key that is no string or integer.
  public var storedValue: StoredValue {
    get throws {
      var entries: [String: StoredValue] = [:]
      for (key, value) in self {
        let name: String =
          switch try key.encode() {
          case .string(let text): text
          case .integer(let number): String(number)
          case .unsigned(let number): String(number)
          default:
            throw SettingError.notRepresentable(
              "a dictionary key of type \(Key.self)", expected: "keys that are text or integers")
          }
        entries[name] = try SettingError.locating("key \(name.debugDescription)") {
          () throws(SettingError) in try value.encode()
        }
      }
      guard entries.count == count else {
        throw SettingError.notRepresentable(
          "two dictionary keys with the same text", expected: "keys with different texts")
      }
      return .dictionary(entries)
    }
  }
}
