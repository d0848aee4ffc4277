#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoredValue: CustomStringConvertible {
  /// The value for a person to read, long ones shortened: `the string "abc"`, `the number 5.5`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "the number \(value)"
    case .unsigned(let value): "the number \(value)"
    case .double(let value): "the number \(value)"
    case .string(let value): "the string \(value.quotedForMessage)"
    case .date(let value): "the date \(words(value))"
    case .data(let value): value.count == 1 ? "1 byte of data" : "\(value.count) bytes of data"
    case .array(let values):
      values.count == 1 ? "a list of 1 value" : "a list of \(values.count) values"
    case .dictionary(let values):
      values.count == 1 ? "a dictionary of 1 value" : "a dictionary of \(values.count) values"
    case .text(let value): "the text \(value.quotedForMessage)"
    }
  }

  /// The date as text.
  ///
  /// Its own description traps on Linux for dates far away, and for NaN.
  private func words(_ date: Date) -> String {
    RFC3339.text(for: date)
      ?? "\(date.timeIntervalSinceReferenceDate) seconds after 2001-01-01T00:00:00Z"
  }
}

extension String {
  /// The text in quotation marks, control characters escaped, cut after 80 Unicode scalars.
  var quotedForMessage: String {
    let shown = String(unicodeScalars.prefix(80))
    // Between quotation marks an apostrophe needs no escape.
    return shown.debugDescription.replacing("\\'", with: "'")
      + (shown.utf8.count < utf8.count ? "…" : "")
  }
}
