import Testing
import TypedSettings

@Suite struct SettingKeyTests {
  /// CASES 30: names in the stores of existing users stay readable.
  @Test(arguments: ["a", "a.b.c", "user name", "日本語", "😀.x", "a/b", "@null", "$x", "a.\u{301}b"])
  func `accepts paths of any letters`(_ text: String) throws {
    let key = try SettingKey(validating: text)
    #expect(key.rawValue == text)
    #expect(key.components.joined(separator: ".") == text)
    #expect("\(key)" == text)
  }

  /// CASES 31.
  @Test(arguments: [
    ("", "it is empty"), (".", "empty component"), (".a", "empty component"),
    ("a.", "empty component"), ("a..b", "empty component"), ("a\u{0}b", "control character"),
    ("a\nb", "control character"), ("\u{7f}", "control character"),
  ])
  func `refuses flawed text and says why`(_ text: String, _ flaw: String) {
    let error = #expect(throws: SettingError.self) { try SettingKey(validating: text) }
    #expect(error?.kind == .invalidKey)
    #expect(error?.description.contains(flaw) == true)
    #expect(error?.description.contains("Expected components separated by dots") == true)
  }

  @Test func `a long key works and its error stays short`() throws {
    let long = String(repeating: "k", count: 100_000)
    #expect(try SettingKey(validating: long).rawValue == long)
    let error = #expect(throws: SettingError.self) { try SettingKey(validating: long + ".") }
    #expect((error?.description.count ?? 0) < 400)
  }

  @Test func `equal strings are equal keys and hash alike`() {
    let composed: SettingKey = "\u{e9}"
    let decomposed: SettingKey = "e\u{301}"
    #expect(composed == decomposed)
    #expect(Set([composed, decomposed]).count == 1)
  }

  @Test func `splits at its dots`() {
    #expect(("http.server.port" as SettingKey).components == ["http", "server", "port"])
  }

  @Test func `a bad literal ends the process with the literal in the message`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let key: SettingKey = "a..b"
      print(key)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains(#""a..b" is not a setting key: it has an empty component."#))
  }

  @Test func `a bad literal in a declaration names file and line`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      BadDeclaration.emptyKey()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("SettingKeyTests.swift:\(BadDeclaration.firstLine + 3): "))
    #expect(output.contains("it is empty"))
  }

  @Test func `a bad former key names file and line`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      BadDeclaration.formerKey()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("SettingKeyTests.swift:\(BadDeclaration.firstLine + 6): "))
    #expect(output.contains(#""c." is not a setting key"#))
  }
}

/// Declarations that end the process, outside of any macro, which would change their lines.
private enum BadDeclaration {
  static let firstLine = #line

  static func emptyKey() {
    print(Setting(key: "", default: 1).value)
  }
  static func formerKey() {
    print(Setting(key: "a", default: 1, formerly: ["b", "c."]).value)
  }
}
