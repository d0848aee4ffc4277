import Foundation
import Testing

@testable import TypedSettings

@Suite struct JSONDocumentTests {
  @Test func `the corpus is large enough`() {
    #expect(JSONCorpus.accepted.count + JSONCorpus.rejected.count >= 250)
  }

  @Test(arguments: JSONCorpus.accepted)
  func `accepts what the RFC accepts, and gives the same bytes back`(_ text: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    #expect(document.bytes == Array(text.utf8))
    _ = try document.storedValue(at: 0)
  }

  @Test(arguments: JSONCorpus.rejected.map { Array($0.utf8) } + JSONCorpus.rejectedBytes)
  func `rejects what the RFC rejects, with a place`(_ bytes: [UInt8]) {
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect((0...bytes.count).contains(error?.offset ?? -1))
    #expect(error?.problem.isEmpty == false && error?.expected.isEmpty == false)
  }

  /// Values as Foundation reads them, where it reads them.
  @Test(
    arguments: JSONCorpus.accepted.filter {
      !$0.contains("/") && !$0.contains("\u{feff}") && !$0.contains("56789")
    })
  func `agrees with Foundation on values`(_ text: String) throws {
    let own = try JSONDocument(Array(text.utf8)).storedValue(at: 0)
    let foundation = try JSONSerialization.jsonObject(
      with: Data(text.utf8), options: .fragmentsAllowed)
    #expect(isEqual(own, foundation), "\(own) is not \(foundation)")
  }

  private func isEqual(_ own: StoredValue, _ other: Any) -> Bool {
    switch own {
    case .null: return other is NSNull
    case .bool(let value): return other as? Bool == value
    case .integer(let value): return (other as? NSNumber)?.int64Value == value
    case .unsigned(let value): return (other as? NSNumber)?.uint64Value == value
    case .double(let value): return (other as? NSNumber)?.doubleValue == value
    case .string(let value): return other as? String == value
    case .array(let values):
      guard let others = other as? [Any], others.count == values.count else { return false }
      return zip(values, others).allSatisfy { isEqual($0, $1) }
    case .dictionary(let values):
      guard let others = other as? [String: Any], others.count == values.count else { return false }
      return values.allSatisfy { key, value in others[key].map { isEqual(value, $0) } ?? false }
    default: return false
    }
  }

