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
  /// Whether the limit is one that the package does not keep yet: the program shows it, and does not
  /// fail for it.
  let isAim: Bool

  /// Compares two times of one run.
  init(
    _ name: String, _ nanoseconds: Double, over yardstick: String, _ base: Double,
    limit: Double? = nil, isAim: Bool = false
  ) {
    self.name = name
    self.nanoseconds = nanoseconds
    self.yardstick = yardstick
    ratio = nanoseconds / base
    self.limit = limit
    self.isAim = isAim
  }

  func isWithinLimit(margin: Double = 1) -> Bool {
    limit.map { ratio <= $0 * margin } ?? true
  }

  /// With a limit of null where there is none, since an absent name would say less.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(nanoseconds, forKey: .nanoseconds)
    try container.encode(yardstick, forKey: .yardstick)
    try container.encode(ratio, forKey: .ratio)
    try container.encode(limit, forKey: .limit)
  }

  private enum CodingKeys: CodingKey {
    case name, nanoseconds, yardstick, ratio, limit
  }
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
  return times.map(median)
}

/// The one in the middle.
func median(_ numbers: [Double]) -> Double {
  numbers.sorted()[numbers.count / 2]
}

/// How many reads one body of ``medians(_:operations:_:)`` makes.
let readsPerBody = 1000

/// What was read, added up; it is printed, so that no read is optimised away.
nonisolated(unsafe) private(set) var checkValue = 0

/// A body of reads in a loop.
///
/// Each read is a call of a closure, for the yardsticks too: what can be inlined into a loop is moved
/// out of it, or runs into itself, and neither happens in programs.
@inline(never)
func reads(_ read: @escaping () -> Int) -> () -> Void {
  {
    var sum = 0
    for _ in 0..<readsPerBody { sum &+= read() }
    checkValue &+= sum
  }
}

/// A body of reads of what belongs to the main actor.
@inline(never)
func readsOnMain(_ read: @escaping @MainActor @Sendable () -> Int) -> () -> Void {
  {
    MainActor.assumeIsolated {
      var sum = 0
      for _ in 0..<readsPerBody { sum &+= read() }
      checkValue &+= sum
    }
  }
}

/// The median times of one read of each body, in nanoseconds.
func readMedians(_ effort: Effort, _ bodies: [() throws -> Void]) throws -> [Double] {
  try medians(effort, operations: 200, bodies).map { $0 / Double(readsPerBody) }
}
