/// Text that is JSON, for values that plain text spells badly.
enum TextJSON {
  /// The value of a JSON text that begins with a bracket; nil where it begins otherwise.
  static func value(
    of text: String, beginningWith bracket: Character
  ) throws(SettingError) -> StoredValue? {
    guard text.first(where: { !$0.isWhitespace }) == bracket else { return nil }
    do throws(JSONSyntaxError) {
      return try JSONDocument(Array(text.utf8)).storedValue(at: 0)
    } catch {
      throw mismatch(
        error,
        expected: "JSON, since it begins with \(bracket); a plain element that does is quoted",
        found: text)
    }
  }

  /// The error of a text that is not JSON.
  static func mismatch(
    _ error: JSONSyntaxError, expected expectation: String, found text: String
  ) -> SettingError {
    var mismatch = SettingError(expected: expectation, found: .text(text))
    mismatch.reason =
      "In it, at \(JSONPosition(of: error.offset, in: Array(text.utf8))), \(error.problem); "
      + "expected \(error.expected)."
    return mismatch
  }
}
