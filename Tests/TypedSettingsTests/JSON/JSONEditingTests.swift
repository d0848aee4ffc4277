import Foundation
import TestSupport
import Testing

@testable import TypedSettings

@Suite struct JSONEditingTests {
  /// What a person wrote, what is done, and what the person expects to find.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: String
    let key: SettingKey
    /// Nil removes the key.
    let value: StoredValue?
    let after: String

    init(
      _ testDescription: String, _ before: String, _ key: SettingKey, _ value: StoredValue?,
      _ after: String
    ) {
      self.testDescription = testDescription
      self.before = before
      self.key = key
      self.value = value
      self.after = after
    }
  }

  @Test(arguments: cases)
  func `an edit is what a person would make of it`(_ item: Case) throws {
    let document = try JSONDocument(Array(item.before.utf8))
    let edited =
      try item.value.map { try document.setting($0, for: item.key) }
      ?? document.removing(item.key)
    #expect(String(decoding: edited.bytes, as: UTF8.self) == item.after)
  }

  @Test func `lists in lists take no longer the deeper they are`() throws {
    // Tried on one line at each level, this would take longer than the universe has been there.
    let nested = (1..<500).reduce(StoredValue.array([])) { inner, _ in .array([inner]) }
    let document = try JSONDocument(JSONText().encode(nested, indentation: []))
    #expect(try document.storedValue(at: 0) == nested)
  }

  @Test func `an object that stands for a value has no keys in it`() throws {
    let document = try JSONDocument(Array("{\"x\": {\"@text\": \"80\"}, \"y\": {}}".utf8))
    #expect(document.keys() == ["x"])
    #expect(document.find("x.@text").isEmpty)
    #expect(throws: JSONDocument.EditError.self) { try document.setting(1, for: "x.y") }
    #expect(throws: JSONDocument.EditError.self) { try document.setting("80", for: "y.@text") }
    #expect(throws: JSONDocument.EditError.self) { try document.setting("80", for: "z.@text") }
  }

  static let cases: [Case] = [
    Case(
      "a name that begins as a tag does", "{\"x\": {}}", "y.@a.b", 1,
      "{\"x\": {}, \"y\": {\"@a\": {\"b\": 1}}}"),
    Case(
      "an equal value stays as it is spelt", "{\"a\" : 1e2, \"b\": [ 1,2]}", "a", 100.0,
      "{\"a\" : 1e2, \"b\": [ 1,2]}"),
    Case(
      "an equal list stays as it is laid out", " {\"a\": [[\n1]]}", "a", [[1]],
      " {\"a\": [[\n1]]}"),
    Case(
      "replace", "{\n  \"a\": 1, // one\n  \"b\": 2\n}\n", "a", 5,
      "{\n  \"a\": 5, // one\n  \"b\": 2\n}\n"),
    Case(
      "replace the last", "{\n  \"a\": 1,\n  \"b\": 2 /* two */\n}", "b", "x",
      "{\n  \"a\": 1,\n  \"b\": \"x\" /* two */\n}"),
    Case("append", "{\n  \"a\": 1\n}\n", "b", 2, "{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
    Case(
      "append after a comment", "{\n  \"a\": 1 // one\n}\n", "b", 2,
      "{\n  \"a\": 1, // one\n  \"b\": 2\n}\n"),
    Case(
      "append before a closing comment", "{\n  \"a\": 1\n  // end\n}\n", "b", 2,
      "{\n  \"a\": 1,\n  \"b\": 2\n  // end\n}\n"),
    Case("append with tabs", "{\n\t\"a\": 1\n}", "b", 2, "{\n\t\"a\": 1,\n\t\"b\": 2\n}"),
    Case(
      "append with CRLF", "{\r\n  \"a\": 1\r\n}\r\n", "b", 2,
      "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n"),
    Case("append on one line", "{\"a\": 1}", "b", 2, "{\"a\": 1, \"b\": 2}"),
    Case("append on one tight line", "{\"a\":1}", "b", [1, 2], "{\"a\":1,\"b\":[1,2]}"),
    Case("append in spaced braces", "{ \"a\": 1 }", "b", 2, "{ \"a\": 1, \"b\": 2 }"),
    Case(
      "append where the brace is on the line", "{\n  \"a\": 1 }", "b", 2,
      "{\n  \"a\": 1,\n  \"b\": 2 }"),
    Case("first in an empty object", "{}", "a", 1, "{\n  \"a\": 1\n}"),
    Case("first in an empty object with a line", "{\n}\n", "a", 1, "{\n  \"a\": 1\n}\n"),
    Case(
      "first beside a comment", "{\n  // nothing yet\n}\n", "a", 1,
      "{\n  // nothing yet\n  \"a\": 1\n}\n"),
    Case(
      "first beside a comment on the line", "{ /* none */ }", "a", 1, "{ /* none */\n  \"a\": 1\n}"),
    Case(
      "nested", "{\n  \"a\": {\n    \"b\": 1\n  }\n}\n", "a.c", 2,
      "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": 2\n  }\n}\n"),
    Case(
      "nested, four spaces", "{\n    \"a\": {\n        \"b\": 1\n    }\n}\n", "a.c", ["x": 1],
      "{\n    \"a\": {\n        \"b\": 1,\n        \"c\": {\n            \"x\": 1\n        }\n    }\n}\n"
    ),
    Case(
      "new objects", "{\n  \"a\": 1\n}\n", "b.c.d", 2,
      "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": {\n      \"d\": 2\n    }\n  }\n}\n"),
    Case(
      "flat stays flat", "{\n  \"a.b\": 1\n}\n", "a.c", 2, "{\n  \"a.b\": 1,\n  \"a.c\": 2\n}\n"),
    Case("flat is edited flat", "{\n  \"a.b\": 1\n}\n", "a.b", 2, "{\n  \"a.b\": 2\n}\n"),
    Case(
      "half flat", "{\n  \"a.b\": {\n    \"c\": 1\n  }\n}\n", "a.b.d", 2,
      "{\n  \"a.b\": {\n    \"c\": 1,\n    \"d\": 2\n  }\n}\n"),
    Case("equal value", "{ \"a\" : 1 }", "a", 1, "{ \"a\" : 1 }"),
    Case(
      "a spelling of its own", "{\n  \"a\" : 1.50\n}", "b", 1.5,
      "{\n  \"a\" : 1.50,\n  \"b\" : 1.5\n}"),
    Case("escaped name", "{\"\\u0061\": 1}", "a", 2, "{\"\\u0061\": 2}"),
    Case("byte order mark", "\u{feff}{\n  \"a\": 1\n}", "a", 2, "\u{feff}{\n  \"a\": 2\n}"),
    Case(
      "a long list gets lines", "{\n  \"a\": 1\n}", "a", .array([["b": 1], 2]),
      "{\n  \"a\": [\n    {\n      \"b\": 1\n    },\n    2\n  ]\n}"),
    Case(
      "a list on one line keeps it", "{\n  \"a\": [{\"b\": 1}]\n}", "a", .array([["b": 2]]),
      "{\n  \"a\": [{\"b\": 2}]\n}"),

    Case("remove the first", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "a", nil, "{\n  \"b\": 2\n}\n"),
    Case("remove the last", "{\n  \"a\": 1,\n  \"b\": 2\n}\n", "b", nil, "{\n  \"a\": 1\n}\n"),
    Case(
      "remove the middle", "{\n  \"a\": 1,\n  \"b\": [\n    1\n  ],\n  \"c\": 3\n}\n", "b", nil,
      "{\n  \"a\": 1,\n  \"c\": 3\n}\n"),
    Case("remove the only one", "{\n  \"a\": 1\n}\n", "a", nil, "{\n}\n"),
    Case(
      "remove keeps its comment", "{\n  // about a\n  \"a\": 1, // one\n  \"b\": 2\n}\n", "a", nil,
      "{\n  // about a\n  // one\n  \"b\": 2\n}\n"),
    Case(
      "remove the only one beside comments", "{\n  // x\n  \"a\": 1 // y\n  /* z */\n}\n", "a", nil,
      "{\n  // x\n  // y\n  /* z */\n}\n"),
    Case(
      "remove the last keeps the comment before it", "{\n  \"a\": 1, // one\n  \"b\": 2\n}\n", "b",
      nil, "{\n  \"a\": 1 // one\n}\n"),
    Case("remove on one line", "{\"a\": 1, \"b\": 2, \"c\": 3}", "b", nil, "{\"a\": 1, \"c\": 3}"),
    Case("remove the first on one line", "{\"a\": 1, \"b\": 2}", "a", nil, "{\"b\": 2}"),
    Case("remove the last on one line", "{\"a\": 1, \"b\": 2}", "b", nil, "{\"a\": 1}"),
    Case("remove the only one on one line", "{\"a\": 1}", "a", nil, "{}"),
    Case(
      "remove nested", "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 1\n}", "a.b", nil,
      "{\n  \"a\": {\n  },\n  \"c\": 1\n}"),
    Case(
      "remove an object", "{\n  \"a\": {\n    \"b\": 1\n  },\n  \"c\": 1\n}", "a", nil,
      "{\n  \"c\": 1\n}"),
    Case(
      "remove with CRLF", "{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n", "a", nil,
      "{\r\n  \"b\": 2\r\n}\r\n"),
    Case(
      "remove with a comma in front", "{\n  \"a\": 1\n  , \"b\": 2\n}", "b", nil,
      "{\n  \"a\": 1\n  \n}"),
    Case("remove nothing", "{\"a\": 1}", "b", nil, "{\"a\": 1}"),
  ]

  @Test func `a value in the way is named, and nothing is written`() throws {
    let document = try JSONDocument(Array("{\"http\": 80}".utf8))
    #expect(throws: JSONDocument.EditError.self) { try document.setting(1, for: "http.port") }
    #expect(document.find("http.port").isEmpty)
    #expect(throws: JSONDocument.EditError.self) { try JSONDocument([0x31]).setting(1, for: "a") }
    let twice = try JSONDocument(Array("{\"a\": {\"b\": 1}, \"a.b\": 2}".utf8))
    #expect(throws: JSONDocument.EditError.self) { try twice.setting(1, for: "a.b") }
    #expect(throws: JSONDocument.EditError.self) { try twice.removing("a.b") }
  }

  /// Random edits on varied files: each line that is about another key is still there, in order.
  @Test func `random edits touch only the lines of their key`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let values: [StoredValue] = [
      1, "text", 0.5, true, .null, [], [1, 2, 3], ["x": 1, "y": [.null]], .unsigned(.max),
      .string("a\"\\\n\u{0}é"), .dictionary(["@null": 1]), .double(.nan), .array([["a": 1]]),
    ]
    var editCount = 0
    for file in Self.files {
      var document = try JSONDocument(Array(file.utf8))
      for _ in 0..<20 {
        let known = document.keys()
        let new = try (0..<3).map {
          try SettingKey(validating: "new\(Int.random(in: 0..<5, using: &random)).k\($0)")
        }
        guard let key = (known + new).randomElement(using: &random),
          let value = values.randomElement(using: &random)
        else { continue }
        if document.find(key).count > 1 { continue }
        let removes = Bool.random(using: &random)
        let edited: JSONDocument
        do {
          edited = try removes ? document.removing(key) : document.setting(value, for: key)
        } catch JSONDocument.EditError.blocked {
          continue
        }
        let context =
          "seed \(seed): \(removes ? "remove" : "set") \(key) in\n\(String(decoding: document.bytes, as: UTF8.self))\ngives\n\(String(decoding: edited.bytes, as: UTF8.self))"
        // The nodes are those of the text.
        #expect(try JSONDocument(edited.bytes).nodes == edited.nodes, "\(context)")
        // Every other key has its value.
        for other in known where !Self.isRelated(other, key) {
          let before = try document.find(other).first.map { try document.storedValue(at: $0) }
          let after = try edited.find(other).first.map { try edited.storedValue(at: $0) }
          #expect(before == after, "\(context)")
        }
        // Every line that is not about the key is there, apart from commas.
        let ownLines = Self.lines(of: key, in: document)
        let kept = Self.plainLines(document).enumerated().filter { !ownLines.contains($0.offset) }
          .map(
            \.element)
        #expect(Self.isSubsequence(kept, of: Self.plainLines(edited)), "\(context)")
        // Every comment is there, but for those inside the value itself.
        let own = document.find(key).first.map { document.nodes[$0].range }
        #expect(Self.comments(document, outside: own) == Self.comments(edited), "\(context)")
        document = edited
        editCount += 1
      }
    }
    #expect(editCount >= 200, "seed \(seed)")
  }

  private static func isRelated(_ a: SettingKey, _ b: SettingKey) -> Bool {
    (a.rawValue + ".").hasPrefix(b.rawValue + ".") || (b.rawValue + ".").hasPrefix(a.rawValue + ".")
  }

  private static func plainLines(_ document: JSONDocument) -> [String] {
    String(decoding: document.bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map { String($0).replacing(",", with: "") }
  }

  /// The lines that the key and its value stand on.
  private static func lines(of key: SettingKey, in document: JSONDocument) -> Set<Int> {
    guard let index = document.find(key).first else {
      // A new key on a line with others belongs to that line.
      let isOnOneLine = !document.bytes.contains(0x0A) && !document.bytes.contains(0x0D)
      return isOnOneLine
        ? [0]
        : Set(
          document.nodes.filter { $0.kind == .object }.flatMap { node in
            let start = document.position(of: Int(node.start)).line - 1
            let end = document.position(of: Int(node.end) - 1).line - 1
            // An object on one line, and the braces of an empty one.
            return start == end || node.next == 0 ? [start] : []
          } + Self.closingLines(document))
    }
    let node = document.nodes[index]
    let first = document.position(of: Int(node.nameStart)).line - 1
    let last = document.position(of: Int(node.end) - 1).line - 1
    return Set(first...last)
  }

  /// Lines where a brace follows a value, which a new member comes between.
  private static func closingLines(_ document: JSONDocument) -> [Int] {
    plainLines(document).enumerated().filter { line in
      line.element.contains("}") && line.element.filter { !" \t".contains($0) }.count > 1
    }.map(\.offset)
  }

  private static func isSubsequence(_ part: [String], of whole: [String]) -> Bool {
    var rest = whole[...]
    for line in part {
      guard let index = rest.firstIndex(of: line) else { return false }
      rest = rest[(index + 1)...]
    }
    return true
  }

  /// The comments of the text, in order.
  private static func comments(_ document: JSONDocument, outside value: Range<Int>? = nil)
    -> [String]
  {
    var bytes = document.bytes
    if let value { bytes.replaceSubrange(value, with: "0".utf8) }
    return String(decoding: bytes, as: UTF8.self)
      .matches(of: /"(\\.|[^"\\])*"|\/\/[^\r\n]*|\/\*([^*]|\*[^\/])*\*\//)
      .map { String($0.output.0) }.filter { $0.hasPrefix("/") }
  }

  static let files: [String] = [
    "{}", "{ }", "{\n}", "{\"a\":1}", "{ \"a\": 1, \"b\": {\"c\": 2} }",
    "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n",
    "{\n\t\"a\": {\n\t\t\"b\": 1,\n\t\t\"c\": [1, 2]\n\t},\n\t\"d\": null\n}\n",
    "// settings of the player\n{\n  // loudness\n  \"volume\": 0.5, // from 0 to 1\n  \"name\": \"x\" // the user\n}\n",
    "{\r\n    \"a\": 1,\r\n    \"b\": {\r\n        \"c\": 2\r\n    }\r\n}\r\n",
    "{\n  \"http.port\": 80,\n  \"http.host\": \"h\", /* flat,\n  as in an editor */\n  \"x\": 1\n}",
    "{\n  \"a\": 1\n  // nothing follows\n}\n// end of file\n",
    "/* top */ {\n\n  \"a\": 1,\n\n  \"b\": 2\n\n}\n", "{\n\"a\": 1,\n\"b\": 2\n}",
    "{\n  \"a\": { \"b\": 1, \"c\": 2 }, \"d\": 3,\n  \"e\": 4 }\n",
    "{\n  \"list\": [\n    1,\n    // two\n    2\n  ],\n  \"z\": \"end\"\n}\n",
    "\u{feff}{\n  \"é\": 1,\n  \"日本\": { \"語\": true }\n}\n",
    "{\n  \"a\" : 1 ,\n  \"b\" : 2 ,\n  \"c\" : { }\n}\n",
    "{\n  \"deep\": {\n    \"er\": {\n      \"est\": {\n        \"x\": 1 // x\n      }\n    }\n  }\n}\n",
    "{\n  \"a\": 1 /* one */ , /* after */\n  /* before */ \"b\": 2\n}\n",
    "{\n  \"url\": \"http://a.b/*c*/\",\n  \"quote\": \"\\\"//\\\"\",\n  \"n\": -0.50\n}\n",
  ]
}
