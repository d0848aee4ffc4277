internal import Synchronization

/// Tells a setting that an assignment stands for a change in place, such as `items.append(x)`.
///
/// A key path knows reading and assigning only, so `Configuration` has to say it by another way.
enum ChangeInPlace {
  @TaskLocal private static var isMarked = false
  private static let count = Atomic<Int>(0)

  /// Runs an assignment that is one.
  static func mark(_ assignment: () -> Void) {
    count.add(1, ordering: .relaxed)
    defer { count.subtract(1, ordering: .relaxed) }
    $isMarked.withValue(true, operation: assignment)
  }

  /// Runs an assignment and tells it whether it is one; what it calls in turn is not.
  static func consume(_ assignment: (Bool) -> Void) {
    if count.load(ordering: .relaxed) == 0 || !isMarked { return assignment(false) }
    $isMarked.withValue(false) { assignment(true) }
  }
}
