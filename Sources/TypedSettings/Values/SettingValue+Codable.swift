#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension SettingValue where Self: Codable {
  /// Creates a value through Foundation's JSON decoder.
  ///
  /// Dates are RFC 3339 text (or seconds since 2001-01-01T00:00:00Z), data is Base64 text. Text
  /// from a source that knows nothing else is JSON.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` that names the place in the value and what was expected there.
  public init(storedValue: StoredValue) throws {
    self = try CodableForm.decode(storedValue)
  }

  /// The form in which a store keeps this value: what Foundation's JSON encoder makes of it.
  ///
  /// Asking for it throws for a value that JSON cannot hold exactly, such as a NaN. It encodes the
  /// value twice to make sure.
  public var storedValue: StoredValue {
    get throws { try CodableForm.encode(self) }
  }
}

/// The stored form of `Codable` types.
private enum CodableForm {
  static func encode<T: Codable>(_ value: T) throws -> StoredValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      if let text = RFC3339.text(for: date) {
        try container.encode(text)
      } else {
        try container.encode(date.timeIntervalSinceReferenceDate)
      }
    }
    do {
      let json = try encoder.encode(value)
      let form = try JSONDecoder().decode(JSONForm.self, from: json).value
      // A number of many digits, as in a Decimal, may not survive: then nothing is stored.
      let copy: T = try decode(form)
      guard try encoder.encode(copy) == json else {
        throw SettingError.notRepresentable(
          "a value of type \(T.self)", expected: "numbers that JSON keeps exactly")
      }
      return form
    } catch let error as EncodingError {
      throw SettingError.notRepresentable(
        "a value of type \(T.self)", expected: "a value that can be encoded as JSON",
        reason: "\(error.summary)")
    }
  }

  static func decode<T: Decodable>(_ storedValue: StoredValue) throws -> T {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        if let date = RFC3339.date(from: text) { return date }
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "Not a date such as 2026-11-30T16:00:00Z.")
      }
      return Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
    }
    do {
      if case .text(let text) = storedValue {
        return try decoder.decode(T.self, from: Data(text.utf8))
      }
      return try decoder.decode(T.self, from: JSONEncoder().encode(JSONForm(value: storedValue)))
    } catch let error as DecodingError {
      throw SettingError(
        expected: "the fields of \(T.self)", found: storedValue, reason: error.summary)
    } catch let error as EncodingError {
      throw SettingError(
        expected: "the fields of \(T.self)", found: storedValue, reason: error.summary)
    }
  }
}

/// A stored value as Foundation's JSON coders see it.
private struct JSONForm: Codable {
  let value: StoredValue

  init(value: StoredValue) {
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // The decoder tells forms apart by trying; integers come first, since it takes 1 for 1.0 too.
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      let isNegativeZero = integer == 0 && (try? container.decode(Double.self))?.sign == .minus
      value = isNegativeZero ? .double(-0.0) : .integer(integer)
    } else if let unsigned = try? container.decode(UInt64.self) {
      value = .unsigned(unsigned)
    } else if let double = try? container.decode(Double.self) {
      value = .double(double)
    } else if let string = try? container.decode(String.self) {
      value = .string(string)
    } else if let elements = try? container.decode([JSONForm].self) {
      value = .array(elements.map(\.value))
    } else {
      value = .dictionary(try container.decode([String: JSONForm].self).mapValues(\.value))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value), .text(let value): try container.encode(value)
    case .date(let value):
      if let text = RFC3339.text(for: value) {
        try container.encode(text)
      } else {
        try container.encode(value.timeIntervalSinceReferenceDate)
      }
    case .data(let value): try container.encode(value.base64EncodedString())
    case .array(let values): try container.encode(values.map(JSONForm.init))
    case .dictionary(let values): try container.encode(values.mapValues(JSONForm.init))
    }
  }
}

extension DecodingError {
  /// What is wrong and where, in one sentence.
  fileprivate var summary: String {
    switch self {
    case .keyNotFound(let key, let context):
      "The field \(key.stringValue.debugDescription) is missing\(context.codingPath.place)."
    case .typeMismatch(let type, let context):
      "A value of type \(type) was expected\(context.codingPath.place)."
    case .valueNotFound(let type, let context):
      "A value of type \(type) is missing\(context.codingPath.place)."
    case .dataCorrupted(let context):
      "\(context.debugDescription)\(context.codingPath.note)"
    @unknown default:
      "The value could not be decoded."
    }
  }
}

extension EncodingError {
  /// What is wrong and where, in one sentence.
  fileprivate var summary: String {
    guard case .invalidValue(_, let context) = self else { return "It could not be encoded." }
    return "\(context.debugDescription)\(context.codingPath.note)"
  }
}

extension [any CodingKey] {
  /// The path in words, nothing at the top.
  fileprivate var place: String {
    if isEmpty { return "" }
    return " at \(map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "."))"
  }

  /// A sentence that names the path, nothing at the top.
  fileprivate var note: String { isEmpty ? "" : " This was found\(place)." }
}
