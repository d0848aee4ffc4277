/// A type whose values a setting can hold.
///
/// Conforming types: `Bool`; every integer and floating-point type; `String`, `Character`,
/// `Substring`; `Date`, `Data`, `URL`, `UUID`, `Decimal`, `Duration`; and, of conforming types,
/// `Optional`, `Array`, `Set`, `Dictionary`, `Range`, `ClosedRange`.
///
/// A type of your own conforms without a line of code when it has a raw value of a conforming type
/// (it stores the bare raw value) or is `Codable` (it stores what Foundation's JSON coders make of
/// it). A type that is both stores the raw value, so adding `Codable` later changes nothing.
///
/// ## Usage
/// ```swift
/// enum Theme: String, SettingValue { case light, dark }
///
/// struct Profile: Codable, SettingValue {
///   var name: String
///   var age: Int
/// }
///
/// let theme = Setting(key: "theme", default: Theme.light)
/// ```
///
/// A type with a form of its own implements both requirements. The law they obey: a value made
/// from its stored value equals the original, or asking for the stored value throws.
///
/// ```swift
/// struct Percentage: SettingValue {
///   let share: Double
///
///   init(storedValue: StoredValue) throws {
///     let number = try Int(storedValue: storedValue)
///     guard (0...100).contains(number) else {
///       throw SettingError(expected: "a percentage from 0 to 100", found: storedValue)
///     }
///     share = Double(number) / 100
///   }
///
///   var storedValue: StoredValue {
///     get throws { try Int((share * 100).rounded()).storedValue }
///   }
/// }
/// ```
public protocol SettingValue: Sendable {
  /// Creates the value that was stored.
  ///
  /// Exact or an error: an implementation never rounds, truncates, guesses or drops a part.
  ///
  /// - Parameter storedValue: What the store holds.
  /// - Throws: An error that says what was expected, best made with
  ///   ``SettingError/init(expected:found:)``.
  init(storedValue: StoredValue) throws

  /// The form in which a store keeps this value.
  ///
  /// Asking for it throws when no form holds the value exactly; then nothing is written.
  var storedValue: StoredValue { get throws }
}

extension SettingValue {
  /// Creates the value that was stored; any error a conversion throws becomes one of ours.
  static func decode(_ storedValue: StoredValue) throws(SettingError) -> Self {
    do {
      return try Self(storedValue: storedValue)
    } catch let error as SettingError {
      throw error
    } catch {
      throw SettingError(
        expected: "a value of type \(Self.self)", found: storedValue, reason: "\(error).")
    }
  }

  /// The stored form; any error a conversion throws becomes one of ours.
  func encode() throws(SettingError) -> StoredValue {
    do {
      return try storedValue
    } catch let error as SettingError {
      throw error
    } catch {
      throw .notRepresentable(
        "a value without a stored form", expected: "a value that \(Self.self) can store",
        reason: "\(error).")
    }
  }
}
