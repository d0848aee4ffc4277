/// A line of the program, as `#fileID` and `#line` give it.
struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
  let file: StaticString
  let line: UInt

  /// Where the setting that is being created on this task is declared.
  ///
  /// A string literal cannot know its own line: the initialisers of `Setting` evaluate their key
  /// inside this scope, so that the message about a bad literal can name it.
  @TaskLocal static var ofDeclaration: SourceLocation?

  var description: String { "\(file):\(line)" }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.line == rhs.line && lhs.file.description == rhs.file.description
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(file.description)
    hasher.combine(line)
  }
}