  @Test(arguments: [
    ("{\n  \"a\": 1,\n  \"a\": 2\n}", "3:3", "2:3"), ("{\"é😀\": x}", "1:8", nil),
    ("{\r\n\"a\": 1\r\n,}", "3:2", nil), ("{\r\"a\": 1\r]", "3:1", nil),
    ("[1,\n\t2,\n\t\t3 4]", "3:5", nil),
    ("\u{feff}x", "1:1", nil), ("[\"abc", "1:2", nil), ("[1, /* abc\n\n", "1:5", nil),
    ("[1e]", "1:4", nil), ("", "1:1", nil),
  ])
  func `errors name line and column`(_ text: String, _ place: String, _ other: String?) {
    let bytes = Array(text.utf8)
    let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(bytes) }
    #expect(error.map { JSONPosition(of: $0.offset, in: bytes).description } == place)
    #expect(
      error?.otherOffset.map { JSONPosition(of: $0, in: bytes).description } == other)
  }

  @Test func `nesting has a limit and no recursion without one`() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
      Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
    }
    let deepest = try JSONDocument(nested(512, "[", "]"))
    _ = try deepest.storedValue(at: 0)
    for depth in [513, 100_000] {
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSONDocument(nested(depth, "[", "]"))
      }
      #expect(error?.problem == "containers nest more than 512 deep")
      #expect(error?.offset == 512)
    }
    #expect(throws: JSONSyntaxError.self) { try JSONDocument(nested(100_000, "{\"a\":", "}")) }
  }

  @Test func `size has a limit`() {
    let error = #expect(throws: JSONSyntaxError.self) {
      try JSONDocument([UInt8](repeating: 0x20, count: 65 << 20))
    }
    #expect(error?.expected == "at most 64 MiB")
  }

  @Test(
    arguments: [
      ("0", .integer(0)), ("-0", .double(-0.0)), ("5.0", .double(5)), ("1e2", .double(100)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(UInt64(Int64.max) + 1)),
      ("18446744073709551615", .unsigned(.max)), ("18446744073709551616", .double(0x1p64)),
      ("0.10000000000000001", .double(0.1)), ("123456789.12345678", .double(123456789.12345678)),
    ] as [(String, StoredValue)])
  func `numbers are exact`(_ text: String, _ value: StoredValue) throws {
    #expect(try JSONDocument(Array(text.utf8)).storedValue(at: 0) == value)
  }

  @Test(arguments: ["1e999", "-1e999", "1e-999", "123456789e9999"])
  func `a number without a form is valid JSON, but reading it is an error`(_ text: String) throws {
    let document = try JSONDocument(Array("{\"a\": \(text), \"b\": 1}".utf8))
    #expect(try document.storedValue(at: document.find("b")[0]) == .integer(1))
    let error = #expect(throws: JSONSyntaxError.self) {
      try document.storedValue(at: document.find("a")[0])
    }
    #expect(error?.offset == 6)
  }

  // MARK: - Keys

  @Test func `dots nest or stand in names`() throws {
    let text = """
      {"http": {"port": 1, "tls.on": true}, "a.b": {"c": 2}, "a.b.d": 3, "\\u0065.f": 4, "é": 5}
      """
    let document = try JSONDocument(Array(text.utf8))
    func value(_ key: SettingKey) throws -> StoredValue? {
      try document.find(key).first.map { try document.storedValue(at: $0) }
    }
    #expect(try value("http.port") == 1)
    #expect(try value("http.tls.on") == true)
    #expect(try value("a.b.c") == 2)
    #expect(try value("a.b.d") == 3)
    #expect(try value("e.f") == 4)
    #expect(try value("e\u{301}") == 5)
    #expect(try value("http") == ["port": 1, "tls.on": true])
    #expect(try value("a") == nil)
    #expect(try value("http.por") == nil)
    #expect(try value("http.port.x") == nil)
    #expect(
      document.keys() == ["http.port", "http.tls.on", "a.b.c", "a.b.d", "e.f", "é"])
  }

  @Test func `a key in two spellings is found twice`() throws {
    let document = try JSONDocument(Array("{\"a\": {\"b\": 1}, \"a.b\": 2}".utf8))
    #expect(document.find("a.b").count == 2)
  }

  @Test func `nested wrappers take no time to see through`() throws {
    var text = "1e999"
    for _ in 0..<100 { text = "{\"@dictionary\": {\"a\": \(text)}}" }
    let document = try JSONDocument(Array("{\"v\": \(text)}".utf8))
    #expect(throws: JSONSyntaxError.self) { try document.storedValue(at: document.find("v")[0]) }
    #expect(document.find("v.w").isEmpty)
    #expect(document.keys() == ["v"])
  }

  @Test func `a key with too many components is refused at once`() throws {
    let key = try SettingKey(
      validating: Array(repeating: "a", count: 20_000).joined(separator: "."))
    let document = try JSONDocument(Array("{}".utf8))
    #expect(throws: JSONDocument.EditError.self) { try document.setting(1, for: key) }
    #expect(document.find(key).isEmpty)
  }

  @Test func `the member that leads furthest takes a new key`() throws {
    let document = try JSONDocument(Array("{\"a\": 5, \"a.b\": {\"c\": 1}}".utf8))
    let edited = try document.setting(2, for: "a.b.d")
    #expect(
      String(decoding: edited.bytes, as: UTF8.self) == "{\"a\": 5, \"a.b\": {\"c\": 1, \"d\": 2}}")
  }
}
