internal import TypedSettings

extension StoreLaw {
  /// Several values as one change.
  static let ofTransactions: [StoreLaw] = [
    StoreLaw("Reads go on while a transaction is open") { _ in
      // That is checked before each law.
    },
    StoreLaw("A transaction that throws changes nothing") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.a")
      try store.set(.integer(1), for: "law.b")
      do {
        try store.update { transaction in
          try transaction.set(.integer(2), for: "law.a")
          try transaction.remove("law.b")
          try transaction.set(.integer(2), for: "law.c")
          throw CancellationError()
        }
      } catch is CancellationError {
        try require(store.value(for: "law.a") == .integer(1), "a value was written")
        try require(store.value(for: "law.b") == .integer(1), "a value was removed")
        try require(store.value(for: "law.c") == nil, "a value was added")
        return
      }
      throw Breach(text: "the error was not passed on")
    },
    StoreLaw("A transaction sees its own changes, and nobody else does") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.a")
      let (inside, outside) = try store.update { transaction in
        try transaction.set(.integer(2), for: "law.a")
        let outside = try Threads.onOther { try store.value(for: "law.a") }
        return (try transaction.value(for: "law.a"), outside)
      }
      try require(inside == .integer(2), "inside, 2 was \(shown(inside))")
      try require(outside == .integer(1), "outside, 1 was \(shown(outside))")
      try require(store.value(for: "law.a") == .integer(2), "at its end it was not written")
    },
    StoreLaw("All changes of a transaction are applied, removals too") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.a")
      try store.update { transaction in
        try transaction.remove("law.a")
        for key: SettingKey in ["law.b", "law.c", "law.d"] {
          try transaction.set(.string(key.rawValue), for: key)
        }
      }
      try require(store.value(for: "law.a") == nil, "what was removed is there")
      for key: SettingKey in ["law.b", "law.c", "law.d"] {
        try require(store.value(for: key) == .string(key.rawValue), "\(key) was not written")
      }
    },
    StoreLaw("An update inside an update is part of it") { fixture in
      let store = try fixture.makeCleared()
      try store.update { transaction in
        try store.set(.integer(1), for: "law.a")
        do {
          try store.update { inner in
            try inner.set(.integer(2), for: "law.a")
            throw CancellationError()
          }
        } catch is CancellationError {}
        try require(
          transaction.value(for: "law.a") == .integer(1), "the inner one was not undone alone")
        let outside = try Threads.onOther { try store.value(for: "law.a") }
        try require(outside == nil, "what is inside was written before the end")
      }
      try require(store.value(for: "law.a") == .integer(1), "at its end it was not written")
    },
    StoreLaw("A transaction is not to be used after its end") { fixture in
      let store = try fixture.makeCleared()
      let transaction = try store.update { $0 }
      do {
        try transaction.set(.integer(9), for: "law.a")
      } catch let error as SettingError where error.kind == .transactionMisused {
        return try require(store.value(for: "law.a") == nil, "it has written all the same")
      }
      throw Breach(text: "it did not throw")
    },
    StoreLaw("The changes of a transaction are seen together") { fixture in
      let store = try fixture.makeCleared()
      let keys = try (10..<20).map { try SettingKey(validating: "law.part\($0)") }
      let torn = Findings()
      let isOver = Findings()
      let reader: @Sendable () -> Void = {
        do {
          while isOver.isEmpty {
            // Of two values written together, the one read later is never older.
            let pairs = [(keys[0], keys[9]), (keys[9], keys[0])]
            for (first, second) in pairs {
              let earlier = try number(first, in: store)
              let later = try number(second, in: store)
              if later < earlier {
                torn.add("\(second) was \(later) after \(first) was \(earlier)")
              }
            }
          }
        } catch {
          torn.add("a reader failed: \(error)")
        }
      }
      Threads.run([
        reader, reader,
        {
          do {
            for round in 1...150 {
              try store.update { transaction in
                for key in keys { try transaction.set(.integer(Int64(round)), for: key) }
              }
            }
          } catch {
            torn.add("a writer failed: \(error)")
          }
          isOver.add("over")
        },
      ])
      try require(torn.isEmpty, torn.first)
    },
  ]

  /// The number under a key, 0 where there is none yet.
  static func number(_ key: SettingKey, in store: any SettingStore) throws -> Int64 {
    guard case .integer(let number) = try store.value(for: key) else { return 0 }
    return number
  }
}
