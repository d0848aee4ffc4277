internal import Dispatch
internal import Foundation
internal import Synchronization
internal import TypedSettings

extension StoreLaw {
  /// What settings rely on to keep values.
  static let ofRevisions: [StoreLaw] = [
    StoreLaw("A change moves the revision, and reading does not") { fixture in
      let store = try fixture.makeCleared()
      guard let before = store.revision else { return }
      try store.set(.integer(1), for: "law.a")
      let written = store.revision
      try require(written != before, "a new value did not move it")
      _ = try store.value(for: "law.a")
      _ = try store.keys()
      try require(store.revision == written, "reading moved it")
      try store.remove("law.a")
      try require(store.revision != written, "a removal did not move it")
    },
    StoreLaw("The cell of the revision is one for the life of the store, and says what it is") {
      fixture in
      let store = try fixture.makeCleared()
      guard let cell = store.revisionCell else { return }
      try require(cell.revision == store.revision, "it said something else")
      try store.set(.integer(1), for: "law.a")
      try require(store.revisionCell === cell, "it was another one later")
      try require(cell.revision == store.revision, "it said something else after a change")
    },
    StoreLaw("The revision belongs to the values that can be read, no earlier and no later") {
      fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(0), for: "law.a")
      if store.revision == nil { return }
      let table = RevisionTable()
      let wrong = Findings()
      let look: @Sendable () -> Void = {
        if let text = table.look(at: store) { wrong.add(text) }
      }
      let isOver = Findings()
      let reader: @Sendable () -> Void = {
        while isOver.isEmpty { look() }
      }
      Threads.run([
        reader, reader,
        {
          do {
            for round in 1...150 {
              try store.update { transaction in
                try transaction.set(.integer(Int64(round)), for: "law.a")
                try Threads.onOther(look)
              }
              look()
            }
          } catch {
            wrong.add("a writer failed: \(error)")
          }
          isOver.add("over")
        },
      ])
      try require(wrong.isEmpty, wrong.first)
    },
  ]

  /// What happens at the same time.
  static let ofThreads: [StoreLaw] = [
    StoreLaw("1,000 parallel updates give 1,000") { fixture in
      let store = try fixture.makeCleared()
      let counter = Setting(key: "law.counter", default: 0, store: store)
      let wrong = Findings()
      _ = Threads.parallel(threads: 8, count: 125) {
        do {
          try counter.update { $0 += 1 }
        } catch {
          wrong.add("one threw: \(error)")
        }
      }
      let sum = try counter.read() ?? 0
      try require(wrong.isEmpty, wrong.first)
      try require(sum == 1000, "they gave \(sum)")
    },
    StoreLaw("A transaction begins when the one before it has ended") { fixture in
      let store = try fixture.makeCleared()
      let hasBegun = DispatchSemaphore(value: 0)
      let hasEnded = DispatchSemaphore(value: 0)
      let wrong = Findings()
      var isTooEarly = false
      try store.update { transaction in
        try transaction.set(.integer(1), for: "law.a")
        Thread {
          do {
            try store.update { _ in hasBegun.signal() }
          } catch {
            wrong.add("the second one threw: \(error)")
          }
          hasEnded.signal()
        }.start()
        // That nothing happens can only be seen by waiting for a while.
        isTooEarly = hasBegun.wait(timeout: .now() + min(fixture.patience, 0.5)) == .success
      }
      hasEnded.wait()
      try require(!isTooEarly, "a second one was begun while it was open")
      try require(wrong.isEmpty, wrong.first)
    },
    StoreLaw("Writers of different keys do not undo each other") { fixture in
      let store = try fixture.makeCleared()
      let next = Atomic<Int>(0)
      let keys = try (10..<18).map { try SettingKey(validating: "law.own\($0)") }
      let failures = Threads.parallel(threads: 8, count: 1) {
        let key = keys[next.add(1, ordering: .relaxed).oldValue]
        for round in 1...50 { try store.set(.integer(Int64(round)), for: key) }
      }
      try require(failures == 0, "\(failures) of them threw")
      for key in keys {
        let value = try store.value(for: key)
        try require(value == .integer(50), "\(key) was \(shown(value)) at the end, and not 50")
      }
    },
  ]
}

/// Which value was seen with which revision.
private final class RevisionTable: Sendable {
  private let values = Mutex<[SettingRevision: StoredValue?]>([:])

  /// Looks at the store; returns what is wrong.
  func look(at store: any SettingStore) -> String? {
    let revision = store.revision
    let value: StoredValue?
    do {
      value = try store.value(for: "law.a")
    } catch {
      return "a reader failed: \(error)"
    }
    guard let revision, store.revision == revision else { return nil }
    return values.withLock { values in
      guard let known = values.updateValue(value, forKey: revision), known != value else {
        return nil
      }
      return "\(shown(known)) and \(shown(value)) were read with one revision"
    }
  }
}
