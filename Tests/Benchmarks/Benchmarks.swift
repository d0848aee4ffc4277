import Foundation
import TypedSettings

/// Measures the package, every figure beside its yardstick in the same run.
///
/// `--quick` measures less, for a look; `--json` prints an array instead of a table. The program
/// ends with status 1 when a ratio is above its limit; with `--quick` only above three times its
/// limit, since so short a look at a machine that does other things too is that far off at times.
/// A limit that is an aim is shown and does not count.
@main
enum Benchmarks {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if try StartUpBenchmarks.runChild(arguments) { return }
    let isQuick = arguments.contains("--quick")
    let effort = isQuick ? Effort(repetitions: 7, scale: 0.2) : Effort(repetitions: 11, scale: 1)
    var results = try Yardsticks.run(effort) + GrowthBenchmarks.run(effort)
    results += try ChangeBenchmarks.run(effort) + FileBenchmarks.run(effort)
    #if UserDefaults
    results += try UserDefaultsBenchmarks.run(effort)
    #endif
    results += try StartUpBenchmarks.run(effort) + ReadBenchmarks.run(effort)
    if arguments.contains("--json") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(results), as: UTF8.self))
    } else {
      printTable(results)
      print("\ncheck value: \(checkValue)")
    }
    let margin = isQuick ? 3.0 : 1
    if !results.allSatisfy({ $0.isAim || $0.isWithinLimit(margin: margin) }) { exit(1) }
  }

  private static func printTable(_ results: [Measurement]) {
    print("| what | time | ratio | limit | yardstick |\n|---|---|---|---|---|")
    for result in results {
      let limit = result.limit.map { String(format: "%.4g", $0) } ?? ""
      let mark = result.isWithinLimit() ? "" : " (above)"
      print(
        "| \(result.name) | \(time(result.nanoseconds)) | \(rounded(result.ratio))\(mark) "
          + "| \(limit) | \(result.yardstick) |")
    }
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 1000 ? "\(rounded(nanoseconds)) ns" : "\(rounded(nanoseconds / 1000)) µs"
  }

  private static func rounded(_ number: Double) -> String {
    String(format: number < 0.1 ? "%.4f" : "%.2f", number)
  }
}
