import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

/// Observers while many threads write.
@Suite struct ObservationStressTests {
  /// What an observer was told.
  private final class Told: Sendable {
    private let changes = Mutex<[(old: Int, new: Int)]>([])
    var all: [(old: Int, new: Int)] { changes.withLock { $0 } }
    func add(_ old: Int, _ new: Int) { changes.withLock { $0.append((old, new)) } }
  }

  /// Says what is wrong with what an observer was told, nil where it follows the order.
  private func flaw(of told: Told, in places: [Int: Int]) -> String? {
    var last: (value: Int, place: Int)?
    for (old, new) in told.all {
      guard let place = places[new] else { return "\(new) was never written" }
      if let last {
        if place <= last.place { return "\(new) was told after \(last.value)" }
        if old != last.value { return "\(new) was told after \(old), not after \(last.value)" }
      }
      last = (new, place)
    }
    return nil
  }

  @Test func `8 writers of 1,000 values and 8 observers that come and go`() throws {
    let store = InMemoryStore()
    let setting = Setting(key: "n", default: 0, store: store)
    // In the order in which the store let the writers in.
    let written = Mutex<[Int]>([])
    let live = (0..<8).map { _ in Told() }
    let observations = live.map { told in setting.onChange { told.add($0, $1) } }
    let passing = Mutex<[Told]>([])
    let running = Atomic<Int>(8)

    let writers = (1...8).map { writer in
      { @Sendable in
        for round in 1...1000 {
          let value = writer * 10_000 + round
          try? setting.update { current in
            current = value
            written.withLock { $0.append(value) }
          }
        }
        running.subtract(1, ordering: .releasing)
      }
    }
    let observers = (1...8).map { _ in
      { @Sendable in
        while running.load(ordering: .acquiring) > 0 {
          let told = Told()
          let observation = setting.onChange { told.add($0, $1) }
          _ = setting.value
          observation.cancel()
          passing.withLock { $0.append(told) }
        }
      }
    }
    Threads.run(writers + observers)

    let order = written.withLock { $0 }
    #expect(order.count == 8000)
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    for told in live {
      #expect(flaw(of: told, in: places) == nil)
      #expect(told.all.last?.new == order.last)
    }
    let all = passing.withLock { $0 }
    #expect(all.allSatisfy { flaw(of: $0, in: places) == nil })
    #expect(!all.isEmpty)
    for observation in observations { observation.cancel() }
    let afterwards = live.map { $0.all.count }
    setting.value = 0
    #expect(live.map { $0.all.count } == afterwards)
  }

  @Test func `a change that another thread makes while observers run is told next`() {
    let setting = Setting(key: "n", default: 0, store: .inMemory())
    let told = Told()
    let observation = setting.onChange { old, new in
      told.add(old, new)
      if new < 3 { _ = try? Threads.onOther { setting.value = new + 1 } }
    }
    setting.value = 1
    #expect(told.all.map(\.new) == [1, 2, 3])
    observation.cancel()
  }

  @Test func `the last of a few changes at once is told each time`() {
    let setting = Setting(key: "n", default: 0, store: .inMemory())
    for _ in 0..<300 {
      let told = Told()
      let observation = setting.onChange { told.add($0, $1) }
      let failures = Threads.parallel(threads: 4, count: 2) { try setting.update { $0 += 1 } }
      #expect(failures == 0)
      #expect(told.all.last?.new == setting.value)
      observation.cancel()
    }
  }

  @Test func `setting, store and observation may go while another thread writes`() {
    let leaks = Atomic<Int>(0)
    for round in 0..<300 {
      let store = Mutex<InMemoryStore?>(InMemoryStore())
      weak var weakStore: InMemoryStore?
      do {
        weakStore = store.withLock { $0 }
        var setting = store.withLock { $0 }.map { Setting(key: "n", default: 0, store: $0) }
        let told = Told()
        let observation = Mutex(setting?.onChange { told.add($0, $1) })
        let isHeld = Atomic<Bool>(false)
        let setting0 = Mutex(setting)
        setting = nil
        Threads.run([
          {
            var value = 0
            while let store = store.withLock({ $0 }) {
              value += 1
              try? store.set(.integer(Int64(value)), for: "n")
              isHeld.store(true, ordering: .releasing)
            }
          },
          {
            while !isHeld.load(ordering: .acquiring) {}
            // In another order each time.
            let drops: [() -> Void] = [
              { setting0.withLock { $0 = nil } }, { observation.withLock { $0 = nil } },
              { store.withLock { $0 = nil } },
            ]
            for index in drops.indices { drops[(index + round) % drops.count]() }
            store.withLock { $0 = nil }
          },
        ])
      }
      if weakStore != nil { leaks.add(1, ordering: .relaxed) }
    }
    #expect(leaks.load(ordering: .relaxed) == 0)
  }

  @Test func `an observation cancelled in its first event is told no second one`() {
    for _ in 0..<200 {
      let setting = Setting(key: "n", default: 0, store: .inMemory())
      let count = Atomic<Int>(0)
      let token = Mutex<SettingObservation?>(nil)
      let observation = setting.onChange { _, _ in
        count.add(1, ordering: .relaxed)
        token.withLock { $0 }?.cancel()
      }
      token.withLock { $0 = observation }
      let failures = Threads.parallel(threads: 4, count: 10) { try setting.update { $0 += 1 } }
      #expect(failures == 0)
      #expect(count.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `each of 8 sequences ends with the last value`() async {
    let setting = Setting(key: "n", default: 0, store: .inMemory())
    let last = 2000
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var before = -1
          for await value in setting.values {
            if value <= before { return false }
            before = value
            if value == last { return true }
          }
          return false
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<(last / 4) { try? setting.update { $0 += 1 } }
          return true
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
