package import TypedSettings

/// One value of one type: what becomes of it in a store, and after a reopening.
///
/// It knows nothing of a test framework, so that a helper process can use it too.
package struct CodecCase: Sendable, CustomStringConvertible {
  package let description: String
  /// Whether the value has a stored form; if not, writing it must throw.
  package let isStorable: Bool
  /// Makes a setting of the type, in the store of the task.
  package let setting: @Sendable (SettingKey) -> any AnySetting
  /// Writes the value through a setting; throws what the setting throws.
  package let write: @Sendable (any SettingStore, SettingKey) throws -> Void
  /// Writes another value of the type, which must survive a refused one.
  package let writeOther: @Sendable (any SettingStore, SettingKey) throws -> Void
  /// Says what is wrong with the value that is read, nil when it is the one written.
  package let flaw: @Sendable (any SettingStore, SettingKey) -> String?
  /// The same for the other value.
  package let flawOfOther: @Sendable (any SettingStore, SettingKey) -> String?

  init<Value: SettingValue & Equatable>(
    _ value: Value, other: Value, isStorable: Bool = true,
    isSame: @escaping @Sendable (Value, Value) -> Bool
  ) {
    let form = (try? value.storedValue).map { $0.description.prefix(60) } ?? "without a form"
    description = "\(Value.self): \(form)"
    self.isStorable = isStorable
    setting = { Setting<Value?>(key: $0, default: nil) }
    let setting = { @Sendable (store: any SettingStore, key: SettingKey) in
      Setting<Value?>(key: key, default: nil, store: store)
    }
    write = { try setting($0, $1).write(value) }
    writeOther = { try setting($0, $1).write(other) }
    let check = {
      @Sendable (expected: Value, store: any SettingStore, key: SettingKey) -> String? in
      do {
        guard case .some(.some(let read)) = try setting(store, key).read() else {
          return "nothing is stored"
        }
        if isSame(read, expected) { return nil }
        return try "\(expected.storedValue) came back as \(read.storedValue)"
      } catch {
        return "\(error)"
      }
    }
    flaw = { check(value, $0, $1) }
    flawOfOther = { check(other, $0, $1) }
  }
}

extension CodecCase {
  /// Cases of a type, compared with `==`.
  static func values<Value: SettingValue & Equatable>(_ values: Value...) -> [CodecCase] {
    cases(values) { $0 == $1 }
  }

  /// Cases of a floating-point type, compared by bits.
  static func floats<Value: SettingValue & BinaryFloatingPoint>(_ values: Value...) -> [CodecCase] {
    cases(values) { a, b in
      a.sign == b.sign && a.exponentBitPattern == b.exponentBitPattern
        && a.significandBitPattern == b.significandBitPattern
    }
  }

  /// Cases of a type whose stored forms are compared by bits, where `==` says too little.
  static func forms<Value: SettingValue & Equatable>(_ values: Value...) -> [CodecCase] {
    cases(values) { a, b in
      do {
        return try a.storedValue == b.storedValue
      } catch {
        return false
      }
    }
  }

  /// A value that no store can give back, beside one that it can.
  static func refused<Value: SettingValue & Equatable>(_ value: Value, other: Value) -> CodecCase {
    CodecCase(value, other: other, isStorable: false) { $0 == $1 }
  }

  private static func cases<Value: SettingValue & Equatable>(
    _ values: [Value], _ isSame: @escaping @Sendable (Value, Value) -> Bool
  ) -> [CodecCase] {
    values.enumerated().map { index, value in
      CodecCase(value, other: values[(index + 1) % values.count], isSame: isSame)
    }
  }
}
