import Foundation
import TestSupport
import Testing

@testable import TypedSettings

@Suite struct RFC3339Tests {
  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0.0), ("2000-12-31T23:59:59Z", -1),
    ("1970-01-01T00:00:00Z", -978_307_200),
    ("2026-11-30T16:00:00.25Z", 817_747_200.25), ("2026-11-30T17:00:00+01:00", 817_747_200),
    ("2026-11-30T10:30:00-05:30", 817_747_200), ("2000-02-29T00:00:00Z", -26_524_800),
    ("0001-01-01T00:00:00Z", -63_113_904_000), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ("2026-11-30t16:00:00z", 817_747_200), ("2026-11-30 16:00:00Z", 817_747_200),
  ])
  func `reads dates`(_ text: String, _ seconds: Double) {
    #expect(RFC3339.date(from: text)?.timeIntervalSinceReferenceDate == seconds)
  }

  @Test(arguments: [
    "", "2026", "2026-11-30", "2026-11-30T16:00:00", "2026-13-01T00:00:00Z",
    "2026-02-29T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00+0100",
    "2026-01-01T00:00:00+24:00", "+026-01-01T00:00:00Z", "2026-1-01T00:00:00Z ",
    "2026-01-01T00:00:00.1", "2026-01-01X00:00:00Z", "２026-01-01T00:00:00Z",
  ])
  func `refuses other text`(_ text: String) {
    #expect(RFC3339.date(from: text) == nil)
  }

  @Test func `text of random dates gives the same dates, to the last bit`() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let seconds = Double.random(in: -63_113_904_000...252_423_993_600, using: &random)
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      guard let text = RFC3339.text(for: date) else {
        Issue.record("seed \(seed): no text for \(seconds)")
        continue
      }
      let copy = RFC3339.date(from: text)?.timeIntervalSinceReferenceDate
      #expect(copy?.bitPattern == seconds.bitPattern, "seed \(seed): \(text)")
    }
  }

  @Test func `agrees with Foundation on whole seconds`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let seconds = Double(Int64.random(in: -12_000_000_000...200_000_000_000, using: &random))
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      #expect(RFC3339.text(for: date) == date.formatted(.iso8601), "seed \(seed)")
    }
  }

  @Test func `dates without a text have none`() {
    for seconds in [Double.nan, .infinity, 1e300, -1e12, 1e-300] {
      #expect(RFC3339.text(for: Date(timeIntervalSinceReferenceDate: seconds)) == nil)
    }
  }
}
