import Foundation

/// One figure of the benchmark beside the yardstick it was measured with, in the same run.
struct Measurement: Encodable {
  let name: String
  /// The median time of one operation.
  let nanoseconds: Double
  /// What it is compared with.
  let yardstick: String
  let ratio: Double
  /// The largest ratio that is accepted, nil where there is none.
  let limit: Double?

  var isWithinLimit: Bool { limit.map { ratio <= $0 } ?? true }
}

/// How often things are measured.
struct Effort {
  /// How many times each measurement is repeated, for a median.
  let repetitions: Int
  /// How many operations make one repetition, where they are fast.
  let scale: Double
}

/// The median times of one operation of each body, in nanoseconds.
///
/// The bodies take turns, so that a machine that becomes slower does so for all.
func medians(
  _ effort: Effort, operations: Int, _ bodies: [() throws -> Void]
) throws -> [Double] {
  let count = max(1, Int(Double(operations) * effort.scale))
  var times = [[Double]](repeating: [], count: bodies.count)
  for repetition in 0...effort.repetitions {
    for (index, body) in bodies.enumerated() {
      let start = ContinuousClock.now
      for _ in 0..<count { try body() }
      let duration = ContinuousClock.now - start
      // The first round is for warming up.
      if repetition > 0 { times[index].append(duration / .nanoseconds(1) / Double(count)) }
    }
  }
  return times.map { $0.sorted()[$0.count / 2] }
}
