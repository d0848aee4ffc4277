import Testing

@testable import TypedSettings

@Suite struct JSONLookupTests {
  private static let texts = [
    #"{"a": {"b": 1, "c": {"d": 2}}, "a.b": 3, "x.y": {"z": 4}, "\u0062": 5, "": {"q": 6}}"#,
    #"{"é": 1, "t": {"@double": "inf"}, "t.u": 7, "l": [{"m": 1}], "a..b": 1}"#,
    "{}", "[1]",
  ]

  private static let keys: [SettingKey] = [
    "a", "a.b", "a.c", "a.c.d", "x", "x.y", "x.y.z", "q", "é", "e\u{301}", "t", "t.@double", "t.u",
    "l", "l.m", "nothing",
  ]

  @Test(arguments: texts)
  func `many questions get the answers of one`(_ text: String) throws {
    let document = try JSONDocument(Array(text.utf8))
    for _ in 0..<3 {
      for key in Self.keys {
        let alone = try JSONDocument(document.bytes)
        #expect(document.find(key) == alone.find(key), "\(key)")
      }
    }
  }

  @Test func `places are the same from marks as from the start`() throws {
    let lines = (0..<400).map { #"  "kéy\#($0)": "\#($0)""# }
    for lineEnd in ["\n", "\r\n", "\r", " "] {
      for start in ["", "\u{FEFF}"] {
        let text = start + "{" + lineEnd + lines.joined(separator: "," + lineEnd) + "}"
        let document = try JSONDocument(Array(text.utf8))
        for offset in 0...document.bytes.count + 1 where offset % 7 == 0 || offset % 1024 < 2 {
          #expect(document.position(of: offset) == JSONPosition(of: offset, in: document.bytes))
        }
      }
    }
  }
}
