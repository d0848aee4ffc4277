/// A check that values of a setting must pass, with the sentence that describes it.
///
/// ## Usage
/// ```swift
/// let workers = Setting(
///   key: "workers", default: 4, where: .init("an even number") { $0.isMultiple(of: 2) })
/// ```
public struct SettingValidation<Value: SettingValue>: Sendable {
  /// What passes, to follow the word "expected": `an even number`.
  public let expectation: String
  /// The kind of the error for a value that does not pass.
  let kind: SettingError.Kind
  /// The ends of the range, where the check is one of a range that has any.
  let bounds: ValueBounds?
  private let isValid: @Sendable (Value) -> Bool

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - expectation: What passes, to follow the word "expected": `an even number`.
  ///   - isValid: Returns whether a value passes. It may be called from any thread, and its answer
  ///     may be kept, so it must depend on the value alone.
  public init(_ expectation: String, _ isValid: @escaping @Sendable (Value) -> Bool) {
    self.init(expectation, kind: .invalidValue, isValid)
  }

  private init(
    _ expectation: String, kind: SettingError.Kind, bounds: ValueBounds? = nil,
    _ isValid: @escaping @Sendable (Value) -> Bool
  ) {
    self.expectation = expectation
    self.kind = kind
    self.bounds = bounds
    self.isValid = isValid
  }

  /// The check that a value lies in a range.
  static func within(_ range: some RangeExpression<Value> & Sendable) -> Self
  where Value: Comparable {
    let bounds = ValueBounds(range)
    let expectation = bounds?.description ?? "a value in \(range)"
    return Self(expectation, kind: .outOfRange, bounds: bounds) { range.contains($0) }
  }

  /// The check for an optional value, which nil passes.
  func ofOptional<Optional: OptionalSettingValue>() -> SettingValidation<Optional>
  where Optional.Wrapped == Value {
    .init(expectation, kind: kind, bounds: bounds) { $0.wrapped.map(isValid) ?? true }
  }

  /// Throws the error for a value that does not pass, which describes it by its stored form.
  func check(_ value: Value, storedAs form: StoredValue) throws(SettingError) {
    if isValid(value) { return }
    throw SettingError(kind: kind, found: form.description, expected: expectation)
  }
}

/// The ends of a range, whatever the type of its values.
struct ValueBounds: Sendable, CustomStringConvertible {
  /// The least value, nil where the range has none.
  private(set) var lower: (any SettingValue)?
  /// The value at the upper end, nil where the range has none.
  private(set) var upper: (any SettingValue)?
  /// Whether the value at the upper end belongs to the range.
  private(set) var includesUpper = true

  /// The ends of a range of the standard library; nil for one of another type.
  init?<Value: SettingValue & Comparable>(_ range: some RangeExpression<Value>) {
    switch range {
    case let range as ClosedRange<Value>: (lower, upper) = (range.lowerBound, range.upperBound)
    case let range as Range<Value>:
      (lower, upper, includesUpper) = (range.lowerBound, range.upperBound, false)
    case let range as PartialRangeFrom<Value>: lower = range.lowerBound
    case let range as PartialRangeThrough<Value>: upper = range.upperBound
    case let range as PartialRangeUpTo<Value>: (upper, includesUpper) = (range.upperBound, false)
    default: return nil
    }
  }

  /// The range in words.
  var description: String {
    switch (lower.map(Self.text), upper.map(Self.text)) {
    case (let lower?, let upper?):
      "a value from \(lower) to \(includesUpper ? "" : "less than ")\(upper)"
    case (let lower?, nil): "a value of at least \(lower)"
    case (nil, let upper?): "a value \(includesUpper ? "of at most" : "less than") \(upper)"
    case (nil, nil): "a value"
    }
  }

  /// A bound as it is spelt in a store, where that is text.
  private static func text(_ bound: any SettingValue) -> String {
    // A bound without a stored form describes itself.
    if case .string(let text)? = try? bound.storedValue { return text }
    return "\(bound)"
  }
}
