/// What a run of the settings command gives.
struct CommandOutcome: Equatable {
  /// The status with which the process is to end.
  var status: Int32 = Self.done
  /// The result, for standard output, with all its line ends.
  var output = ""
  /// What went wrong, a full text for each; for standard error.
  var errors: [String] = []

  /// All is well.
  static let done: Int32 = 0
  /// The settings are wrong, or could not be read or written.
  static let failed: Int32 = 1
  /// The command line is wrong: `EX_USAGE` of `sysexits.h`.
  static let misused: Int32 = 64
}

/// A command line that the settings command does not understand.
struct CommandMisuse: Error {
  /// What is wrong, what was expected, and what to do.
  let text: String

  init(_ problem: String, expected: String, advice: String) {
    text = "\(problem). Expected \(expected). \(advice)"
  }
}

extension CommandMisuse {
  /// A word that is none of those that are known.
  ///
  /// - Parameters:
  ///   - problem: What is wrong with it.
  ///   - word: The word.
  ///   - candidates: What it may have been meant to be.
  ///   - expected: What was expected.
  ///   - advice: Where all that are known are shown.
  /// - Returns: The error, which suggests the nearest candidate.
  static func unknown(
    _ problem: String, _ word: String, among candidates: [String], expected: String, advice: String
  ) -> Self {
    let near = NearName(among: candidates).nearest(to: word)
    let suggestion = near.map { "Did you mean \($0.quotedForMessage)? " } ?? ""
    return Self(problem, expected: expected, advice: suggestion + advice)
  }
}
