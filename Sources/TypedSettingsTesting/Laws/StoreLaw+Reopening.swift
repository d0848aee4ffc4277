internal import TypedSettings

extension StoreLaw {
  /// What another store finds that is opened later.
  static let ofReopening: [StoreLaw] = [
    StoreLaw("Reopened, a store has the same values and keys") { fixture in
      guard let reopen = fixture.reopen else { return }
      let store = try fixture.makeCleared()
      var written: [(SettingKey, StoredValue)] = []
      for (index, form) in StoreUnderTest.forms.enumerated() {
        let key = try SettingKey(validating: "law.form\(index)")
        if try fixture.writes(form, for: key, to: store) { written.append((key, form)) }
      }
      try store.set(.integer(1), for: "law.removed")
      try store.remove("law.removed")
      try store.synchronize()
      let reopened = try reopen(store)
      let keys = try Set(reopened.keys())
      for (key, form) in written {
        let value = try reopened.value(for: key)
        try require(try fixture.isSame(value, form), "\(form) became \(shown(value))")
        // A file may list what is inside of a dictionary in the place of its key.
        if case .dictionary = form { continue }
        try require(keys.contains(key), "keys() lacks \(key)")
      }
      try require(
        !keys.contains("law.removed") && reopened.value(for: "law.removed") == nil,
        "a removed key is there again")
    },
    StoreLaw("Reopened, a store can be written") { fixture in
      guard let reopen = fixture.reopen else { return }
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.a")
      try store.set(.integer(1), for: "law.b")
      try store.synchronize()
      let second = try reopen(store)
      try second.set(.integer(2), for: "law.a")
      try second.synchronize()
      let third = try reopen(second)
      try require(third.value(for: "law.a") == .integer(2), "a new value was lost")
      try require(third.value(for: "law.b") == .integer(1), "an old value was lost")
    },
  ]
}
