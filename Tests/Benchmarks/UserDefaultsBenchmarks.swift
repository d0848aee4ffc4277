#if UserDefaults
import Foundation
import TypedSettings

/// Reads beside those of Foundation's `UserDefaults`.
enum UserDefaultsBenchmarks {
  static func run(_ effort: Effort) throws -> [Measurement] {
    // Nothing is saved: the values live in the domain of registered defaults.
    let defaults = UserDefaults.standard
    defaults.register(defaults: ["integer": 7])
    let memory = Setting(key: "integer", default: 1, store: .inMemory(["integer": 7]))
    let readThrough = Setting(key: "integer", default: 1, store: .userDefaults)
    let times = try medians(
      effort, operations: 20,
      [
        reads { defaults.integer(forKey: "integer") }, reads { memory.value },
        reads { readThrough.value },
      ]
    ).map { $0 / Double(readsPerBody) }
    let name = "UserDefaults.integer(forKey:)"
    return [
      Measurement(name, times[0], over: name, times[0]),
      Measurement(
        "read Int, in memory", times[1], over: name, times[0], limit: 1 / 80.0, isAim: true),
      Measurement(
        "read Int, UserDefaultsStore", times[2], over: name, times[0], limit: 1.5, isAim: true),
    ]
  }
}
#endif
