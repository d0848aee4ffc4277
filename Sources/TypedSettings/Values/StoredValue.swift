#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a store holds under a key: one of a small set of forms that every store can keep.
///
/// Types become stored values, and are made from them again, through ``SettingValue``. Programs
/// meet stored values where they fill a store by hand, and in stores of their own.
///
/// Equality is exact, to the last bit: `-0.0` differs from `0.0`, a NaN equals itself, and the
/// integer 1 differs from the double 1.0.
///
/// ## Usage
/// ```swift
/// let store = InMemoryStore(["volume": 0.3, "user.name": "Ada", "recent": ["a.txt", "b.txt"]])
/// ```
public enum StoredValue: Sendable {
  /// The stored nil of an optional setting whose default is not nil.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case integer(Int64)
  /// A whole number above `Int64.max`; smaller ones are ``integer(_:)``.
  case unsigned(UInt64)
  /// A floating-point number.
  case double(Double)
  /// A string.
  case string(String)
  /// A point in time.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// A list of values.
  case array([StoredValue])
  /// Values by name.
  case dictionary([String: StoredValue])
  /// A string from a source that knows nothing else, such as the environment.
  ///
  /// The type that reads it parses it, strictly: an `Int` takes the text `80`, but never the
  /// string `"80"`.
  case text(String)
}

extension StoredValue: Hashable {
  /// Returns whether two values have the same form and the same content, to the last bit.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.double(let a), .double(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.date(let a), .date(let b)): a.bitPattern == b.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)):
      a.count == b.count
        && a.allSatisfy { key, value in
          guard let index = b.index(forKey: key) else { return false }
          return b[index].key.utf8.elementsEqual(key.utf8) && b[index].value == value
        }
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    default: false
    }
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    switch self {
    case .null: break
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value), .text(let value):
      // Canonically equal strings hash alike, so that this agrees with `==`, which is narrower.
      hasher.combine(value)
    case .date(let value): hasher.combine(value.bitPattern)
    case .data(let value): hasher.combine(value)
    case .array(let values): hasher.combine(values)
    case .dictionary(let values): hasher.combine(values)
    }
  }
}

extension StoredValue {
  /// Whether the first value comes before the second one in the order used for sets.
  ///
  /// The order is total: by form, then by content. Numbers of different forms are not mixed.
  static func isOrdered(_ lhs: Self, _ rhs: Self) -> Bool {
    switch (lhs, rhs) {
    case (.bool(let a), .bool(let b)): !a && b
    case (.integer(let a), .integer(let b)): a < b
    case (.unsigned(let a), .unsigned(let b)): a < b
    case (.double(let a), .double(let b)): a.isBefore(b)
    case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.isBefore(b.timeIntervalSinceReferenceDate)
    case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
    case (.array(let a), .array(let b)): a.lexicographicallyPrecedes(b, by: isOrdered)
    case (.dictionary(let a), .dictionary(let b)):
      a.sortedPairs.lexicographicallyPrecedes(b.sortedPairs) {
        $0.key.utf8.elementsEqual($1.key.utf8)
          ? isOrdered($0.value, $1.value) : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
      }
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    default: lhs.rank < rhs.rank
    }
  }

  /// How many containers a value that is stored may have around its innermost ones.
  static let maximumDepth = 256

  /// Whether no more than so many containers nest.
  func isNested(atMost depth: Int) -> Bool {
    switch self {
    case .array(let values):
      depth > 0 && values.allSatisfy { $0.isNested(atMost: depth - 1) }
    case .dictionary(let values):
      depth > 0 && values.values.allSatisfy { $0.isNested(atMost: depth - 1) }
    default: true
    }
  }

  /// Whether two values are equal when lists are taken in any order: a `Codable` type that holds a
  /// set writes another order each time.
  func isEqual(toUnordered other: Self) -> Bool {
    self == other || withoutOrder == other.withoutOrder
  }

  private var withoutOrder: Self {
    switch self {
    case .array(let values): .array(values.map(\.withoutOrder).sorted(by: Self.isOrdered))
    case .dictionary(let values): .dictionary(values.mapValues(\.withoutOrder))
    default: self
    }
  }

  /// The same value in the form that its case is for: small unsigned numbers are integers.
  var normalized: Self {
    switch self {
    case .unsigned(let number): Int64(exactly: number).map { .integer($0) } ?? self
    case .array(let values): .array(values.map(\.normalized))
    case .dictionary(let values): .dictionary(values.mapValues(\.normalized))
    default: self
    }
  }

  /// The place of the form in the order of forms.
  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .unsigned: 3
    case .double: 4
    case .string: 5
    case .date: 6
    case .data: 7
    case .array: 8
    case .dictionary: 9
    case .text: 10
    }
  }
}

extension Date {
  /// The bits of the seconds since the reference date.
  fileprivate var bitPattern: UInt64 { timeIntervalSinceReferenceDate.bitPattern }
}

extension Double {
  /// The total order of IEEE 754: by value, -0.0 before 0.0, NaNs at the ends.
  fileprivate func isBefore(_ other: Double) -> Bool {
    bitPattern != other.bitPattern && isTotallyOrdered(belowOrEqualTo: other)
  }
}

extension [String: StoredValue] {
  /// The entries in the order of their keys.
  fileprivate var sortedPairs: [(key: String, value: StoredValue)] {
    sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
