import Foundation
import Synchronization
import TypedSettings

/// Reads of unchanged settings, against what people write by hand.
enum ReadBenchmarks {
  enum Theme: String, SettingValue { case light, dark }

  struct Profile: Codable, Sendable, SettingValue {
    var name: String
    var age: Int
  }

  struct Values: Configuration {
    static let shared = Self()
    @Setting(key: "integer", default: 1, store: Stores.memory) var integer: Int
    @Setting(key: "truth", default: true, store: Stores.memory) var truth: Bool
    @Setting(key: "double", default: 0.5, store: Stores.memory) var double: Double
    @Setting(key: "theme", default: Theme.light, store: Stores.memory) var theme: Theme
    @Setting(key: "string", default: "text", store: Stores.memory) var string: String
    @Setting(key: "long", default: "text", store: Stores.memory) var longString: String
    @Setting(key: "profile", default: Profile(name: "", age: 0), store: Stores.memory)
    var profile: Profile
    /// Read from the default store.
    @Setting(key: "integer", default: 1) var common: Int
  }

  @MainActor enum Classic {
    @Setting(key: "integer", default: 1, store: Stores.memory) static var integer: Int
    @Setting(key: "double", default: 0.5, store: Stores.memory) static var double: Double
  }

  enum Stores {
    static let values: [SettingKey: StoredValue] = [
      "integer": 7, "truth": false, "double": 0.25, "theme": "dark", "string": "a stored string",
      "long": .string(Yardsticks.longText),
      "profile": ["name": .string(Yardsticks.longText), "age": 7],
    ]
    static let memory = InMemoryStore(values)
    static let layered = LayeredStore([
      .arguments(["program"]), .environment(variables: [:]), .inMemory(), .inMemory(), memory,
    ])
  }

  static func run(_ effort: Effort) throws -> [Measurement] {
    DefaultSettingStore.use(Stores.memory)
    return try bits(effort) + references(effort) + threads(effort) + scope(effort)
  }

  /// Values of at most eight bytes without references.
  private static func bits(_ effort: Effort) throws -> [Measurement] {
    let folder = try Folder()
    let file = JSONFileStore(at: folder.url.appending(path: "settings.json"))
    try file.set(7, for: "integer")
    let handle = Setting(key: "integer", default: 1, store: Stores.memory)
    let inFile = Setting(key: "integer", default: 1, store: file)
    let layered = Setting(key: "integer", default: 1, store: Stores.layered)
    let bodies: [(name: String, body: () -> Void)] = [
      ("Mutex<Int>", reads { Yardsticks.integer.withLock { $0 } }),
      ("read Int, configuration", reads { Values.integer }),
      ("read Int, configuration, default store", reads { Values.common }),
      ("read Bool, configuration", reads { Values.truth ? 1 : 0 }),
      ("read Double, configuration", reads { Int(Values.double) }),
      ("read enum with a raw value, configuration", reads { Values.theme == .dark ? 1 : 0 }),
      ("read Int, handle", reads { handle.value }),
      ("read Int, handle, file", reads { inFile.value }),
      ("read Int, classic", readsOnMain { Classic.integer }),
      ("read Double, classic", readsOnMain { Int(Classic.double) }),
      ("read Int, handle, 5 layers", reads { layered.value }),
    ]
    let times = try readMedians(effort, bodies.map(\.body))
    return zip(bodies, times).dropFirst().map {
      Measurement(
        $0.0.name, $0.1, over: "Mutex<Int>", times[0], limit: 1,
        // Of these, 5 ns are the Observation framework's own, and the classic spelling adds what
        // Swift does for a static variable of the main actor.
        isAim: $0.0.name.contains("classic") || $0.0.name.contains("default store"))
    }
      + [Measurement("read Int, 5 layers", times[10], over: "one store", times[6], limit: 1.1)]
  }

  /// Values that are copied under a lock.
  private static func references(_ effort: Effort) throws -> [Measurement] {
    let times = try readMedians(
      effort,
      [
        reads { Yardsticks.string.withLock { $0 }.utf8.count },
        reads { Values.string.utf8.count },
        reads { Yardsticks.longString.withLock { $0 }.utf8.count },
        reads { Values.longString.utf8.count },
        reads { Values.profile.name.utf8.count },
      ])
    let name = "Mutex<String>"
    return [
      Measurement("read String", times[1], over: name, times[0], limit: 1.5),
      Measurement(
        "read String, 68 bytes", times[3], over: "\(name), 68 bytes", times[2], limit: 1.5),
      Measurement(
        "read struct with a String", times[4], over: "\(name), 68 bytes", times[2], limit: 1.5),
    ]
  }

  /// Two threads that read one setting, each as often as the one.
  private static func threads(_ effort: Effort) throws -> [Measurement] {
    let handle = Setting(key: "integer", default: 1, store: Stores.memory)
    let count = Int(4_000_000 * effort.scale)
    var times: [[Double]] = [[], []]
    for _ in 0...effort.repetitions {
      for threads in 1...2 {
        let start = Atomic(0)
        let all = Mutex<[Double]>([])
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
          start.add(1, ordering: .acquiringAndReleasing)
          while start.load(ordering: .acquiring) < threads {}
          var sum = 0
          let begin = ContinuousClock.now
          for _ in 0..<count { sum &+= handle.value }
          let duration = ContinuousClock.now - begin
          all.withLock { $0.append(duration / .nanoseconds(1) + (sum == 1 ? 1 : 0)) }
        }
        let longest = all.withLock { $0.max() ?? 0 }
        times[threads - 1].append(longest / Double(count * threads))
      }
    }
    let one = median(Array(times[0].dropFirst()))
    let two = median(Array(times[1].dropFirst()))
    return [
      Measurement("read Int, two threads", two, over: "one thread", one, limit: 1 / 1.8)
    ]
  }

  /// Inside a scope; the last one, since settings look at their task from then on.
  static func scope(_ effort: Effort) throws -> [Measurement] {
    let times = try withSettingStore(.inMemory(["integer": 3])) {
      try readMedians(
        effort, [reads { Yardsticks.integer.withLock { $0 } }, reads { Values.integer }])
    }
    return [Measurement("read Int in a scope", times[1], over: "Mutex<Int>", times[0], limit: 4)]
  }
}
