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
/// struct Percentage: SettingValue, Equatable {
///   let percent: Int
///
///   init(storedValue: StoredValue) throws {
///     percent = try Int(storedValue: storedValue)
///     guard (0...100).contains(percent) else {
///       throw SettingError(expected: "a percentage from 0 to 100", found: storedValue)
///     }
///   }
///
///   var storedValue: StoredValue {
///     get throws { try percent.storedValue }
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
  /// The type to name in messages: of an optional value the one inside.
  static var namedType: any Any.Type {
    func inside<Value: OptionalSettingValue>(_: Value.Type) -> any Any.Type { Value.Wrapped.self }
    return (Self.self as? any OptionalSettingValue.Type).map { inside($0) } ?? Self.self
  }

  /// Creates the value that was stored; any error of a conversion becomes a mismatch.
  static func decode(_ storedValue: StoredValue) throws(SettingError) -> Self {
    guard storedValue.isNested(atMost: StoredValue.maximumDepth) else {
      throw SettingError(
        expected: "at most \(StoredValue.maximumDepth) levels of nesting", found: storedValue)
    }
    do {
      return try Self(storedValue: storedValue)
    } catch let error as SettingError where error.kind == .typeMismatch {
      throw error
    } catch {
      var mismatch = SettingError(expected: "a value of type \(Self.self)", found: storedValue)
      mismatch.reason = "\(error)".asSentence
      throw mismatch
    }
  }

  /// The stored form; any error of a conversion becomes that of a value without one.
  func encode() throws(SettingError) -> StoredValue {
    do {
      return try storedValue
    } catch var error as SettingError where error.found != nil {
      error.kind = .notRepresentable
      throw error
    } catch {
      throw .notRepresentable(
        StoredValue.shownWithoutForm, expected: "a value that \(Self.self) can store",
        reason: "\(error)".asSentence)
    }
  }
}

extension String {
  /// The text with a full stop at its end.
  var asSentence: String { hasSuffix(".") ? self : self + "." }
}
