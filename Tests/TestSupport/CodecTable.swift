package import Foundation
internal import TypedSettings

/// Types as programs declare them.
package enum Theme: String, CaseIterable, SettingValue { case light, dark }

/// As `Theme`, after `Codable` was added.
package enum CodableTheme: String, Codable, CaseIterable, SettingValue { case light, dark }

package enum Level: Int, SettingValue {
  case low = -1
  case high = 7
}

package struct Features: OptionSet, SettingValue {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }
}

package struct Profile: Codable, Equatable, SettingValue {
  package var name = "Ada"
  package var age: Int? = 36
  package var score = 0.1
  package var born = Date(timeIntervalSinceReferenceDate: 0.123_456_7)
  package var photo = Data([0, 255])
  package var home: URL? = URL(string: "https://example.org/a%20b")
  package var price: Decimal = 1
  package var tags: [String: [Int?]] = ["a": [1, nil]]

  package init(
    name: String = "Ada", age: Int? = 36, score: Double = 0.1,
    born: Date = Date(timeIntervalSinceReferenceDate: 0.123_456_7), price: Decimal = 1
  ) {
    self.name = name
    self.age = age
    self.score = score
    self.born = born
    self.price = price
  }
}

package enum Shape: Codable, Equatable, SettingValue {
  case circle(radius: Double)
  case square(side: Int, name: String)
}

