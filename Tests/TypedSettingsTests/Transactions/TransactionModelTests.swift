import Foundation
import Synchronization
import TestSupport
import Testing
import TypedSettings

/// Random programs of nested transactions on several stores, beside a model of what they do.
@Suite struct TransactionModelTests {
  private struct Refused: Error {}

  private static let keys: [SettingKey] = ["first", "second", "third"]

  /// One store, the settings over it, and what the model says of it.
  private final class Place {
    let store: any SettingStore
    let settings: [Setting<Int>]
    /// The same without a range, which take a shorter way to their value.
    let plain: [Setting<Int>]
    /// The values of the settings, nil where none is stored.
    var values: [Int?]
    /// Whether an assignment has failed, for each transaction on the store that is running.
    var failures: [Bool] = []

    init(_ store: any SettingStore) {
      self.store = store
      settings = TransactionModelTests.keys.map {
        Setting(key: $0, default: -1, in: -1...9, store: store)
      }
      plain = TransactionModelTests.keys.map { Setting(key: $0, default: -1, store: store) }
      values = [nil, nil, nil]
    }
  }

  /// What observers of one setting were told.
  private final class Told: Sendable {
    private let changes = Mutex<[[Int]]>([])
    /// Whether a transaction is running, in which nothing must be told.
    static let isTooEarly = TaskLocal(wrappedValue: false)
    let wasEarly = Atomic(false)

    func add(_ old: Int, _ new: Int) {
      if Self.isTooEarly.get() { wasEarly.store(true, ordering: .relaxed) }
      changes.withLock { $0.append([old, new]) }
    }

    func take() -> [[Int]] {
      changes.withLock { changes in
        defer { changes = [] }
        return changes
      }
    }
  }

  /// A random program, and what it found wrong.
  private final class Run {
    var random: SeededGenerator
    let places: [Place]
    /// Reads the first two stores, and writes to the first one.
    let layers: any SettingStore
    let layered: [Setting<Int>]
    var flaws: [String] = []
    var transactions = 0

    init(seed: UInt64, places: [Place]) {
      random = SeededGenerator(seed: seed)
      self.places = places
      layers = .layers([places[0].store, places[1].store])
      let layers = layers
      layered = TransactionModelTests.keys.map {
        Setting(key: $0, default: -1, in: -1...9, store: layers)
      }
    }

    private func number(below bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    /// What a setting over the layers shows.
    func shown(_ index: Int) -> Int { places[0].values[index] ?? places[1].values[index] ?? -1 }

    private func check(_ what: String, _ found: Int?, _ expected: Int?) {
      if found != expected {
        flaws.append(
          "\(what): \(found.map(String.init) ?? "nil"), not \(String(describing: expected))")
      }
    }

    /// A few operations in a row, some of them transactions with operations of their own.
    func operate(depth: Int) throws {
      for _ in 0...number(below: 4) {
        let place = places[number(below: places.count)]
        let index = number(below: 3)
        switch number(below: 12) {
        case 0, 1, 2: try write(place, index)
        case 3:
          try? place.settings[index].reset()
          place.values[index] = nil
        case 4: refuse(place, index)
        case 5:
          check("value", place.settings[index].value, place.values[index] ?? -1)
          check("value of a plain setting", place.plain[index].value, place.values[index] ?? -1)
          check("stored", try place.settings[index].read(), place.values[index])
        case 6: check("layered", layered[index].value, shown(index))
        case 7:
          let value = number(below: 10)
          layered[index].value = value
          places[0].values[index] = value
        case 8 where depth > 0: throw Refused()
        default:
          if depth < 4 { try transact(place, depth: depth) }
        }
      }
    }

    private func write(_ place: Place, _ index: Int) throws {
      let value = number(below: 10)
      switch number(below: 3) {
      case 0: place.settings[index].value = value
      case 1: try place.settings[index].write(value)
      default: try place.store.set(.integer(Int64(value)), for: place.settings[index].key)
      }
      place.values[index] = value
    }

    /// An assignment out of range, which makes the transaction around it fail.
    private func refuse(_ place: Place, _ index: Int) {
      place.settings[index].value = 10
      if !place.failures.isEmpty { place.failures[place.failures.count - 1] = true }
    }

    private func transact(_ place: Place, depth: Int) throws {
      transactions += 1
      let before = place.values
      place.failures.append(false)
      var isExpectedToFail = false
      var hasFailed = false
      // Through the layers the same transaction is on the store that takes their writes.
      let front = place === places[0] && number(below: 2) == 0 ? layers : place.store
      do {
        try front.update { _ in
          do {
            try Told.isTooEarly.withValue(true) { try operate(depth: depth + 1) }
          } catch {
            isExpectedToFail = true
            throw error
          }
        }
      } catch {
        hasFailed = true
      }
      isExpectedToFail = (place.failures.popLast() ?? false) || isExpectedToFail
      if hasFailed != isExpectedToFail {
        flaws.append("a transaction \(hasFailed ? "failed" : "did not fail")")
      }
      if isExpectedToFail {
        place.values = before
        // Some callers pass the error on.
        if depth > 0 && number(below: 2) == 0 { throw Refused() }
      }
    }
  }

  @Test func `nested transactions do what a model says, and observers are told the outcome`() throws
  {
    let folder = try TemporaryFolder()
    let file = JSONFileStore(at: folder.url.appending(path: "settings.json"), level: .atomic)
    let places = [Place(InMemoryStore()), Place(InMemoryStore()), Place(file)]
    let seed = UInt64.random(in: 0...(.max))
    print("transactions: seed \(seed)")
    let run = Run(seed: seed, places: places)
    let settings = places.flatMap(\.settings) + run.layered
    let told = settings.map { _ in Told() }
    let observations = zip(settings, told).map { setting, told in
      setting.onChange { told.add($0, $1) }
    }
    func values() -> [Int] {
      places.flatMap { place in place.values.map { $0 ?? -1 } } + (0..<3).map(run.shown)
    }
    func play() {
      for round in 0..<3000 where run.flaws.isEmpty {
        let before = values()
        do {
          try run.operate(depth: 0)
        } catch {
          run.flaws.append("\(error)")
        }
        let now = values()
        for (index, told) in told.enumerated() {
          let changes = told.take()
          // Each operation at the top is told by itself, so that there can be several changes.
          let ends = changes.last.map { $0[1] } ?? before[index]
          if ends != now[index] {
            run.flaws.append("round \(round): \(changes), not \(now[index])")
          }
          if changes.contains(where: { $0[0] == $0[1] }) {
            run.flaws.append("no change: \(changes)")
          }
          for (one, next) in zip(changes, changes.dropFirst()) where one[1] != next[0] {
            run.flaws.append("a gap: \(changes)")
          }
          if let first = changes.first, first[0] != before[index] {
            run.flaws.append("began with \(first), not \(before[index])")
          }
        }
        for place in places {
          for (setting, value) in zip(place.settings, place.values) {
            if (try? setting.read()) != value { run.flaws.append("round \(round): \(setting.key)") }
          }
        }
      }
    }
    SettingDiagnostics.withHandler({ _ in }, play)
    #expect(run.flaws == [], "seed \(seed)")
    #expect(!told.contains { $0.wasEarly.load(ordering: .relaxed) })
    #expect(run.transactions > 500)
    withExtendedLifetime((observations, folder)) {}
  }
}
