import TestSupport
import Testing

@testable import TypedSettings

/// What the errors of lists, dictionaries, ranges and other texts say.
@Suite struct TextListTests {
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let parts: [String]
    let text: @Sendable () -> String

    init<Value: SettingValue>(_ source: String, as type: Value.Type, says parts: String...) {
      testDescription = "\(source) as \(type)"
      self.parts = parts
      text = {
        let store = InMemoryStore(["k": .text(source)])
        do {
          return
            "no error: \(String(describing: try Setting<Value?>(key: "k", store: store).read()))"
        } catch {
          return "\(error)"
        }
      }
    }
  }

  @Test(arguments: refusals)
  func `an error says what is wrong, where, and what is expected`(_ item: Refusal) {
    let text = item.text()
    for part in item.parts { #expect(text.contains(part), "\(text)") }
    #expect(text.hasPrefix("The setting \"k\" cannot be read: memory entry \"k\""), "\(text)")
    #expect(text.contains("Expected ") && text.contains("Correct the stored value"), "\(text)")
  }

  static let refusals: [Refusal] = [
    .init("1,x,3", as: [Int].self, says: "element 1, holds the text \"x\"", "a whole number"),
    .init("1,", as: [Int].self, says: "A comma stands behind the last element."),
    .init(",1", as: [Int].self, says: "A comma stands in front of the first element."),
    .init(
      "1,,2", as: [Int].self, says: "Two commas follow element 0.", #"a list such as a,b,"c, d""#),
    .init("a,\"b", as: [String].self, says: "Element 1 has no closing quotation mark."),
    .init("'a'b", as: [String].self, says: "Element 0 goes on after its closing quotation mark."),
    .init(#""\n""#, as: [String].self, says: "Element 0 has a backslash in front of something"),
    .init("[1,]", as: [Int].self, says: "JSON, since it begins with [", "In it, at 1:4, a comma"),
    .init("[1,\"2\"]", as: [Int].self, says: "element 1, holds the string \"2\""),
    .init("1,2,1", as: Set<Int>.self, says: "element 2, holds the number 1", "different values"),
    .init("a=1,b", as: [String: Int].self, says: "Entry 1 has no equals sign.", "a=1,b=\"2, 3\""),
    .init("a=1,=2", as: [String: Int].self, says: "Entry 1 has no name."),
    .init("a=1,a=2", as: [String: Int].self, says: "Entry 1 has the name of an earlier one."),
    .init("a=1,", as: [String: Int].self, says: "A comma stands behind the last entry."),
    .init("a=1,b=x", as: [String: Int].self, says: "key \"b\", holds the text \"x\""),
    .init("{\"a\": 1,}", as: [String: Int].self, says: "JSON, since it begins with {"),
    .init("1..5", as: ClosedRange<Int>.self, says: "a range such as 1...5, or a JSON object"),
    .init("1...5", as: Range<Int>.self, says: "a range such as 1..<5"),
    .init("5...1", as: ClosedRange<Int>.self, says: "a lowerBound that is not above upperBound"),
    .init("1...x", as: ClosedRange<Int>.self, says: "upperBound, holds the text \"x\""),
    .init("Dark", as: Theme.self, says: "holds the text \"Dark\"", "one of light, dark"),
    .init("light,Dark", as: [Theme].self, says: "element 1,", "one of light, dark"),
    .init("maybe", as: Bool.self, says: "true or false (also yes, no, on, off, 1, 0)"),
    .init("300", as: UInt8.self, says: "a whole number from 0 to 255"),
    .init("1_000", as: Int.self, says: "holds the text \"1_000\". Expected a whole number."),
    .init(
      "9223372036854775808", as: Int.self, says: "number from -9223372036854775808 to 9223372036"),
    .init("5 s", as: Duration.self, says: "a duration such as 250ms, 1.5s or 2h"),
    .init(
      #"{"circle":{"radius":1,"radius":2}}"#, as: Shape.self, says: "the fields of Shape as JSON",
      "In it, at 1:23, the name \"radius\" stands here for the second time"),
  ]

  @Test func `an error about a secret shows nothing of its text`() {
    func error<Value: SettingValue>(_ type: Value.Type, _ text: String) -> SettingError? {
      let setting = Setting<Value?>(
        key: "k", secret: true, store: .inMemory(["k": .text(text)]))
      return #expect(throws: SettingError.self) { try setting.read() }
    }
    for text in ["hush,,hush", "'hush", "[hush", "{\"hush\": ", "hush=1,hush=2", "[\"hush\"]"] {
      for error in [
        error([Int].self, text), error([String: Int].self, text), error(Shape.self, text),
      ] {
        #expect(error?.description.contains("a secret value") == true)
        #expect(error?.description.contains("hush") == false)
      }
    }
  }

  // MARK: - Random texts

  @Test func `random texts never trap, and a list of quoted elements comes back`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("ab,,,\"\"'\\ =[]{}:1.\n\u{301}é日".unicodeScalars)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...12, using: &random)
      var text = ""
      for _ in 0..<count {
        text.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "a")
      }
      _ = try? TextList.elements(of: text)
      _ = try? TextList.entries(of: text)
      _ = try? ClosedRange<Int>(storedValue: .text(text))

      let escaped = text.unicodeScalars.map { scalar -> String in
        scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : "\(scalar)"
      }.joined()
      let quoted = "\"\(escaped)\""
      let list = try? TextList.elements(of: "\(quoted), x ,\(quoted)")
      #expect(list == [.text(text), .text("x"), .text(text)], "seed \(seed), \(quoted)")
      let entries = try? TextList.entries(of: "\(quoted) = \(quoted)")
      #expect(entries == [text: .text(text)], "seed \(seed), \(quoted)")
    }
  }
}
