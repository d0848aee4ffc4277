import Foundation
import Testing

@testable import TypedSettings

@Suite struct StoredValueTests {
  static let values: [StoredValue] = [
    .null, .bool(false), .bool(true), .integer(-1), .integer(1), .unsigned(.max), .double(-1),
    .double(-0.0), .double(0), .double(1), .double(.infinity), .double(.nan), .string(""),
    .string("a"), .string("e\u{301}"), .string("\u{e9}"), .date(Date(timeIntervalSince1970: 0)),
    .date(Date(timeIntervalSince1970: 1)), .data(Data()), .data(Data([1])), .array([]),
    .array([.null]), .array([.integer(1)]), .dictionary([:]), .dictionary(["a": .null]),
    .dictionary(["a": .integer(1)]), .dictionary(["b": .null]), .text(""), .text("a"),
  ]

  @Test func `values are equal only to themselves, and hash alike`() {
    for (i, a) in Self.values.enumerated() {
      for (j, b) in Self.values.enumerated() {
        #expect((a == b) == (i == j), "\(a), \(b)")
        if a == b { #expect(a.hashValue == b.hashValue) }
      }
    }
    #expect(Set(Self.values).count == Self.values.count)
  }

  @Test func `the order is total`() {
    for a in Self.values {
      for b in Self.values {
        #expect(
          [StoredValue.isOrdered(a, b), StoredValue.isOrdered(b, a), a == b].filter(\.self).count
            == 1, "\(a), \(b)")
      }
    }
    let sorted = Self.values.shuffled().sorted(by: StoredValue.isOrdered)
    #expect(sorted == Self.values.sorted(by: StoredValue.isOrdered))
  }

  @Test func `literals are values`() {
    let value: StoredValue = ["a": false, "b": [true, 1, 1.5, "x"], "a": 2]
    #expect(
      value
        == .dictionary([
          "a": .integer(2), "b": .array([.bool(true), .integer(1), .double(1.5), .string("x")]),
        ]))
  }

  @Test(arguments: [
    (StoredValue.null, "null"), (true, "true"), (3, "the number 3"),
    (.unsigned(.max), "the number 18446744073709551615"),
    (0.5, "the number 0.5"), ("a\"\n", #"the string "a\"\n""#), (.text("80"), "the text \"80\""),
    (.array([1]), "a list of 1 value"),
    (.dictionary(["a": 1, "b": 2]), "a dictionary of 2 values"),
    (.data(Data([1])), "1 byte of data"),
    (.date(Date(timeIntervalSinceReferenceDate: 0)), "the date 2001-01-01T00:00:00Z"),
    (
      .date(Date(timeIntervalSinceReferenceDate: .nan)),
      "the date nan seconds after 2001-01-01T00:00:00Z"
    ),
  ])
  func `a description is short and for people`(_ value: StoredValue, _ text: String) {
    #expect(value.description == text)
  }

  @Test func `a long string is cut in the description`() {
    #expect(StoredValue.string(String(repeating: "x", count: 10_000)).description.count < 120)
  }
}
