import Foundation
import TypedSettings

/// What declared settings cost a program that uses none of them.
enum StartUpBenchmarks {
  /// The first argument of a child process; the second one is a number of settings.
  static let argument = "--start-up"

  /// Declares settings, and ends the process; what a child does.
  static func runChild(_ arguments: [String]) throws -> Bool {
    guard arguments.first == argument, let count = arguments.last.flatMap(Int.init) else {
      return false
    }
    let settings = try (0..<count).map { number in
      let key = try SettingKey(validating: "group\(number / 10).key\(number)")
      return Setting(key: key, default: number)
    }
    return settings.count == count
  }

  static func run(_ effort: Effort) throws -> [Measurement] {
    var times: [[Double]] = [[], []]
    for _ in 0...effort.repetitions * 4 {
      for (index, count) in [0, 500].enumerated() {
        let child = Process()
        child.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        child.arguments = [argument, "\(count)"]
        let start = ContinuousClock.now
        try child.run()
        child.waitUntilExit()
        times[index].append((ContinuousClock.now - start) / .nanoseconds(1))
      }
    }
    let (none, all) = (median(times[0]), median(times[1]))
    return [
      Measurement(
        "start-up, 500 declared settings", max(0, all - none), over: "1 ms", 1_000_000, limit: 1)
    ]
  }
}