/// Every value type with its edge values.
package enum CodecTable {
  package static let all: [CodecCase] =
    numbers + floats + text + foundation + collections + ownTypes + refused

  private static let numbers: [CodecCase] =
    CodecCase.values(true, false)
    + CodecCase.values(Int.min, -1, 0, 1, Int.max)
    + CodecCase.values(Int8.min, 0, Int8.max)
    + CodecCase.values(Int16.min, 0, Int16.max)
    + CodecCase.values(Int32.min, 0, Int32.max)
    + CodecCase.values(Int64.min, -(1 << 53) - 1, 0, (1 << 53) + 1, Int64.max)
    + CodecCase.values(Int128(Int64.min), 0, Int128(UInt64.max))
    + CodecCase.values(UInt.min, 1, UInt.max)
    + CodecCase.values(UInt8.min, UInt8.max)
    + CodecCase.values(UInt16.min, UInt16.max)
    + CodecCase.values(UInt32.min, UInt32.max)
    + CodecCase.values(UInt64.min, UInt64(Int64.max), UInt64(Int64.max) + 1, UInt64.max)
    + CodecCase.values(UInt128.min, UInt128(UInt64.max))

  private static let floats: [CodecCase] =
    CodecCase.floats(
      0.0, -0.0, 0.1, 1, -1.5, 1 / 3, .pi, 1e15, 1e16, 1e100, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, .leastNormalMagnitude, .ulpOfOne, .infinity, -.infinity, .nan, -.nan,
      Double(bitPattern: 0x7ff8_0000_0000_002a), 9_007_199_254_740_992, 123_456_789.123_456_78)
    + CodecCase.floats(
      Float(0), -0, 0.1, 1 / 3, .pi, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
      -.infinity, .nan, 16_777_216, 1e-10)
    + float16 + float80

  #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  private static let float16 = CodecCase.floats(
    Float16(0), -0, 0.1, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, .nan)
  #else
  private static let float16: [CodecCase] = []
  #endif

  #if arch(x86_64) && !os(Windows) && !os(Android)
  private static let float80 =
    CodecCase.floats(Float80(0), -0, 0.5, .infinity)
    + [CodecCase.refused(Float80(1) / 3, other: 0.5)]
  #else
  private static let float80: [CodecCase] = []
  #endif

  private static let text: [CodecCase] =
    CodecCase.forms(
      "", " ", "a", "é", "e\u{301}", "😀👨‍👩‍👧", "a\u{0}b", "\u{0}", "\n\r\n\t\r", "\u{1}\u{1f}\u{7f}",
      "\u{fffe}\u{ffff}\u{10ffff}", "\u{feff}bom", "\u{2028}\u{85}", "<&>\"'/\\]]>",
      " leading and trailing ", "\u{feff}", "a\u{feff}", "\u{1100}\u{1161}", "\u{ac00}",
      "\u{2126}", "\u{3a9}", "@null", "true", "1", String(repeating: "x", count: 100_000))
    + CodecCase.values(Character("a"), "é", "👨‍👩‍👧", "\u{0}", "\r\n")
    + CodecCase.values(Substring(""), "abc".dropFirst(), "😀")

  private static let foundation: [CodecCase] =
    CodecCase.forms(
      Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: -0.0),
      Date(timeIntervalSinceReferenceDate: 0.1), Date(timeIntervalSinceReferenceDate: -0.1),
      Date(timeIntervalSinceReferenceDate: 786_000_000.123_456_7),
      Date(timeIntervalSinceReferenceDate: 1e-300), Date(timeIntervalSinceReferenceDate: 1e300),
      Date(timeIntervalSinceReferenceDate: .nan), Date(timeIntervalSinceReferenceDate: .infinity),
      Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0))
    + CodecCase.values(Data(), Data([0]), Data(0...255), Data(repeating: 7, count: 100_000))
    + CodecCase.values(
      url("https://a.b/c?q=1#f"), url("c?q=1", base: "https://a.b/"), url("a:b"), url("/x%20y"),
      URL(fileURLWithPath: "/a folder/é"), url("http://user:pw@[::1]:80/"), url("mailto:a@b.c"))
    + CodecCase.values(uuid, UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    + CodecCase.values(
      decimal("0"), decimal("1.1"), decimal("-0.000000000000000000000000000000001"),
      decimal("12345678901234567890123456789012345678"), Decimal.greatestFiniteMagnitude,
      Decimal.leastNonzeroMagnitude, -Decimal.greatestFiniteMagnitude)
    + CodecCase.values(
      Duration.zero, .seconds(1), .milliseconds(250), .nanoseconds(-1), .seconds(Int64.max),
      .seconds(Int64.min), Duration(secondsComponent: 0, attosecondsComponent: 1),
      Duration(secondsComponent: -1, attosecondsComponent: -999_999_999_999_999_999))

  private static let collections: [CodecCase] =
    CodecCase.values([Int](), [1], [3, 1, 2])
    + CodecCase.values([Int?](), [nil], [1, nil, 3])
    + CodecCase.values([[String]](), [[]], [["a"], [], ["b", ""]])
    + CodecCase.values(Set<Int>(), [1], Set(-50...50))
    + CodecCase.values(Set<String>(), ["a", "B", "é", "\u{0}"])
    + CodecCase.values([String: Int](), ["": 0], ["a.b": 1, "@null": 2, "\u{0}": 3])
    + CodecCase.values(["@date": 1.5], ["@null": 1], ["@double": 2], ["@other": 3])
    + CodecCase.values(["@text": "a"], ["@string": "a"], ["@dictionary": "a"], ["@double": "a"])
    + CodecCase.values([Int: String](), [-1: "a", Int.max: "b"])
    + CodecCase.values([UInt64.max: true], [0: false])
    + CodecCase.values([uuid: [uuid]], [uuid: []])
    + CodecCase.values([Theme.light: 1], [.light: 1, .dark: 2])
    + CodecCase.values([Level.low: 1], [.low: 1, .high: 2])
    + CodecCase.values(["a": ["b": ["c": [Int?]()]]], ["a": ["b": ["c": [nil, 1]]]])
    + CodecCase.values(0..<1, Int.min..<Int.max, 0..<0)
    + CodecCase.values(0...1, Int.min...Int.max)
    + CodecCase.values(0.1...0.2, -Double.infinity...Double.infinity)
    + CodecCase.values("a"..<"b", ""..<"")
    + CodecCase.forms([-0.0, Double.nan], [0.0])
    + CodecCase.forms([Date(timeIntervalSinceReferenceDate: 0.1)], [])
    + CodecCase.values([Data([1])], [])
    + CodecCase.values(Optional(Optional(1)), Optional(Optional(2)))

  private static let ownTypes: [CodecCase] =
    CodecCase.values(Theme.light, .dark) + CodecCase.values(CodableTheme.light, .dark)
    + CodecCase.values(Level.low, .high)
    + CodecCase.values(Features(rawValue: 0), Features(rawValue: .max))
    + CodecCase.values(
      Profile(), Profile(name: "\u{0}😀", age: nil, score: -0.0, price: decimal("1.25")),
      Profile(score: 1e300, born: Date(timeIntervalSinceReferenceDate: 1e200)))
    + CodecCase.values(Shape.circle(radius: 0.1), .square(side: .max, name: ""))
    + CodecCase.values([Profile()], []) + CodecCase.values(["a": Shape.circle(radius: 2)], [:])

  private static let refused: [CodecCase] = [
    .refused(Int128.max, other: 1),
    .refused(UInt128.max, other: 1),
    .refused([Int??.some(.none)], other: [.some(.some(1))]),
    .refused(Decimal.nan, other: 1),
    .refused(Profile(score: .nan), other: Profile()),
    .refused(Profile(score: .infinity), other: Profile()),
    .refused(
      Profile(price: decimal("12345678901234567890123456789012345678")), other: Profile()),
    .refused([true: 1], other: [:]),
    .refused([0.5: 1], other: [:]),
  ]

  private static let uuid = UUID(
    uuid: (0x9F, 0x1C, 0x6A, 0x3E, 0x0C, 0x1B, 0x4E, 0x0B, 0x9C, 0x6B, 0x2F, 0x1D, 1, 2, 3, 4))

  private static func url(_ text: String, base: String? = nil) -> URL {
    guard let url = URL(string: text, relativeTo: base.flatMap { URL(string: $0) }) else {
      fatalError("not a URL: \(text)")
    }
    return url
  }

  private static func decimal(_ text: String) -> Decimal {
    guard let decimal = Decimal(string: text) else { fatalError("not a decimal: \(text)") }
    return decimal
  }
}
