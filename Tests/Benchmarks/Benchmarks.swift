import Foundation
import TypedSettings

/// Measures the package, every figure beside its yardstick in the same run.
///
/// `--quick` measures less, for a look; `--json` prints an array instead of a table. The program
/// ends with status 1 when a ratio is above its limit, with `--quick` above three times its limit.
@main
enum Benchmarks {
  static func main() throws {
    let arguments = Set(CommandLine.arguments.dropFirst())
    let isQuick = arguments.contains("--quick")
    let effort = isQuick ? Effort(repetitions: 5, scale: 0.25) : Effort(repetitions: 9, scale: 1)
    let results = try ReadBenchmarks.run(effort) + FileBenchmarks.run(effort)
    if arguments.contains("--json") {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      print(String(decoding: try encoder.encode(results), as: UTF8.self))
    } else {
      printTable(results)
    }
    let margin = isQuick ? 3.0 : 1.0
    if results.contains(where: { $0.limit.map { limit in limit * margin } ?? .infinity < $0.ratio })
    {
      exit(1)
    }
  }

  private static func printTable(_ results: [Measurement]) {
    print("| what | time | ratio | limit | yardstick |\n|---|---|---|---|---|")
    for result in results {
      let limit = result.limit.map { "\($0)" } ?? ""
      let mark = result.isWithinLimit ? "" : " (above)"
      print(
        "| \(result.name) | \(time(result.nanoseconds)) | \(rounded(result.ratio))\(mark) "
          + "| \(limit) | \(result.yardstick) |")
    }
  }

  private static func time(_ nanoseconds: Double) -> String {
    nanoseconds < 1000
      ? "\(rounded(nanoseconds)) ns" : "\(rounded(nanoseconds / 1000)) µs"
  }

  private static func rounded(_ number: Double) -> String {
    String(format: "%.2f", number)
  }
}
