package import TypedSettings

/// Settings that always carry one number, because they are written in one transaction.
package struct Generations: Sendable {
  /// A hundred settings.
  package static let all = Self(count: 100)
  /// Ten settings, where a check is of the calls and the editing only takes time.
  package static let few = Self(count: 10)

  package let keys: [SettingKey]

  package init(count: Int) {
    keys = (0..<count).map { SettingKey(stringLiteral: "key\($0)") }
  }

  /// Settings of two transactions in one file.
  package struct Mixed: Error {
    package let values: [StoredValue?]
  }

  /// Writes a number under every key.
  package func write(_ number: Int64, to store: any SettingStore) throws {
    try store.update { try write(number, in: $0) }
  }

  /// Writes the number after the one that is stored; returns it.
  package func writeNext(to store: any SettingStore) throws -> Int64 {
    try store.update { transaction in
      guard case .integer(let last)? = try transaction.value(for: keys[0]) else {
        try write(1, in: transaction)
        return 1
      }
      try write(last + 1, in: transaction)
      return last + 1
    }
  }

  private func write(_ number: Int64, in transaction: SettingTransaction) throws {
    for key in keys { try transaction.set(.integer(number), for: key) }
  }

  /// Returns the number under every key, nil where there is none.
  ///
  /// - Parameter store: The store to read.
  /// - Returns: The number.
  /// - Throws: ``Mixed`` when the numbers differ, or what the store throws.
  package func read(_ store: any SettingStore) throws -> Int64? {
    let values = try keys.map { try store.value(for: $0) }
    guard values.allSatisfy({ $0 == values[0] }) else { throw Mixed(values: values) }
    switch values[0] {
    case nil: return nil
    case .integer(let number): return number
    default: throw Mixed(values: values)
    }
  }
}
