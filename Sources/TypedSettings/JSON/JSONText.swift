#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Writes stored values as JSON.
///
/// Dates are RFC 3339 text, data is Base64 text. What JSON has no form for is an object with one
/// member whose name begins with `@`: `@double` (NaN and infinities), `@date` (one that RFC 3339
/// does not reach), `@text`, and `@dictionary` (one that would be taken for any of these).
struct JSONText {
  /// The line end of the file.
  var newline: [UInt8] = [UInt8(ascii: "\n")]
  /// What one level is indented by.
  var unit: [UInt8] = Array("  ".utf8)
  /// What stands between a name and its value.
  var colon: [UInt8] = Array(": ".utf8)
  /// What stands between two values on one line.
  var comma: [UInt8] = Array(", ".utf8)
  /// Whether everything is written on one line.
  var isOnOneLine = false

  /// The names that alone in an object make another form of value out of it.
  static let tags: Set<String> = ["@double", "@date", "@text", "@dictionary"]

  /// The width up to which a list of plain values stays on its line, in bytes.
  private static let width = 80

  /// The text of a value that begins on a line with this white space in front.
  func encode(_ value: StoredValue, indentation: [UInt8]) -> [UInt8] {
    switch value {
    case .null: Array("null".utf8)
    case .bool(let value): Array((value ? "true" : "false").utf8)
    case .integer(let value): Array(String(value).utf8)
    case .unsigned(let value): Array(String(value).utf8)
    case .double(let value):
      value.isFinite ? Array("\(value)".utf8) : tagged("@double", Self.text(of: value))
    case .string(let value): JSONString.encode(value)
    case .date(let value):
      if let text = RFC3339.text(for: value) {
        JSONString.encode(text)
      } else {
        tagged("@date", Self.text(of: value.timeIntervalSinceReferenceDate))
      }
    case .data(let value): JSONString.encode(value.base64EncodedString())
    case .text(let value): tagged("@text", value)
    case .array(let values): array(values, indentation: indentation)
    case .dictionary(let values): dictionary(values, indentation: indentation)
    }
  }

  private func array(_ values: [StoredValue], indentation: [UInt8]) -> [UInt8] {
    let isPlain = values.allSatisfy {
      switch $0 {
      case .array, .dictionary: false
      default: true
      }
    }
    // What is not written on one line is not tried either: each level would double the work.
    if isOnOneLine || isPlain {
      let line = enclosed("[", values.map { encode($0, indentation: indentation) }, "]")
      if isOnOneLine || values.isEmpty || line.count <= Self.width { return line }
    }
    let inner = indentation + unit
    return list(values.map { encode($0, indentation: inner) }, indentation: indentation)
  }

  /// A list of elements that are text already, each on lines of its own.
  func list(_ elements: [[UInt8]], indentation: [UInt8]) -> [UInt8] {
    lines("[", elements, "]", indentation: indentation)
  }

  private func dictionary(_ values: [String: StoredValue], indentation: [UInt8]) -> [UInt8] {
    if values.count == 1 && values.keys.contains(where: { $0.hasPrefix("@") }) {
      let inner = dictionaryMembers(values, indentation: indentation)
      return [UInt8(ascii: "{")] + JSONString.encode("@dictionary") + colon
        + enclosed("{", inner, "}") + [UInt8(ascii: "}")]
    }
    let inner = isOnOneLine ? indentation : indentation + unit
    return object(dictionaryMembers(values, indentation: inner), indentation: indentation)
  }

  /// An object of members that are text already.
  func object(_ members: [[UInt8]], indentation: [UInt8]) -> [UInt8] {
    if isOnOneLine || members.isEmpty { return enclosed("{", members, "}") }
    return lines("{", members, "}", indentation: indentation)
  }

  private func dictionaryMembers(
    _ values: [String: StoredValue], indentation: [UInt8]
  ) -> [[UInt8]] {
    values.sorted { $0.key < $1.key }.map { name, value in
      JSONString.encode(name) + colon + encode(value, indentation: indentation)
    }
  }

  private func tagged(_ tag: String, _ text: String) -> [UInt8] {
    [UInt8(ascii: "{")] + JSONString.encode(tag) + colon + JSONString.encode(text)
      + [UInt8(ascii: "}")]
  }

  private func enclosed(_ start: String, _ parts: [[UInt8]], _ end: String) -> [UInt8] {
    Array(start.utf8) + Array(parts.joined(separator: comma)) + Array(end.utf8)
  }

  private func lines(
    _ start: String, _ parts: [[UInt8]], _ end: String, indentation: [UInt8]
  ) -> [UInt8] {
    let separator = newline + indentation + unit
    return Array(start.utf8) + separator
      + Array(parts.joined(separator: [UInt8(ascii: ",")] + separator)) + newline + indentation
      + Array(end.utf8)
  }

  // MARK: - Numbers that are none in JSON

  /// The text of a double for `@double` and `@date`: decimal, or its bits where it is a NaN.
  private static func text(of double: Double) -> String {
    double.isNaN ? "0x" + String(double.bitPattern, radix: 16) : "\(double)"
  }

  /// The double that such a text stands for.
  static func double(_ text: String) -> Double? {
    if text.hasPrefix("0x") {
      return UInt64(text.dropFirst(2), radix: 16).map { Double(bitPattern: $0) }
    }
    return Double(text)
  }
}
