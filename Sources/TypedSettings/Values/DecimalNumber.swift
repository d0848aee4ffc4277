/// A number spelt in decimal digits, exactly: an optional sign, digits with an optional fraction,
/// and an optional exponent of ten.
struct DecimalNumber {
  /// Whether a minus sign stands in front.
  let isNegative: Bool
  /// All digits, those of the fraction included, without leading zeros.
  let digits: [UInt8]
  /// The power of ten by which the digits count.
  let exponent: Int

  /// Parses a whole text; nil where it is not such a number.
  init?(_ text: some StringProtocol) {
    var rest = Substring(text).utf8
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let whole = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(whole.count)
    guard !whole.isEmpty else { return nil }
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix(while: Self.isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest.dropFirst(fraction.count + 1)
    }
    var power = 0
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      guard let value = Int(Substring(rest.dropFirst())),
        (-99_999...99_999).contains(value)
      else { return nil }
      power = value
      rest = rest.dropFirst(rest.count)
    }
    guard rest.isEmpty else { return nil }
    isNegative = sign == UInt8(ascii: "-")
    digits = (Array(whole) + Array(fraction)).drop { $0 == UInt8(ascii: "0") }
      .map { $0 - UInt8(ascii: "0") }
    exponent = power - fraction.count
  }

  /// The number times a power of ten as a whole number; nil where that is not exact or too large.
  func scaled(byPowerOfTen power: Int) -> Int128? {
    if digits.isEmpty { return 0 }
    var shift = exponent + power
    var kept = digits[...]
    while shift < 0 {
      guard kept.popLast() == 0 else { return nil }
      shift += 1
    }
    var result: Int128 = 0
    for digit in kept + Array(repeating: 0, count: min(shift, 64)) {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      // Counted below zero, where the range reaches one further.
      let (next, borrow) = product.subtractingReportingOverflow(Int128(digit))
      if overflow || borrow { return nil }
      result = next
    }
    if isNegative { return result }
    return result == .min ? nil : -result
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
