extension Duration: SettingValue {
  /// Creates a duration from text with a unit, or from a number of seconds.
  ///
  /// Units are `ns`, `us`, `ms`, `s`, `m` or `min`, `h`, `d`: `250ms`, `1.5s`, `2h`.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for another unit, for a fraction finer than an attosecond, or for
  ///   another form.
  public init(storedValue: StoredValue) throws {
    let duration: Duration? =
      switch storedValue {
      case .integer(let value): Duration(text: "\(value)")
      case .unsigned(let value): Duration(text: "\(value)")
      case .double(let value): Duration(text: "\(value)")
      case .string(let text), .text(let text): Duration(text: text)
      default: nil
      }
    guard let duration else {
      throw SettingError(
        expected: "a duration such as 250ms, 1.5s or 2h, or a number of seconds",
        found: storedValue)
    }
    self = duration
  }

  /// The form in which a store keeps this value: seconds, exactly, such as `1.5s`.
  public var storedValue: StoredValue {
    let magnitude = attoseconds.magnitude
    let (seconds, rest) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    var text = "\(attoseconds < 0 ? "-" : "")\(seconds)"
    if rest != 0 {
      let digits = String(rest)
      text += "." + String(repeating: "0", count: 18 - digits.count) + digits
      while text.last == "0" { text.removeLast() }
    }
    return .string(text + "s")
  }

  /// The powers of ten and factors by which units become attoseconds.
  private static let units: [Substring: (power: Int, factor: Int128)] = [
    "ns": (9, 1), "us": (12, 1), "µs": (12, 1), "ms": (15, 1), "s": (18, 1), "": (18, 1),
    "m": (18, 60), "min": (18, 60), "h": (18, 3600), "d": (18, 86_400),
  ]

  /// Parses a number with a unit behind it; nil where the text is something else.
  private init?(text: String) {
    let unitStart = text.lastIndex { $0.isNumber }.map(text.index(after:)) ?? text.startIndex
    guard let unit = Self.units[text[unitStart...]],
      let count = DecimalNumber(text[..<unitStart])?.scaled(byPowerOfTen: unit.power)
    else { return nil }
    let (attoseconds, overflow) = count.multipliedReportingOverflow(by: unit.factor)
    // Duration itself holds Int64 seconds and traps beyond.
    guard !overflow, Int64(exactly: attoseconds / 1_000_000_000_000_000_000) != nil else {
      return nil
    }
    self.init(attoseconds: attoseconds)
  }
}
