#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A type of this package or of Foundation that knows what a settings file may hold for it.
protocol SchemaDescribing: SettingValue {
  /// What a settings file may hold for values of the type.
  static var typeSchema: TypeSchema { get }
  /// The least and the greatest number of JSON that is read as this value, nil where none is.
  var numbers: (least: String, greatest: String)? { get }
}

extension SchemaDescribing {
  var numbers: (least: String, greatest: String)? { nil }
}

// MARK: - Numbers

extension Bool: SchemaDescribing {
  static var typeSchema: TypeSchema {
    TypeSchema("true or false", "truth values", types: ["boolean"])
  }
}

extension SchemaDescribing where Self: FixedWidthInteger {
  static var typeSchema: TypeSchema {
    let range = bitWidth < 64 || !isSigned ? " from \(Self.min) to \(Self.max)" : ""
    var schema = TypeSchema("whole number" + range, "whole numbers" + range, types: ["integer"])
    (schema.minimum, schema.maximum) = ("\(Self.min)", "\(Self.max)")
    schema.names = ["pattern": "^[-+]?[0-9]+$"]
    schema.hasOneSpelling = true
    return schema
  }

  var numbers: (least: String, greatest: String)? { ("\(self)", "\(self)") }
}

extension Int: SchemaDescribing {}
extension Int8: SchemaDescribing {}
extension Int16: SchemaDescribing {}
extension Int32: SchemaDescribing {}
extension Int64: SchemaDescribing {}
extension Int128: SchemaDescribing {}
extension UInt: SchemaDescribing {}
extension UInt8: SchemaDescribing {}
extension UInt16: SchemaDescribing {}
extension UInt32: SchemaDescribing {}
extension UInt64: SchemaDescribing {}
extension UInt128: SchemaDescribing {}

extension SchemaDescribing where Self: BinaryFloatingPoint {
  static var typeSchema: TypeSchema {
    var schema = TypeSchema("number", "numbers", types: ["number"])
    schema.tag = .init(name: "@double", pattern: SchemaPattern.double)
    return schema
  }

  /// A narrow type reads the double nearest to its decimal spelling and the one equal to it.
  var numbers: (least: String, greatest: String)? {
    let exact = Double(self)
    guard exact.isFinite else { return nil }
    // Without a stored form, the value itself is the only one.
    guard case .double(let spelt)? = try? storedValue else { return ("\(exact)", "\(exact)") }
    return ("\(min(exact, spelt))", "\(max(exact, spelt))")
  }
}

extension Double: SchemaDescribing {}
extension Float: SchemaDescribing {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: SchemaDescribing {}
#endif
#if !canImport(FoundationEssentials)
extension CGFloat: SchemaDescribing {}
#endif
#if arch(x86_64) && !os(Windows) && !os(Android)
extension Float80: SchemaDescribing {}
#endif

extension Decimal: SchemaDescribing {
  static var typeSchema: TypeSchema {
    TypeSchema(
      "decimal number", "decimal numbers", types: ["string", "number"],
      details: [("pattern", .string("^\(SchemaPattern.number)$"))])
  }

  var numbers: (least: String, greatest: String)? {
    DecimalNumber(description) == nil ? nil : (description, description)
  }
}

extension Duration: SchemaDescribing {
  static var typeSchema: TypeSchema {
    TypeSchema(
      "duration such as 250ms, 1.5s or 2h", "durations such as 250ms, 1.5s or 2h",
      types: ["string", "number"],
      details: [("pattern", .string("^\(SchemaPattern.number)(ns|us|µs|ms|s|m|min|h|d)?$"))])
  }

  /// The seconds.
  var numbers: (least: String, greatest: String)? {
    guard case .string(let text) = storedValue else { return nil }
    return (String(text.dropLast()), String(text.dropLast()))
  }
}

// MARK: - Text

extension String: SchemaDescribing {
  static var typeSchema: TypeSchema { .text }
}

extension Substring: SchemaDescribing {
  static var typeSchema: TypeSchema { .text }
}

extension TypeSchema {
  fileprivate static var text: Self {
    var schema = Self("string", "strings", types: ["string"])
    schema.hasOneSpelling = true
    return schema
  }
}

extension Character: SchemaDescribing {
  /// A character can have any number of code points, which is what JSON Schema counts.
  static var typeSchema: TypeSchema {
    var schema = TypeSchema(
      "character", "characters", types: ["string"], details: [("minLength", 1)])
    schema.hasOneSpelling = true
    return schema
  }
}

extension Date: SchemaDescribing {
  /// `format: date-time` would refuse a space between date and time in some validators, and take a
  /// leap second in others.
  static var typeSchema: TypeSchema {
    var schema = TypeSchema(
      "date and time such as 2026-11-30T16:00:00Z", "dates and times such as 2026-11-30T16:00:00Z",
      types: ["string"], details: [("pattern", .string(SchemaPattern.date))])
    schema.tag = .init(name: "@date", pattern: SchemaPattern.double)
    return schema
  }
}

extension Data: SchemaDescribing {
  static var typeSchema: TypeSchema {
    TypeSchema(
      "data as Base64 text", "data as Base64 texts", types: ["string"],
      details: [
        ("contentEncoding", "base64"), ("pattern", .string(SchemaPattern.base64)),
      ])
  }
}

extension URL: SchemaDescribing {
  /// `format: uri-reference` is not exactly what Foundation reads.
  static var typeSchema: TypeSchema {
    TypeSchema(
      "URL", "URLs", types: ["string", "object"],
      details: [
        ("pattern", .string(SchemaPattern.url)),
        (
          "properties",
          ["relative": ["type": "string"], "base": ["type": .strings(["string", "object"])]]
        ),
        ("required", .strings(["relative", "base"])),
        ("additionalProperties", false),
      ])
  }
}

extension UUID: SchemaDescribing {
  static var typeSchema: TypeSchema {
    var schema = TypeSchema(
      "UUID", "UUIDs", types: ["string"],
      details: [("format", "uuid"), ("pattern", .string(SchemaPattern.uuid))])
    schema.names = ["pattern": .string(SchemaPattern.uuid)]
    return schema
  }
}

/// Regular expressions for text, in what all dialects have in common.
private enum SchemaPattern {
  static let number = #"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?"#

  /// How the text of `@double` and `@date` begins.
  static let double = "^[-+]?([0-9]|\\.[0-9]|[iI][nN][fF]|[nN][aA][nN])"

  static let date = """
    ^[0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)\
    |02-(0[1-9]|[12][0-9]))[Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?\
    ([Zz]|[-+]([01][0-9]|2[0-3]):[0-5][0-9])$
    """

  static let base64 = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/=]{4})?$"

  static let url = #"^([!#$&-;=?-Z_a-z~\[\]]|%[0-9A-Fa-f]{2})+$"#

  static let uuid = "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
}
