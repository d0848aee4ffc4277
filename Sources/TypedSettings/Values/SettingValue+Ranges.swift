extension ClosedRange: SettingValue where Bound: SettingValue {
  /// Creates a range from a dictionary of `lowerBound` and `upperBound`, both included.
  ///
  /// Text is `1...5`, or a JSON object of the two; spaces around the bounds do not count.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a missing bound, for bounds in the wrong order, or for another
  ///   form.
  public init(storedValue: StoredValue) throws {
    let (lower, upper) = try RangeForm.bounds(of: Bound.self, in: storedValue, "...")
    self = lower...upper
  }

  /// The form in which a store keeps this value; throws when a bound has none.
  public var storedValue: StoredValue {
    get throws { try RangeForm.storedValue(lowerBound, upperBound) }
  }
}

extension Range: SettingValue where Bound: SettingValue {
  /// Creates a range from a dictionary of `lowerBound` and `upperBound`, the upper one excluded.
  ///
  /// Text is `1..<5`, or a JSON object of the two; spaces around the bounds do not count.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a missing bound, for bounds in the wrong order, or for another
  ///   form.
  public init(storedValue: StoredValue) throws {
    let (lower, upper) = try RangeForm.bounds(of: Bound.self, in: storedValue, "..<")
    self = lower..<upper
  }

  /// The form in which a store keeps this value; throws when a bound has none.
  public var storedValue: StoredValue {
    get throws { try RangeForm.storedValue(lowerBound, upperBound) }
  }
}

/// The one stored form of both kinds of range.
private enum RangeForm {
  static func storedValue(_ lower: some SettingValue, _ upper: some SettingValue) throws
    -> StoredValue
  {
    [
      "lowerBound": try SettingError.locating("lowerBound", lower.encode),
      "upperBound": try SettingError.locating("upperBound", upper.encode),
    ]
  }

  static func bounds<Bound: Comparable & SettingValue>(
    of: Bound.Type, in storedValue: StoredValue, _ separator: String
  ) throws -> (Bound, Bound) {
    let (first, second) = try forms(in: storedValue, separator)
    let lower = try SettingError.locating("lowerBound") { () throws(SettingError) in
      try Bound.decode(first)
    }
    let upper = try SettingError.locating("upperBound") { () throws(SettingError) in
      try Bound.decode(second)
    }
    guard lower <= upper else {
      throw SettingError(expected: "a lowerBound that is not above upperBound", found: storedValue)
    }
    return (lower, upper)
  }

  /// The stored forms of both bounds.
  private static func forms(
    in storedValue: StoredValue, _ separator: String
  ) throws(SettingError) -> (StoredValue, StoredValue) {
    var form = storedValue
    var expectation = "a dictionary of lowerBound and upperBound"
    if case .text(let text) = storedValue {
      expectation = "a range such as 1\(separator)5, or a JSON object of lowerBound and upperBound"
      if let json = try TextJSON.value(of: text, beginningWith: "{") {
        form = json
      } else {
        let bounds = text.split(separator: separator, omittingEmptySubsequences: false)
          .map { StoredValue.text(TextList.trimmed($0)) }
        if bounds.count == 2 { return (bounds[0], bounds[1]) }
      }
    }
    guard case .dictionary(let parts) = form, parts.count == 2,
      let first = parts["lowerBound"], let second = parts["upperBound"]
    else { throw SettingError(expected: expectation, found: storedValue) }
    return (first, second)
  }
}
