#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoredValue {
  /// The value as text for programs: what the reading type takes back as ``text(_:)``.
  ///
  /// Strings stand without quotes, nothing stands for null, and lists and dictionaries are JSON on
  /// one line. There is no such text for a NaN with a payload, a relative URL, and a date that
  /// RFC 3339 does not reach.
  var bareText: String {
    switch self {
    case .null: ""
    case .string(let text), .text(let text): text
    case .double(let number) where !number.isFinite: "\(number)"
    case .date(let date):
      RFC3339.text(for: date) ?? "\(date.timeIntervalSinceReferenceDate)"
    case .data(let data): data.base64EncodedString()
    default:
      String(
        decoding: JSONText(isOnOneLine: true).encode(self, indentation: []), as: UTF8.self)
    }
  }
}
