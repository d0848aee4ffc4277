internal import Dispatch
internal import Foundation
internal import Synchronization
package import TypedSettings

/// What every store must do, as a list of the sentences that do not hold.
///
/// It knows nothing of a test framework, so that a helper process can use it too.
package enum StoreLaw {
  ///
  /// - Parameters:
  ///   - store: The store, which may be filled.
  ///   - keepsEveryForm: Whether dates and data come back in their own form, and not as the text
  ///     that their types read as well.
  /// - Returns: The sentences that do not hold.
  package static func violations(
    _ store: any SettingStore, keepsEveryForm: Bool = true
  ) -> [String] {
    var result: [String] = []
    func expect(_ sentence: String, _ body: () throws -> Bool) {
      do {
        if try !body() { result.append(sentence) }
      } catch {
        result.append("\(sentence): \(error)")
      }
    }

    func isSame(_ value: StoredValue?, _ form: StoredValue) throws -> Bool {
      guard let value else { return false }
      if value == form { return true }
      if keepsEveryForm { return false }
      return switch form {
      case .date(let date): try Date(storedValue: value) == date
      case .data(let data): try Data(storedValue: value) == data
      default: false
      }
    }

    expect("an unset key is nil") { try store.value(for: "law.unset") == nil }
    for (index, form) in forms.enumerated() {
      expect("a form comes back: \(form)") {
        let key = try SettingKey(validating: "law.form\(index)")
        try store.set(form, for: key)
        return try isSame(store.value(for: key), form)
      }
    }
    expect("each form replaces each other one, however alike they are") {
      for first in forms {
        for second in forms {
          try store.set(first, for: "law.form")
          try store.set(second, for: "law.form")
          guard try isSame(store.value(for: "law.form"), second) else {
            result.append("\(first) was not replaced by \(second)")
            return false
          }
        }
      }
      return true
    }
    expect("a written key is listed once") {
      try store.keys().filter { $0 == "law.form0" }.count == 1
    }
    expect("an origin is not empty") { !store.origin(of: "law.form0").isEmpty }
    expect("a change moves the revision, reading does not") {
      let first = store.revision
      try store.set(.integer(1), for: "law.a")
      let second = store.revision
      _ = try store.value(for: "law.a")
      return first == nil && second == nil || first != second && second == store.revision
    }
    expect("a cell says what the revision says") {
      store.revisionCell == nil || store.revisionCell?.revision == store.revision
    }
    expect("a removed key is nil and not listed") {
      try store.remove("law.a")
      return try store.value(for: "law.a") == nil && !store.keys().contains("law.a")
    }
    expect("what throws changes nothing") {
      try store.set(.integer(1), for: "law.b")
      do {
        try store.update { transaction in
          try transaction.set(.integer(2), for: "law.b")
          try transaction.remove("law.form0")
          throw CancellationError()
        }
      } catch is CancellationError {}
      return try store.value(for: "law.b") == .integer(1) && store.value(for: "law.form0") != nil
    }
    expect("a transaction sees its changes, others do not") {
      try store.update { transaction in
        try transaction.set(.integer(3), for: "law.b")
        let inside = try transaction.value(for: "law.b")
        let outside = try onOtherThread { try store.value(for: "law.b") }
        return inside == .integer(3) && outside == .integer(1)
      } && store.value(for: "law.b") == .integer(3)
    }
    expect("an update in an update is part of it") {
      try store.update { transaction in
        try store.set(.integer(4), for: "law.b")
        do {
          try store.update { inner in
            try inner.set(.integer(5), for: "law.b")
            throw CancellationError()
          }
        } catch is CancellationError {}
        return try transaction.value(for: "law.b") == .integer(4)
      } && store.value(for: "law.b") == .integer(4)
    }
    expect("a transaction ends with its update") {
      let transaction = try store.update { $0 }
      do {
        try transaction.set(.integer(9), for: "law.b")
      } catch let error as SettingError where error.kind == .transactionMisused {
        return try store.value(for: "law.b") == .integer(4)
      }
      return false
    }
    expect("equal Swift strings are one key") {
      try store.set(.integer(1), for: "law.\u{e9}")
      try store.set(.integer(2), for: "law.e\u{301}")
      guard try store.value(for: "law.\u{e9}") == .integer(2) else { return false }
      try store.remove("law.\u{e9}")
      return try store.value(for: "law.e\u{301}") == nil
    }
    expect("names with dots, spaces and any letters are keys") {
      for key: SettingKey in ["law.x.y.z", "law.two words", "law.日本語", "law.😀"] {
        try store.set(.string(key.rawValue), for: key)
        guard try store.value(for: key) == .string(key.rawValue), try store.keys().contains(key)
        else { return false }
      }
      return true
    }
    expect("a key of 100,000 bytes is kept or refused") {
      let key = try SettingKey(validating: "law." + String(repeating: "k", count: 100_000))
      try store.set(.integer(1), for: key)
      return try store.value(for: key) == .integer(1)
    }
    expect("1,000 parallel updates give 1,000") {
      let counter = Setting(key: "law.counter", default: 0, store: store)
      let failures = parallel(threads: 8, count: 125) { try counter.update { $0 += 1 } }
      return try failures == 0 && counter.read() == 1000
    }
    expect("synchronize works") {
      try store.synchronize()
      return true
    }
    return result
  }

  /// Every form, with the values that a file format likes to change.
  private static let forms: [StoredValue] = [
    .null, .bool(true), .bool(false), .integer(0), .integer(1), .integer(.min), .integer(.max),
    .unsigned(UInt64(Int64.max) + 1), .unsigned(.max), .double(0), .double(-0.0), .double(1),
    .double(.nan), .double(.infinity), .double(0.1), .string(""), .string("a\u{0}b\r"),
    .date(Date(timeIntervalSinceReferenceDate: 0.25)), .date(.distantPast), .data(Data()),
    .data(Data([1, 2])), .array([]), .array([.null, .integer(1), .double(1), .bool(true)]),
    .dictionary([:]), .dictionary(["@null": .bool(true)]), .dictionary(["": .array([.null])]),
    .array([.integer(1)]), .array([.double(1)]), .array([.bool(true)]), .string("\u{e9}"),
    .string("e\u{301}"), .array([.string("e\u{301}")]), .dictionary(["e\u{301}": .integer(1)]),
    .text("80"), .text("\u{0}"),
  ]

  /// Runs the body on another thread and waits for it.
  package static func onOtherThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let end = DispatchSemaphore(value: 0)
    // A thread of its own: `sync` on a queue would run on this one.
    Thread {
      let result = Result { try body() }
      outcome.withLock { $0 = result }
      end.signal()
    }.start()
    end.wait()
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }

  /// Runs the body `count` times on each of several threads; returns how often it threw.
  package static func parallel(
    threads: Int, count: Int, _ body: @escaping @Sendable () throws -> Void
  ) -> Int {
    let failures = Mutex(0)
    let ends = (0..<threads).map { _ in DispatchSemaphore(value: 0) }
    // Threads, because a queue may decide to run everything on one.
    for end in ends {
      Thread {
        for _ in 0..<count {
          do {
            try body()
          } catch {
            failures.withLock { $0 += 1 }
          }
        }
        end.signal()
      }.start()
    }
    for end in ends { end.wait() }
    return failures.withLock { $0 }
  }
}
