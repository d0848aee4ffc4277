#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: SettingValue {
  /// Creates a date from a date, or from RFC 3339 text such as `2026-11-30T16:00:00Z`.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for text in another format, or for another form.
  public init(storedValue: StoredValue) throws {
    if case .date(let value) = storedValue {
      self = value
      return
    }
    let expectation = "a date and time such as 2026-11-30T16:00:00Z"
    let text = try String(storedValue: storedValue, expected: expectation)
    guard let date = RFC3339.date(from: text) else {
      throw SettingError(expected: expectation, found: storedValue)
    }
    self = date
  }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { .date(self) }
}

extension Data: SettingValue {
  /// Creates data from data, or from Base64 text (RFC 4648).
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for text that is not Base64, or for another form.
  public init(storedValue: StoredValue) throws {
    if case .data(let value) = storedValue {
      self = value
      return
    }
    let expectation = "data as Base64 text"
    let text = try String(storedValue: storedValue, expected: expectation)
    guard let data = Data(base64Encoded: text) else {
      throw SettingError(expected: expectation, found: storedValue)
    }
    self = data
  }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { .data(self) }
}

extension URL: SettingValue {
  /// Creates a URL from its text, or a relative one from a dictionary of `relative` and `base`.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for text that is not a URL (RFC 3986; a space must be written as
  ///   `%20`), or for another form.
  public init(storedValue: StoredValue) throws {
    let expectation = "a URL, such as https://example.org/path"
    if case .dictionary(let parts) = storedValue {
      guard parts.count == 2, let relative = parts["relative"], let base = parts["base"] else {
        throw SettingError(expected: expectation, found: storedValue)
      }
      let text = try String(storedValue: relative, expected: expectation)
      guard let url = URL(string: text, relativeTo: try URL(storedValue: base)) else {
        throw SettingError(expected: expectation, found: storedValue)
      }
      self = url
      return
    }
    let text = try String(storedValue: storedValue, expected: expectation)
    guard let url = URL(string: text, encodingInvalidCharacters: false) else {
      throw SettingError(expected: expectation, found: storedValue)
    }
    self = url
  }

  /// The form in which a store keeps this value; throws for one that its text would not give back.
  public var storedValue: StoredValue {
    get throws {
      var form = StoredValue.string(relativeString)
      if let base = baseURL { form = ["relative": form, "base": try base.storedValue] }
      guard let copy = try? URL(storedValue: form), copy == self else {
        throw SettingError.notRepresentable(
          absoluteString.debugDescription, expected: "a URL that its text describes")
      }
      return form
    }
  }
}

extension UUID: SettingValue {
  /// Creates a UUID from its text (RFC 9562), in upper or lower case.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for other text, or for another form.
  public init(storedValue: StoredValue) throws {
    let expectation = "a UUID such as 9F1C6A3E-0C1B-4E0B-9C6B-2F1D1B7A5E10"
    let text = try String(storedValue: storedValue, expected: expectation)
    guard let uuid = UUID(uuidString: text) else {
      throw SettingError(expected: expectation, found: storedValue)
    }
    self = uuid
  }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { .string(uuidString) }
}

extension Decimal: SettingValue {
  /// Creates a decimal number from its text, or from a number with that decimal spelling.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a number of more digits than a `Decimal` holds, or for another
  ///   form.
  public init(storedValue: StoredValue) throws {
    let text: String? =
      switch storedValue {
      case .integer(let value): String(value)
      case .unsigned(let value): String(value)
      case .double(let value): String(value)
      case .string(let text), .text(let text): text
      default: nil
      }
    guard let text, let number = DecimalNumber(text), let decimal = Decimal(string: text),
      decimal.spells(number)
    else {
      throw SettingError(expected: "a decimal number such as 19.99", found: storedValue)
    }
    self = decimal
  }

  /// The form in which a store keeps this value; throws for NaN.
  public var storedValue: StoredValue {
    get throws {
      guard DecimalNumber(description) != nil else {
        throw SettingError.notRepresentable(description, expected: "a decimal number")
      }
      return .string(description)
    }
  }

  /// Whether no digit of the number was lost on the way here.
  private func spells(_ number: DecimalNumber) -> Bool {
    guard let own = DecimalNumber(description) else { return false }
    return own.canonical == number.canonical
  }
}

extension DecimalNumber {
  /// Sign, digits and exponent without trailing zeros, equal for equal numbers.
  fileprivate var canonical: [Int] {
    let kept = digits.reversed().drop { $0 == 0 }.reversed().map(Int.init)
    if kept.isEmpty { return [] }
    return [isNegative ? -1 : 1, exponent + digits.count - kept.count] + kept
  }
}
