#if !canImport(FoundationEssentials)
public import Foundation
#endif

// MARK: - Bool

extension Bool: SettingValue {
  /// Creates a truth value from `true` or `false`, as text also `yes`, `no`, `on`, `off`, 1, 0.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for anything else, the number 1 included.
  public init(storedValue: StoredValue) throws {
    switch storedValue {
    case .bool(let value):
      self = value
    case .text(let text):
      switch text.lowercased() {
      case "true", "yes", "on", "1": self = true
      case "false", "no", "off", "0": self = false
      default:
        throw SettingError(
          expected: "true or false (also yes, no, on, off, 1, 0)", found: storedValue)
      }
    default:
      throw SettingError(expected: "true or false", found: storedValue)
    }
  }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { .bool(self) }
}

// MARK: - Integers

extension SettingValue where Self: FixedWidthInteger & Codable {
  /// Creates an integer from a number with exactly that value.
  ///
  /// The double 5.0 is taken for 5. Text is an optional sign and decimal digits.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a fraction, a number out of range, or another form.
  public init(storedValue: StoredValue) throws {
    let exact: Self? =
      switch storedValue {
      case .integer(let value): Self(exactly: value)
      case .unsigned(let value): Self(exactly: value)
      case .double(let value): Self(exactly: value)
      case .text(let text): Self(text)
      default: nil
      }
    guard let exact else {
      // The range of an `Int` would be noise where the number is not too large for it.
      let isNarrow = Self.bitWidth < 64 || !Self.isSigned
      let range =
        isNarrow || storedValue.isWholeNumber ? " from \(Self.min) to \(Self.max)" : ""
      throw SettingError(expected: "a whole number" + range, found: storedValue)
    }
    self = exact
  }

  /// The form in which a store keeps this value; throws outside `Int64.min` to `UInt64.max`.
  public var storedValue: StoredValue {
    get throws {
      if let value = Int64(exactly: self) { return .integer(value) }
      if let value = UInt64(exactly: self) { return .unsigned(value) }
      throw SettingError.notRepresentable(
        "\(self)", expected: "a whole number from \(Int64.min) to \(UInt64.max)")
    }
  }
}

extension StoredValue {
  /// Whether it is a whole number, of any size.
  fileprivate var isWholeNumber: Bool {
    switch self {
    case .integer, .unsigned: return true
    case .double(let value): return value.rounded() == value
    case .text(let text):
      let digits = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
      return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    default: return false
    }
  }
}

extension Int: SettingValue {}
extension Int8: SettingValue {}
extension Int16: SettingValue {}
extension Int32: SettingValue {}
extension Int64: SettingValue {}
extension Int128: SettingValue {}
extension UInt: SettingValue {}
extension UInt8: SettingValue {}
extension UInt16: SettingValue {}
extension UInt32: SettingValue {}
extension UInt64: SettingValue {}
extension UInt128: SettingValue {}

// MARK: - Floating point

extension SettingValue where Self: BinaryFloatingPoint & LosslessStringConvertible & Codable {
  /// Creates a floating-point number from a number that the type can hold.
  ///
  /// An integer must be exactly representable. A narrower type takes a double whose decimal
  /// spelling is also its own: `0.1` is a `Float`, although the nearest double differs from it.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a number the type cannot hold, or for another form.
  public init(storedValue: StoredValue) throws { self = try FloatForm.decode(storedValue) }

  /// The form in which a store keeps this value.
  ///
  /// The payload of a NaN is kept for `Double` alone.
  public var storedValue: StoredValue { get throws { try FloatForm.encode(self) } }
}

extension Double: SettingValue {}
extension Float: SettingValue {}
#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
extension Float16: SettingValue {}
#endif
#if !canImport(FoundationEssentials)
extension CGFloat: SettingValue {
  /// Creates a number from one that a `Double` can hold.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for a number that a `Double` cannot hold, or for another form.
  public init(storedValue: StoredValue) throws { self.init(try Double(storedValue: storedValue)) }

  /// The form in which a store keeps this value.
  public var storedValue: StoredValue { get throws { try Double(self).storedValue } }
}
#endif
#if arch(x86_64) && !os(Windows) && !os(Android)
extension Float80: SettingValue {
  /// Creates a floating-point number from a number that a `Double` can hold.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: ``SettingError`` for text that overflows, or for another form.
  public init(storedValue: StoredValue) throws { self = try FloatForm.decode(storedValue) }

  /// The form in which a store keeps this value; throws where no `Double` holds it exactly.
  public var storedValue: StoredValue { get throws { try FloatForm.encode(self) } }
}
#endif

/// The stored form of floating-point types: the double with the same decimal spelling, so that a
/// file says 0.1 for a `Float`, and not 0.10000000149011612.
private enum FloatForm {
  static func encode<F: BinaryFloatingPoint & LosslessStringConvertible>(
    _ value: F
  ) throws -> StoredValue {
    if let double = value as? Double { return .double(double) }
    if let double = Double(value.description), spelledLike(double).map(value.isIdentical) == true {
      return .double(double)
    }
    guard F(Double(value)).isIdentical(to: value) else {
      throw SettingError.notRepresentable(
        "the number \(value)", expected: "a number that a Double can hold")
    }
    return .double(Double(value))
  }

  static func decode<F: BinaryFloatingPoint & LosslessStringConvertible>(
    _ storedValue: StoredValue
  ) throws -> F {
    let value: F? =
      switch storedValue {
      case .integer(let value): F(exactly: value)
      case .unsigned(let value): F(exactly: value)
      case .double(let value): spelledLike(value)
      case .text(let text): parse(text)
      default: nil
      }
    guard let value else {
      throw SettingError(
        expected: F.self == Double.self ? "a number" : "a number that \(F.self) holds exactly",
        found: storedValue)
    }
    return value
  }

  /// The value whose exact value or shortest decimal spelling is that of the double.
  private static func spelledLike<F: BinaryFloatingPoint & LosslessStringConvertible>(
    _ double: Double
  ) -> F? {
    if let double = double as? F { return double }
    let nearest = F(double)
    let isExact = Double(nearest).isIdentical(to: double)
    return isExact || Double(nearest.description)?.isIdentical(to: double) == true ? nearest : nil
  }

  /// The number that the text spells in decimal digits; nil outside the range of the type.
  private static func parse<F: BinaryFloatingPoint & LosslessStringConvertible>(
    _ text: String
  ) -> F? {
    switch text.lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default:
      guard let number = DecimalNumber(text), let value = F(text), value.isFinite else {
        return nil
      }
      // What is too small for the type must not become zero.
      return value.isZero && !number.digits.isEmpty ? nil : value
    }
  }
}

extension BinaryFloatingPoint {
  /// Equal to the last bit, zeros by sign, all NaNs alike.
  fileprivate func isIdentical(to other: Self) -> Bool {
    (self == other && sign == other.sign) || (isNaN && other.isNaN)
  }
}
