internal import Synchronization

/// The value that an observer has seen last.
final class LastValue<Value: SettingValue>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Puts a value in the place of the last one.
  ///
  /// - Parameters:
  ///   - new: The value.
  ///   - isFirst: Whether it is that of the first look, which counts only while nothing is known.
  ///   - isOther: Called under the lock where the value is another one than before, or the first.
  /// - Returns: The value before, nil where there was none, or an equal one.
  func exchange(
    for new: Value, isFirst: Bool, _ isOther: (Value) -> Void = { _ in }
  ) -> Value? {
    value.withLock { value in
      if let value, isFirst || Self.isEqual(value, new) { return nil }
      isOther(new)
      defer { value = new }
      return value
    }
  }

  /// Whether two values have one stored form; those without one are different.
  private static func isEqual(_ first: Value, _ second: Value) -> Bool {
    // Why a value has none is told where it is written; here it is only not known to be equal.
    guard let first = try? first.encode(), let second = try? second.encode() else { return false }
    return first.isEqual(toUnordered: second)
  }
}
