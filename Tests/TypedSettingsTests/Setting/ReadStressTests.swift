import Foundation
import Synchronization
import Testing

@testable import TypedSettings

/// Threads that read while others write, and while stores come and go.
@Suite struct ReadStressTests {
  /// Runs the bodies on threads of their own, and waits for all.
  private func together(_ bodies: [@Sendable () -> Void]) {
    let group = DispatchGroup()
    for body in bodies {
      group.enter()
      Thread {
        body()
        group.leave()
      }.start()
    }
    group.wait()
  }

  @Test(arguments: [false, true])
  func `who has seen a change is not shown the old value again`(_ isLayered: Bool) {
    let memory = InMemoryStore()
    let store: any SettingStore = isLayered ? .layers([.inMemory(), memory]) : memory
    let number = Setting(key: "n", default: 0, store: store)
    let text = Setting(key: "text", default: Text(value: 0), store: store)
    let stop = Atomic(false)
    let failures = Mutex<[String]>([])
    let reader: @Sendable () -> Void = {
      var last = 0
      while !stop.load(ordering: .acquiring) {
        let raw = memory.integer(forKey: "n", default: 0)
        let values = [last, raw, number.value, text.value.value]
        if values != values.sorted() {
          failures.withLock { $0.append("\(values)") }
          break
        }
        last = values[3]
      }
    }
    let writer: @Sendable () -> Void = {
      defer { stop.store(true, ordering: .releasing) }
      do {
        for value in 1...20_000 {
          try memory.update { transaction in
            try transaction.set(.integer(Int64(value)), for: "n")
            try transaction.set(.integer(Int64(value)), for: "text")
          }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    together([reader, reader, writer])
    #expect(failures.withLock { $0 } == [])
  }

  /// A number that is kept under a lock, because it has a reference.
  private struct Text: SettingValue {
    let value: Int
    let text: String
    init(value: Int) {
      self.value = value
      text = "the number \(value), at some length"
    }

    init(storedValue: StoredValue) throws {
      self.init(value: try Int(storedValue: storedValue))
    }

    var storedValue: StoredValue { .integer(Int64(value)) }
  }

  @Test func `each scope shows its own values while stores come and go`() {
    let number = Setting(key: "n", default: -1)
    let text = Setting(key: "t", default: "")
    let failures = Atomic(0)
    let bodies = (0..<4).map { thread -> @Sendable () -> Void in
      {
        for round in 0..<1_000 {
          let value = thread * 1_000_000 + round
          let name = "the text \(value) of a store"
          let store = InMemoryStore(["n": .integer(Int64(value)), "t": .string(name)])
          withSettingStore(store) {
            for _ in 0..<20 where number.value != value || text.value != name {
              failures.add(1, ordering: .relaxed)
            }
            number.value = value + 1
            if number.value != value + 1 { failures.add(1, ordering: .relaxed) }
          }
        }
      }
    }
    together(bodies)
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  @Test func `settings with stores of their own die while others read`() {
    let failures = Atomic(0)
    let bodies = (0..<3).map { _ -> @Sendable () -> Void in
      {
        for round in 0..<1_000 {
          let store = InMemoryStore(["n": .integer(Int64(round))])
          let layers = LayeredStore([InMemoryStore(), store])
          let first = Setting(key: "n", default: -1, store: layers)
          let second = Setting(key: "n", default: -1, store: store)
          for _ in 0..<10 where first.value != round || second.value != round {
            failures.add(1, ordering: .relaxed)
          }
        }
      }
    }
    together(bodies)
    #expect(failures.load(ordering: .relaxed) == 0)
  }

  @Test func `the default store can be switched while others read`() async {
    await #expect(processExitsWith: .success) {
      SettingDiagnostics.handler = { _ in }
      let number = Setting(key: "n", default: -1)
      let stop = Atomic(false)
      let newest = Atomic(0)
      let failures = Atomic(0)
      DefaultSettingStore.use(.inMemory(["n": 0]))
      let readers = (0..<2).map { _ in
        Thread {
          while !stop.load(ordering: .acquiring) {
            let least = newest.load(ordering: .acquiring)
            if number.value < least { failures.add(1, ordering: .relaxed) }
          }
        }
      }
      for reader in readers { reader.start() }
      for value in 1...5_000 {
        DefaultSettingStore.use(.inMemory(["n": .integer(Int64(value))]))
        newest.store(value, ordering: .releasing)
      }
      stop.store(true, ordering: .releasing)
      while readers.contains(where: { !$0.isFinished }) {}
      #expect(failures.load(ordering: .relaxed) == 0)
    }
  }
}
