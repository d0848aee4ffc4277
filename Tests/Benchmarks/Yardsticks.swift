import Foundation
import Synchronization

/// What people write by hand, and what a program cannot do without.
enum Yardsticks {
  static let constant = 7
  static let atomic = Atomic(7)
  static let integer = Mutex(7)
  static let string = Mutex("a stored string")
  static let longString = Mutex(Yardsticks.longText)
  static let dictionary = Mutex<[String: any Sendable]>([
    "integer": 7, "string": "text", "double": 0.5,
  ])

  /// A text that is counted by references, as those of more than 15 bytes are.
  static let longText = String(repeating: "a stored string, ", count: 4)

  /// The yardsticks themselves, against a lock.
  static func run(_ effort: Effort) throws -> [Measurement] {
    let bodies: [(String, () -> Void)] = [
      ("static let", reads { constant }),
      ("Atomic load", reads { atomic.load(ordering: .acquiring) }),
      ("Mutex<Int>", reads { integer.withLock { $0 } }),
      ("Mutex<String>", reads { string.withLock { $0 }.utf8.count }),
      (
        "Mutex<[String: Any]> look-up and cast",
        reads { dictionary.withLock { $0["integer"] as? Int } ?? 0 }
      ),
    ]
    let times = try readMedians(effort, bodies.map(\.1))
    return zip(bodies, times).map {
      Measurement($0.0.0, $0.1, over: "Mutex<Int>", times[2])
    }
  }
}
