#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension StoredValue {
  /// What stands for the value of a secret.
  static let shownSecret = "a secret value"
  /// What stands for null.
  static let shownNull = "no value"
  /// What stands for a value that has no stored form.
  static let shownWithoutForm = "a value without a stored form"

  /// The value in a column of a table: as JSON has it, text without its quotes where it is plain.
  var shown: String {
    switch self {
    case .data(let data): return data.count == 1 ? "1 byte" : "\(data.count) bytes"
    case .text(let text) where text.isPlainWord: return text
    case .text(let text), .string(let text): return text.quotedForMessage
    default:
      let text = JSONText(isOnOneLine: true).encode(self, indentation: [])
      let shown = String(decoding: text, as: UTF8.self)
      return shown.count > 80 ? shown.prefix(80) + "…" : shown
    }
  }
}

extension String {
  /// Whether the text is one word that needs no quotes.
  fileprivate var isPlainWord: Bool {
    !isEmpty && utf8.count <= 80
      && utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
  }
}
