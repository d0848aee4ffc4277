#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Dates as text, as RFC 3339 defines it: `2026-11-30T16:00:00.25Z`.
///
/// Foundation's own style stops at milliseconds; here the fraction has as many digits as it takes
/// to get the same date back, to the last bit.
enum RFC3339 {
  /// The seconds of a day, and those from year 1 to the reference date of Foundation.
  private static let secondsPerDay: Int64 = 86_400
  private static let daysToReferenceDate: Int64 = 730_485

  /// Spells a date in UTC; nil where the text would not give the same date back.
  static func text(for date: Date) -> String? {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.isFinite, abs(interval) < 1e12 else { return nil }
    let whole = interval.rounded(.down)
    let seconds = Int64(whole)
    for digitCount in [0, 3, 6, 9, 12, 15] {
      guard let fraction = fractionText(interval - whole, digitCount: digitCount),
        let prefix = prefixText(seconds: seconds)
      else { continue }
      let text = prefix + fraction + "Z"
      if Self.date(from: text)?.timeIntervalSinceReferenceDate.bitPattern == interval.bitPattern {
        return text
      }
    }
    return nil
  }

  /// The date that the text names; nil where it is not an RFC 3339 date and time.
  static func date(from text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1...12).contains(month), day >= 1, day <= dayCount(month: month, year: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      guard !digits.isEmpty, let value = Double("0." + String(decoding: digits, as: UTF8.self))
      else { return nil }
      fraction = value
      rest = rest.dropFirst(digits.count + 1)
    }
    guard let offset = offsetSeconds(rest) else { return nil }
    let days = dayNumber(year: year, month: month, day: day)
    let seconds = days * secondsPerDay + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
  }

  /// `Z`, or hours and minutes east of UTC, as seconds.
  private static func offsetSeconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
    if bytes.elementsEqual([UInt8(ascii: "Z")]) || bytes.elementsEqual([UInt8(ascii: "z")]) {
      return 0
    }
    let start = bytes.startIndex
    guard bytes.count == 6, bytes[start + 3] == UInt8(ascii: ":"),
      let hours = number(bytes[start + 1..<start + 3]),
      let minutes = number(bytes[start + 4..<start + 6]), hours < 24, minutes < 60
    else { return nil }
    switch bytes[start] {
    case UInt8(ascii: "+"): return hours * 3600 + minutes * 60
    case UInt8(ascii: "-"): return -(hours * 3600 + minutes * 60)
    default: return nil
    }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64? {
    var result: Int64 = 0
    for byte in bytes {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      result = result * 10 + Int64(byte - UInt8(ascii: "0"))
    }
    return result
  }

  // MARK: - The proleptic Gregorian calendar

  private static func isLeap(_ year: Int64) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func dayCount(month: Int64, year: Int64) -> Int64 {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from the reference date, 1 January 2001, to the start of a day.
  private static func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    // Days before the year: year 0 is a leap year and counts below zero.
    let past = year - 1
    var days = past * 365 + past.flooredQuotient(by: 4) - past.flooredQuotient(by: 100)
    days += past.flooredQuotient(by: 400)
    for earlier in 1..<month { days += dayCount(month: earlier, year: year) }
    return days + day - 1 - daysToReferenceDate
  }

  /// The text up to the whole seconds; nil outside the years 0 to 9999, which RFC 3339 covers.
  private static func prefixText(seconds: Int64) -> String? {
    let day = seconds.flooredQuotient(by: secondsPerDay)
    let second = seconds - day * secondsPerDay
    var year = (day + daysToReferenceDate).flooredQuotient(by: 146_097) * 400 + 1
    guard (-400...10_000).contains(year) else { return nil }
    while dayNumber(year: year + 1, month: 1, day: 1) <= day { year += 1 }
    guard (0...9999).contains(year) else { return nil }
    var month: Int64 = 1
    while month < 12, dayNumber(year: year, month: month + 1, day: 1) <= day { month += 1 }
    let dayOfMonth = day - dayNumber(year: year, month: month, day: 1) + 1
    let date = "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(dayOfMonth, to: 2))"
    let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }
    return "\(date)T\(time.joined(separator: ":"))"
  }

  /// The digits after the second, nil where rounding would reach the next second.
  private static func fractionText(_ fraction: Double, digitCount: Int) -> String? {
    if digitCount == 0 { return "" }
    var scale: Int64 = 1
    for _ in 0..<digitCount { scale *= 10 }
    let value = Int64((fraction * Double(scale)).rounded())
    return value < scale ? "." + padded(value, to: digitCount) : nil
  }

  private static func padded(_ number: Int64, to width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// The quotient, rounded towards negative infinity.
  fileprivate func flooredQuotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
