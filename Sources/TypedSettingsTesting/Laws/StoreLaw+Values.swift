internal import TypedSettings

extension StoreLaw {
  /// One value at a time.
  static let ofValues: [StoreLaw] = [
    StoreLaw("A key that was never written is nil and not listed") { fixture in
      let store = try fixture.makeCleared()
      try require(store.value(for: "law.unset") == nil, "value(for:) is not nil")
      try require(!store.keys().contains("law.unset"), "keys() has it")
    },
    StoreLaw("Every form of value comes back equal") { fixture in
      let store = try fixture.makeCleared()
      var wrong: [String] = []
      for form in StoreUnderTest.forms {
        guard try fixture.writes(form, for: "law.form", to: store) else { continue }
        let value = try store.value(for: "law.form")
        if try !fixture.isSame(value, form) { wrong.append("\(form) became \(shown(value))") }
      }
      try require(wrong.isEmpty, wrong.joined(separator: ", "))
    },
    StoreLaw("Each form replaces each other one, however alike they are") { fixture in
      let store = try fixture.makeCleared()
      for first in StoreUnderTest.forms {
        guard try fixture.writes(first, for: "law.form", to: store) else { continue }
        for second in StoreUnderTest.forms {
          try store.set(first, for: "law.form")
          guard try fixture.writes(second, for: "law.form", to: store) else { continue }
          let value = try store.value(for: "law.form")
          try require(
            try fixture.isSame(value, second), "after \(first), \(second) became \(shown(value))")
        }
      }
    },
    StoreLaw("A stored null is a value, and not the same as nothing") { fixture in
      let store = try fixture.makeCleared()
      guard try fixture.writes(.null, for: "law.null", to: store) else { return }
      try require(store.value(for: "law.null") == .null, "value(for:) does not give it back")
      try require(store.keys().contains("law.null"), "keys() lacks it")
    },
    StoreLaw("What is refused leaves the old value") { fixture in
      let store = try fixture.makeCleared()
      for form in StoreUnderTest.forms + [tooDeep] {
        try store.set(.integer(7), for: "law.kept")
        if (try? store.set(form, for: "law.kept")) != nil { continue }
        let value = try store.value(for: "law.kept")
        try require(value == .integer(7), "a refused value left \(shown(value)) of 7")
      }
    },
    StoreLaw("A written key is listed once") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.listed")
      try store.set(.integer(2), for: "law.listed")
      let count = try store.keys().filter { $0 == "law.listed" }.count
      try require(count == 1, "keys() has it \(count) times")
    },
    StoreLaw("A removed key is nil and not listed, and can be removed again") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.removed")
      for _ in 1...2 {
        try store.remove("law.removed")
        try require(store.value(for: "law.removed") == nil, "value(for:) is not nil")
        try require(!store.keys().contains("law.removed"), "keys() has it")
      }
    },
    StoreLaw("Every key has an origin, written or not") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.a")
      for key: SettingKey in ["law.a", "law.unset"] {
        try require(!store.origin(of: key).isEmpty, "origin(of:) is empty for \(key)")
      }
    },
    StoreLaw("Keys that Swift calls equal are one key") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.\u{e9}")
      try store.set(.integer(2), for: "law.e\u{301}")
      try require(store.value(for: "law.\u{e9}") == .integer(2), "they are two")
      try store.remove("law.\u{e9}")
      try require(store.value(for: "law.e\u{301}") == nil, "one of them stayed")
    },
    StoreLaw("Names with dots, spaces and any letters are different keys") { fixture in
      let store = try fixture.makeCleared()
      let keys: [SettingKey] = [
        "law.x.y.z", "law.x_y", "law.two words", "law.Two words", "law.日本語", "law.😀",
      ]
      let written = try keys.filter { key in
        try fixture.writes(.string(key.rawValue), for: key, to: store)
      }
      let listed = try store.keys()
      for key in written {
        try require(store.value(for: key) == .string(key.rawValue), "\(key) has another value")
        try require(listed.contains(key), "keys() lacks \(key)")
      }
    },
    StoreLaw("Keys of 100,000 bytes are kept apart or refused") { fixture in
      let store = try fixture.makeCleared()
      let long = "law." + String(repeating: "k", count: 100_000)
      for (index, end) in ["a", "b"].enumerated() {
        let key = try SettingKey(validating: long + end)
        do {
          try store.set(.integer(Int64(index)), for: key)
        } catch {
          return
        }
      }
      let first = try store.value(for: SettingKey(validating: long + "a"))
      try require(first == .integer(0), "of two that differ at their end, one became the other")
    },
    StoreLaw("Bringing values to a safe place works and changes nothing") { fixture in
      let store = try fixture.makeCleared()
      try store.set(.integer(1), for: "law.a")
      try store.synchronize()
      try require(store.value(for: "law.a") == .integer(1), "value(for:) is another one")
    },
  ]

  /// A value that every store refuses.
  private static var tooDeep: StoredValue {
    (0..<400).reduce(.null) { value, _ in .array([value]) }
  }
}

/// A value for a message.
func shown(_ value: StoredValue?) -> String {
  value.map { "\($0)" } ?? "nothing"
}
