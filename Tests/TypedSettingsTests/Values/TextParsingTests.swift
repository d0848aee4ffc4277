import Foundation
import TestSupport
import Testing
import TypedSettings

/// Text from sources that know nothing else, parsed by the type that reads it.
@Suite struct TextParsingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let isParsed: @Sendable () -> Bool

    /// The text gives the value; nil: it is refused.
    init<Value: SettingValue & Equatable>(_ text: String, _ expected: Value?) {
      testDescription = "\"\(text)\" as \(Value.self)"
      isParsed = {
        do {
          return try Value(storedValue: .text(text)) == expected
        } catch {
          return expected == nil && error is SettingError
        }
      }
    }
  }

  @Test(arguments: cases)
  func `parses exactly or refuses`(_ item: Case) {
    #expect(item.isParsed())
  }

  static let cases: [Case] =
    truth + numbers + fractions + durations + others + lists + sets + dictionaries + ranges
    + optionals + coded

  private static func parsed<Value: SettingValue & Equatable>(
    _ value: Value?, _ texts: String...
  ) -> [Case] {
    texts.map { Case($0, value) }
  }

  private static func refused<Value: SettingValue & Equatable>(
    as type: Value.Type, _ texts: String...
  ) -> [Case] {
    texts.map { Case($0, Value?.none) }
  }

  private static let truth: [Case] =
    parsed(true, "true", "TRUE", "yes", "On", "1") + parsed(false, "false", "no", "OFF", "0")
    + refused(as: Bool.self, "", "2", "t", "y", " true", "true ", "enabled")

  private static let numbers: [Case] =
    parsed(7, "7", "+7", "007") + parsed(-7, "-7") + parsed(Int.max, "9223372036854775807")
    + refused(
      as: Int.self, "", "-", "1 ", " 1", "1.0", "1e3", "0x10", "1_000", "9223372036854775808", "١")
    + refused(as: UInt8.self, "256") + refused(as: UInt.self, "-1")
    + parsed(UInt64.max, "18446744073709551615")

  private static let fractions: [Case] =
    parsed(61.3, "61.3") + parsed(1000.0, "1e3", "1000") + parsed(-0.5, "-0.5", "-5e-1")
    + parsed(Double.infinity, "inf", "+Infinity") + parsed(-Double.infinity, "-inf")
    + refused(
      as: Double.self, "", ".", ".5", "5.", "1,5", "0x1p3", "1e999", "1e-999", "1e", "--1", "nanx")
    + parsed(Float(0.1), "0.1") + refused(as: Float.self, "1e39", "1e-60")
    + parsed(Decimal(string: "19.99"), "19.99", "1999e-2")
    + refused(as: Decimal.self, "1.9x", "12345678901234567890123456789012345678901")

  private static let durations: [Case] =
    parsed(Duration.milliseconds(250), "250ms", "0.25", "0.25s")
    + parsed(Duration.seconds(7200), "2h", "120m", "120min", "7200")
    + parsed(Duration.seconds(86_400), "1d") + parsed(Duration.seconds(-600), "-10m")
    + parsed(Duration.microseconds(7), "7us", "7µs", "7000ns")
    + parsed(Duration.seconds(1000), "1e3s")
    + parsed(Duration(secondsComponent: 0, attosecondsComponent: 500_000_000), "0.5ns")
    + refused(
      as: Duration.self, "", "s", "5 s", "5 parsecs", "1.0000000000000000001s", "1e30h",
      "9223372036854775808s")

  private static let others: [Case] =
    parsed(Theme.dark, "dark") + refused(as: Theme.self, "Dark", "") + parsed(Level.high, "7")
    + parsed(URL(string: "https://a.b"), "https://a.b") + refused(as: URL.self, "a b", "")
    + parsed(
      UUID(uuidString: "9F1C6A3E-0C1B-4E0B-9C6B-2F1D1B7A5E10"),
      "9f1c6a3e-0c1b-4e0b-9c6b-2f1d1b7a5e10")
    + parsed(Data([0, 1]), "AAE=") + refused(as: Data.self, "AAE")
    + parsed(Date(timeIntervalSinceReferenceDate: 0), "2001-01-01T00:00:00Z")
    + parsed(Shape.circle(radius: 2), "{\"circle\":{\"radius\":2}}") + refused(as: Shape.self, "{")
    + parsed("", "") + parsed(" x ", " x ")

  private static let lists: [Case] =
    parsed(["a", "b", "c, with comma", "d"], #"a,b,"c, with comma",'d'"#)
    + parsed([Int](), "", "  ", "[]") + parsed([80, 443], "80,443", " 80 , 443 ", "[80, 443.0]")
    + parsed([-1, 2], "-1,+2") + parsed([80], "\"80\"", "'80'")
    + parsed(["", ""], #""",''"#)
    + parsed([#"a"b\c"#], #""a\"b\\c""#) + parsed([#"a\n"#], #"'a\n'"#, #"a\n"#)
    + parsed(["it's", "5\""], #"it's,5""#) + parsed(["[a]"], #""[a]""#)
    + parsed([true, false], "yes,off", "[true,false]") + parsed([0.5, 1], "0.5,1", "[0.5,1]")
    + parsed([Duration.seconds(1), .milliseconds(5)], "1s,5ms")
    + parsed([Theme.dark, .light], "dark, light", #"["dark","light"]"#)
    + parsed([[1, 2], [3]], "[[1,2],[3]]", "'1,2',3") + parsed([1...2, 3...4], "1...2,3...4")
    + refused(
      as: [Int].self, ",", "1,", ",1", "1,,2", "1, ,2", "a", "1;2", "1 2", "[1,]", "[1", "[\"1\"]")
    + refused(as: [String].self, #""a"#, "'a", #""a"b"#, #""\n""#, "[a]", "[1]", "[] x")
    + refused(as: [Bool].self, "[1]", "true,maybe") + refused(as: [UInt8].self, "255,256")

  private static let sets: [Case] =
    parsed(Set([1, 2, 3]), "3,1,2", "[1,2,3]") + parsed(Set<String>(), "")
    + refused(as: Set<Int>.self, "1,2,1", "1,01", "[1,1]", "1,x", "1,")

  private static let dictionaries: [Case] =
    parsed(["a": 1, "b": 2], "a=1,b=2", " a = 1 , b = 2 ", #"{"a": 1, "b": 2}"#)
    + parsed([String: Int](), "", "{}") + parsed(["a": ""], "a=", "a=\"\"")
    + parsed(["a": "x=y", "b, c": "d, e"], #"a=x=y,"b, c"='d, e'"#) + parsed(["": 1], "\"\"=1")
    + parsed([80: "http"], "80=http", #"{"80": "http"}"#) + parsed(["a": [1, 2]], "a='1,2'")
    + parsed([Theme.dark: 1], "dark=1")
    + refused(
      as: [String: Int].self, "a", "a=", "=1", "a=1,", ",a=1", "a=1,,b=2", "a=1,a=2", "a=x", "[]",
      "{\"a\": 1, \"a\": 2}", "{a: 1}", "{\"a\": \"1\"}", "\"a\"b=1", "a=\"1\"2",
      "{\"@double\": \"inf\"}")
    + refused(as: [Int: Int].self, "x=1", "1=1,01=2") + refused(as: [Theme: Int].self, "Dark=1")

  private static let ranges: [Case] =
    parsed(1...5, "1...5", " 1 ... 5 ", #"{"lowerBound": 1, "upperBound": 5}"#)
    + parsed(1..<5, "1..<5", #"{"lowerBound": 1, "upperBound": 5}"#) + parsed(-3...(-1), "-3...-1")
    + parsed(0.5...1.5, "0.5...1.5") + parsed(1...1, "1...1") + parsed(1..<1, "1..<1")
    + refused(
      as: ClosedRange<Int>.self, "", "1", "1..5", "1..<5", "5...1", "...5", "1...", "1...5...9",
      "a...b", "1-5", "{\"lowerBound\": 1}", "[1, 5]")
    + refused(as: Range<Int>.self, "1...5", "5..<1", "1..<")

  private static let optionals: [Case] =
    parsed(Int?.some(7), "7") + parsed([Int]?.some([1, 2]), "1,2") + parsed([1, nil], "[1, null]")
    + refused(as: Int?.self, "", "null", "nil") + refused(as: [Int?].self, "1,null")

  private static let coded: [Case] =
    parsed([Shape.circle(radius: 1)], #"[{"circle":{"radius":1}}]"#, #"'{"circle":{"radius":1}}'"#)
    + parsed(["a": Shape.circle(radius: 1)], #"{"a": {"circle":{"radius":1}}}"#)
    + refused(
      as: Shape.self, "", "circle", #"{"circle":{}}"#, #"{"circle":{"radius":1,"radius":2}}"#,
      #"{"circle":{"radius":1},}"#, #"{"circle":{"radius":"1"}}"#)
}
