import Foundation
import Synchronization
import TypedSettings

/// Writes, and the first read after one.
enum ChangeBenchmarks {
  static func run(_ effort: Effort) throws -> [Measurement] {
    try write(effort) + firstRead(effort)
  }

  private static func write(_ effort: Effort) throws -> [Measurement] {
    let setting = Setting(key: "integer", default: 1, store: .inMemory(["integer": 7, "other": 1]))
    var number = 0
    let times = try medians(
      effort, operations: 20_000,
      [
        {
          number &+= 1
          Yardsticks.dictionary.withLock { $0["integer"] = number }
        },
        {
          number &+= 1
          setting.value = number
        },
      ])
    return [
      Measurement(
        "write Int, in memory", times[1], over: "Mutex<[String: Any]> write", times[0], limit: 4,
        isAim: true)
    ]
  }

  /// A hundred values are changed as one, and then read: the time of that without the reading is
  /// taken off.
  private static func firstRead(_ effort: Effort) throws -> [Measurement] {
    let store = InMemoryStore()
    let keys = try (0..<100).map { try SettingKey(validating: "group.key\($0)") }
    let settings = keys.map { Setting(key: $0, default: 0, store: store) }
    var number: Int64 = 0
    var sum = 0
    func change() throws {
      number += 1
      try store.update { transaction in
        for key in keys { try transaction.set(.integer(number), for: key) }
      }
    }
    let times = try medians(
      effort, operations: 100,
      [
        { try change() },
        {
          try change()
          for setting in settings { sum &+= setting.value }
        },
        reads { Yardsticks.dictionary.withLock { $0["double"] as? Double }.map { Int($0) } ?? 0 },
      ])
    reads { sum }()
    return [
      Measurement(
        "first read after a change, Int", (times[1] - times[0]) / Double(keys.count),
        over: "Mutex<[String: Any]> look-up and cast", times[2] / Double(readsPerBody), limit: 10)
    ]
  }
}
