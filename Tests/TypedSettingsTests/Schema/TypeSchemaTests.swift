import Foundation
import TestSupport
import Testing

@testable import TypedSettings

@Suite struct TypeSchemaTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let type: any SettingValue.Type
    let json: String

    init(_ type: any SettingValue.Type, _ json: String) {
      self.type = type
      self.json = json
    }

    var testDescription: String { "\(type)" }
  }

  /// A case-insensitive enum, which reads more than its raw values.
  enum Lenient: String, CaseIterable, SettingValue {
    case on
    case off

    init(storedValue: StoredValue) throws {
      let text = try String(storedValue: storedValue).lowercased()
      guard let value = Self(rawValue: text) else {
        throw SettingError(expected: "on or off", found: storedValue)
      }
      self = value
    }
  }

  /// An enum that stores something else than its raw values.
  enum Renamed: String, CaseIterable, SettingValue {
    case a

    var storedValue: StoredValue { .string(rawValue.uppercased()) }
  }

  enum Delay: CaseIterable, RawRepresentable, SettingValue {
    case short

    init?(rawValue: Duration) {
      guard rawValue == .seconds(1) else { return nil }
      self = .short
    }

    var rawValue: Duration { .seconds(1) }
  }

  enum Sign: Character, CaseIterable, SettingValue {
    case plus = "+"
    case minus = "-"
  }

  enum Marked: String, CaseIterable, SettingValue {
    case mark = "@double"
  }

  static let number = #""type": "integer", "minimum": 0, "maximum": 255"#

  static let cases: [Case] = [
    Case(Bool.self, #"{ "type": "boolean" }"#),
    Case(UInt8.self, "{ \(number) }"),
    Case(
      Optional<UInt8>.self, "{ \(number) }".replacing(#""integer""#, with: #"["integer", "null"]"#)),
    Case(
      Int128.self,
      "{ \"type\": \"integer\", \"minimum\": \(Int128.min), \"maximum\": \(Int128.max) }"),
    Case(
      Float.self,
      #"""
      { "type": ["number", "object"], "properties": { "@double": { "type": "string", "pattern": \#
      "^[-+]?([0-9]|\\.[0-9]|[iI][nN][fF]|[nN][aA][nN])" } }, "required": ["@double"], \#
      "additionalProperties": false }
      """#),
    Case(Substring.self, #"{ "type": "string" }"#),
    Case(Character.self, #"{ "type": "string", "minLength": 1 }"#),
    Case([UInt8].self, "{ \"type\": \"array\", \"items\": { \(number) } }"),
    Case(
      Set<UInt8>.self, "{ \"type\": \"array\", \"items\": { \(number) }, \"uniqueItems\": true }"),
    Case(
      [[Bool]].self,
      #"{ "type": "array", "items": { "type": "array", "items": { "type": "boolean" } } }"#),
    Case([Profile].self, #"{ "type": "array" }"#),
    Case(
      [String: Bool].self,
      #"{ "type": "object", "patternProperties": { "^@dictionary$": true }, "additionalProperties": { "type": "boolean" } }"#
    ),
    Case(
      [Theme: Profile].self,
      #"{ "type": "object", "propertyNames": { "enum": ["light", "dark"] } }"#),
    Case(
      [Marked: Profile].self,
      #"{ "type": "object", "patternProperties": { "^@dictionary$": true } }"#),
    Case(
      [Priority: Profile].self,
      #"{ "type": "object", "propertyNames": { "pattern": "^[-+]?[0-9]+$" } }"#),
    Case(Theme.self, #"{ "type": "string", "enum": ["light", "dark"] }"#),
    Case(CodableTheme.self, #"{ "type": "string", "enum": ["light", "dark"] }"#),
    Case(Optional<Theme>.self, #"{ "type": ["string", "null"], "enum": ["light", "dark", null] }"#),
    Case(Priority.self, #"{ "type": "integer", "enum": [-1, 7] }"#),
    Case(Sign.self, #"{ "type": "string", "enum": ["+", "-"] }"#),
    Case(Level.self, "{ \"type\": \"integer\", \"minimum\": \(Int.min), \"maximum\": \(Int.max) }"),
    Case(Profile.self, "{}"),
    Case(Shape.self, "{}"),
    Case(Optional<Profile>.self, "{}"),
    Case(Lenient.self, "{}"),
    Case(Renamed.self, "{}"),
  ]

  @Test(arguments: cases)
  func `a type is described as far as it is known`(_ type: Case) {
    #expect(Self.text(TypeSchema(of: type.type)) == type.json)
  }

  @Test func `cases that have several spellings are not listed`() {
    let schema = TypeSchema(of: Delay.self)
    #expect(schema.cases == [] && schema.types == ["string", "number"])
  }

  @Test func `the bounds of a range narrow the bounds of the type`() {
    func bounds<Value: SettingValue & Comparable>(
      _ range: some RangeExpression<Value> & Sendable
    ) -> [String?] {
      var schema = TypeSchema(of: Value.self)
      if let bounds = ValueBounds(range) { schema.narrow(to: bounds) }
      return [schema.minimum, schema.maximum, schema.exclusiveMaximum, schema.tag?.name]
    }
    #expect(bounds(Int8(1)...) == ["1", "127", nil, nil])
    #expect(bounds(...Int8(1)) == ["-128", "1", nil, nil])
    #expect(bounds(..<Int8(1)) == ["-128", nil, "1", nil])
    #expect(bounds(Int8(1)..<3) == ["1", nil, "3", nil])
    #expect(bounds(0.5...) == ["0.5", nil, nil, "@double"])
    #expect(bounds(0.5...1) == ["0.5", "1.0", nil, nil])
    #expect(bounds(0.5...(.infinity)) == ["0.5", nil, nil, "@double"])
    #expect(bounds(Float(0.3)...Float(0.7)) == ["0.3", "0.7", nil, nil])
    #expect(bounds(Float(0.7)...Float(0.3 + 1)) == ["0.699999988079071", "1.3", nil, nil])
    #expect(bounds(Duration.milliseconds(250)..<(.seconds(2))) == ["0.25", nil, "2", nil])
    #expect(bounds(Decimal(-5)...Decimal(5)) == ["-5", "5", nil, nil])
    #expect(bounds("a"..."b") == [nil, nil, nil, nil])
    #expect(ValueBounds(Evens()) == nil)
  }

  /// A range of a type that is not the standard library's.
  struct Evens: RangeExpression {
    func relative<C: Collection>(to collection: C) -> Range<Int> where C.Index == Int { 0..<0 }
    func contains(_ element: Int) -> Bool { element.isMultiple(of: 2) }
  }

  /// The schema on one line.
  private static func text(_ schema: TypeSchema) -> String {
    String(decoding: schema.json.text(), as: UTF8.self).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
  }
}
