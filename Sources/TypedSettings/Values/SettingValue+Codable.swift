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
      try container.encode(asTextOrSeconds: date)
    }
    do {
      let json = try JSONDocument(Array(encoder.encode(value)))
      let form = try json.storedValue(at: 0, readingTags: false)
      // A number of many digits, as in a Decimal, may not survive: then nothing is stored.
      let copy: T = try decode(form)
      let again = try JSONDocument(Array(encoder.encode(copy)))
      guard json.bytes == again.bytes || json.content(of: 0) == again.content(of: 0) else {
        throw SettingError.notRepresentable(
          "a value of type \(T.self)", expected: "numbers that JSON keeps exactly")
      }
      return form
    } catch let error as EncodingError {
      throw SettingError.notRepresentable(
        "a value of type \(T.self)", expected: "a value that can be encoded as JSON",
        reason: error.summary)
    } catch let error as JSONSyntaxError {
      throw SettingError.notRepresentable(
        "a value of type \(T.self)", expected: error.expected, reason: "In JSON, \(error.problem).")
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
        // Foundation alone would take the first of two equal names, and pass over the other one.
        _ = try JSONDocument(Array(text.utf8))
        return try decoder.decode(T.self, from: Data(text.utf8))
      }
      return try decoder.decode(T.self, from: JSONEncoder().encode(JSONForm(value: storedValue)))
    } catch let error as JSONSyntaxError {
      guard case .text(let text) = storedValue else { throw error }
      throw TextJSON.mismatch(error, expected: "the fields of \(T.self) as JSON", found: text)
    } catch {
      var mismatch = SettingError(expected: "the fields of \(T.self)", found: storedValue)
      mismatch.reason = (error as? DecodingError)?.summary ?? (error as? EncodingError)?.summary
      mismatch.reason = mismatch.reason ?? "\(error)".asSentence
      throw mismatch
    }
  }
}

/// A stored value as Foundation's JSON encoder sees it.
private struct JSONForm: Encodable {
  let value: StoredValue

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value), .text(let value): try container.encode(value)
    case .date(let value): try container.encode(asTextOrSeconds: value)
    case .data(let value): try container.encode(value.base64EncodedString())
    case .array(let values): try container.encode(values.map(JSONForm.init))
    case .dictionary(let values): try container.encode(values.mapValues(JSONForm.init))
    }
  }
}

extension SingleValueEncodingContainer {
  /// Encodes a date as RFC 3339 text, or as seconds since 2001 where that does not reach.
  fileprivate mutating func encode(asTextOrSeconds date: Date) throws {
    if let text = RFC3339.text(for: date) {
      try encode(text)
    } else {
      try encode(date.timeIntervalSinceReferenceDate)
    }
  }
}

extension JSONDocument {
  /// What a value says, with all lists in one order: a set is written in another one each time.
  fileprivate func content(of index: Int) -> String {
    let node = nodes[index]
    switch node.kind {
    case .array:
      return "[\(children(of: index).map(content(of:)).sorted().joined(separator: ","))]"
    case .object:
      let members = children(of: index).map {
        "\(name(of: $0).debugDescription):\(content(of: $0))"
      }
      return "{\(members.sorted().joined(separator: ","))}"
    default:
      return String(decoding: bytes[node.range], as: UTF8.self)
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
      context.sentence
    @unknown default:
      "The value could not be decoded."
    }
  }
}

extension EncodingError {
  /// What is wrong and where, in one sentence.
  fileprivate var summary: String {
    guard case .invalidValue(_, let context) = self else { return "It could not be encoded." }
    return context.sentence
  }
}

extension DecodingError.Context {
  fileprivate var sentence: String { codingPath.sentence(debugDescription) }
}

extension EncodingError.Context {
  fileprivate var sentence: String { codingPath.sentence(debugDescription) }
}

extension [any CodingKey] {
  /// The path in words, nothing at the top.
  fileprivate var place: String {
    if isEmpty { return "" }
    return " at \(map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: "."))"
  }

  /// What a coder said, with a full stop and the path.
  fileprivate func sentence(_ text: String) -> String {
    text.asSentence + (isEmpty ? "" : " This was found\(place).")
  }
}
