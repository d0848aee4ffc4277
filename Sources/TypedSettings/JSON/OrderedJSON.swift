/// A JSON value whose objects keep the order of their members.
enum OrderedJSON {
  /// A member of an object.
  typealias Member = (name: String, value: OrderedJSON)

  case value(StoredValue)
  /// A number by its text, since not every bound of an integer type is a stored value.
  case number(String)
  case list([OrderedJSON])
  case object([Member])

  /// The text of the value, over several lines where it has members.
  func text(indentation: [UInt8] = []) -> [UInt8] {
    let json = JSONText()
    let inner = indentation + json.unit
    switch self {
    case .value(let value): return json.encode(value, indentation: indentation)
    case .number(let text): return Array(text.utf8)
    case .list(let elements):
      return json.list(
        elements.map { $0.text(indentation: inner) }, indentation: indentation)
    case .object(let members):
      let texts = members.map { name, value in
        JSONString.encode(name) + json.colon + value.text(indentation: inner)
      }
      return json.object(texts, indentation: indentation)
    }
  }
}

extension OrderedJSON: ExpressibleByStringLiteral {
  init(stringLiteral value: String) { self = .value(.string(value)) }
}

extension OrderedJSON: ExpressibleByBooleanLiteral {
  init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
}

extension OrderedJSON: ExpressibleByIntegerLiteral {
  init(integerLiteral value: Int64) { self = .value(.integer(value)) }
}

extension OrderedJSON: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral members: (String, OrderedJSON)...) {
    self = .object(members.map { (name: $0, value: $1) })
  }
}

extension OrderedJSON {
  /// A string.
  static func string(_ value: String) -> Self { .value(.string(value)) }

  /// A list of strings.
  static func strings(_ values: [String]) -> Self { .value(.array(values.map { .string($0) })) }
}
