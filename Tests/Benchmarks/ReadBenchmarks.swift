import Foundation
import Synchronization
import TypedSettings

/// Reads of unchanged settings, against what people write by hand.
///
/// They have no limits yet.
enum ReadBenchmarks {
  enum Theme: String, SettingValue { case light, dark }

  struct Values: Configuration {
    static let shared = Self()
    @Setting(key: "integer", default: 1, store: Stores.memory) var integer: Int
    @Setting(key: "truth", default: true, store: Stores.memory) var truth: Bool
    @Setting(key: "double", default: 0.5, store: Stores.memory) var double: Double
    @Setting(key: "theme", default: Theme.light, store: Stores.memory) var theme: Theme
    @Setting(key: "string", default: "text", store: Stores.memory) var string: String
  }

  enum Stores {
    static let memory = InMemoryStore([
      "integer": 7, "truth": false, "double": 0.25, "theme": "dark", "string": "a stored string",
    ])
  }

  static let lockedInteger = Mutex(7)
  static let lockedString = Mutex("a stored string")
  static let lockedDictionary = Mutex<[String: any Sendable]>(["integer": 7])

  static func run(_ effort: Effort) throws -> [Measurement] {
    var check = 0
    let handle = Setting(key: "integer", default: 1, store: Stores.memory)
    let count = 200_000
    func read(_ body: @escaping () -> Int) -> () throws -> Void {
      { for _ in 0..<1000 { check &+= body() } }
    }
    let times = try medians(
      effort, operations: count / 1000,
      [
        read { lockedInteger.withLock { $0 } },
        read { Values.integer },
        read { Values.truth ? 1 : 0 },
        read { Int(Values.double) },
        read { Values.theme == .dark ? 1 : 0 },
        read { handle.value },
        read { lockedString.withLock { $0 }.utf8.count },
        read { Values.string.utf8.count },
        read { lockedDictionary.withLock { $0["integer"] as? Int } ?? 0 },
      ]
    ).map { $0 / 1000 }
    let scoped = try withSettingStore(.inMemory(["integer": 3])) {
      try medians(effort, operations: count / 1000, [read { Values.integer }])[0] / 1000
    }
    // So that nothing is optimised away.
    if check == 42 { print("check", check) }
    let names = ["Int", "Bool", "Double", "enum with a raw value"]
    var results = names.enumerated().map { index, name in
      Measurement(
        name: "read \(name), configuration", nanoseconds: times[index + 1],
        yardstick: "Mutex<Int>", ratio: times[index + 1] / times[0], limit: nil)
    }
    results.append(
      Measurement(
        name: "read Int, handle", nanoseconds: times[5], yardstick: "Mutex<Int>",
        ratio: times[5] / times[0], limit: nil))
    results.append(
      Measurement(
        name: "read String, configuration", nanoseconds: times[7], yardstick: "Mutex<String>",
        ratio: times[7] / times[6], limit: nil))
    results.append(
      Measurement(
        name: "read Int in a scope", nanoseconds: scoped, yardstick: "Mutex<Int>",
        ratio: scoped / times[0], limit: nil))
    return results
  }
}
