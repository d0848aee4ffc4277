import Foundation
import TypedSettings

/// Reads that must not become slower with the size of a program.
enum GrowthBenchmarks {
  static func run(_ effort: Effort) throws -> [Measurement] {
    try keys(effort) + declarations(effort)
  }

  private static func key(_ number: Int) throws -> SettingKey {
    try SettingKey(validating: "group\(number / 100).key\(number)")
  }

  private static func keys(_ effort: Effort) throws -> [Measurement] {
    let counts = [10, 1000, 100_000]
    let settings = try counts.map { count in
      let values = try (0..<count).map { (try key($0), StoredValue.integer(7)) }
      let store = InMemoryStore(Dictionary(uniqueKeysWithValues: values))
      return Setting(key: "group0.key5", default: 0, store: store)
    }
    return try compare(effort, counts, settings) { "read Int, \($0) keys in the store" }
  }

  private static func declarations(_ effort: Effort) throws -> [Measurement] {
    let counts = [1, 100, 10_000]
    let settings = try counts.map { count in
      let store = InMemoryStore()
      let all = try (0..<count).map { number in
        let key = try key(number)
        return Setting(key: key, default: number, store: store)
      }
      for setting in all { _ = setting.value }
      return all[count / 2]
    }
    return try compare(effort, counts, settings) { "read Int, \($0) declared settings" }
  }

  private static func compare(
    _ effort: Effort, _ counts: [Int], _ settings: [Setting<Int>], _ name: (Int) -> String
  ) throws -> [Measurement] {
    let times = try readMedians(effort, settings.map { setting in reads { setting.value } })
    return zip(counts, times).dropFirst().map { count, time in
      Measurement(name(count), time, over: name(counts[0]), times[0], limit: 1.25)
    }
  }
}
