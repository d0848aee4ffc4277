extension StoredValue: ExpressibleByBooleanLiteral {
  /// Creates a ``bool(_:)``.
  ///
  /// - Parameter value: The literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension StoredValue: ExpressibleByIntegerLiteral {
  /// Creates an ``integer(_:)``.
  ///
  /// - Parameter value: The literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension StoredValue: ExpressibleByFloatLiteral {
  /// Creates a ``double(_:)``.
  ///
  /// - Parameter value: The literal.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension StoredValue: ExpressibleByStringLiteral {
  /// Creates a ``string(_:)``.
  ///
  /// - Parameter value: The literal.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension StoredValue: ExpressibleByArrayLiteral {
  /// Creates an ``array(_:)``.
  ///
  /// - Parameter elements: The elements of the literal.
  public init(arrayLiteral elements: StoredValue...) { self = .array(elements) }
}

extension StoredValue: ExpressibleByDictionaryLiteral {
  /// Creates a ``dictionary(_:)``; where a key is repeated, the last value counts.
  ///
  /// - Parameter elements: The pairs of the literal.
  public init(dictionaryLiteral elements: (String, StoredValue)...) {
    self = .dictionary(Dictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}
