import Dispatch
import Foundation
import Synchronization
import Testing
import TypedSettings

/// Stores that break the contract of `performTransaction(_:)`.
@Suite struct MisusedTransactionTests {
  @Test func `a store that runs the closure on another thread is refused, and nothing has changed`()
    throws
  {
    let store = OtherThreadStore()
    let error = #expect(throws: SettingError.self) {
      try store.update { transaction in
        try transaction.set(.integer(1), for: "a")
        try store.set(.integer(2), for: "b")
        throw CancellationError()
      }
    }
    #expect(error?.kind == .transactionMisused)
    #expect(error.map { "\($0)".contains("on another thread") } == true)
    #expect(store.isEmpty)
  }

  @Test(arguments: [(0, "returned from performTransaction(_:) without running"), (2, "twice")])
  func `a store that does not run the closure once is told so`(_ count: Int, _ text: String) {
    final class OddStore: SettingStore {
      let count: Int
      init(_ count: Int) { self.count = count }
      func value(for key: SettingKey) -> StoredValue? { nil }
      func keys() -> [SettingKey] { [] }
      func origin(of key: SettingKey) -> String { "nowhere" }
      var revision: SettingRevision? { nil }
      var notifier: SettingNotifier? { nil }
      func synchronize() {}
      func performTransaction(_ changes: () throws -> [SettingChange]) throws {
        for _ in 0..<count { _ = try changes() }
      }
    }
    let error = #expect(throws: SettingError.self) { try OddStore(count).set(1, for: "a") }
    #expect(error?.kind == .transactionMisused)
    #expect(error?.description.contains(text) == true)
    #expect(error?.description.contains("OddStore") == true)
  }

  @Test func `an error that the store keeps to itself is thrown all the same`() {
    let store = DecoratedStore(ask: { changes in
      do {
        return try changes()
      } catch {
        return []
      }
    })
    #expect(throws: CancellationError.self) {
      try store.update { transaction in
        try transaction.set(1, for: "n")
        throw CancellationError()
      }
    }
    #expect(store.keys() == [])
  }

  @Test func `what was changed by a store that asks twice is told`() throws {
    let store = DecoratedStore(after: { changes in _ = try changes() })
    let setting = Setting(key: "n", default: 0, store: store)
    let told = Mutex<[Int]>([])
    let observation = setting.onChange { _, new in told.withLock { $0.append(new) } }
    let error = #expect(throws: SettingError.self) { try setting.write(1) }
    #expect(error?.kind == .transactionMisused)
    #expect(setting.value == 1)
    #expect(told.withLock { $0 } == [1])
    withExtendedLifetime(observation) {}
  }
}

/// A store in memory whose transactions somebody has been at.
private final class DecoratedStore: SettingStore {
  typealias Changes = () throws -> [SettingChange]

  private let values = Mutex<[SettingKey: StoredValue]>([:])
  private let ask: @Sendable (Changes) throws -> [SettingChange]
  private let after: @Sendable (Changes) throws -> Void
  let notifier: SettingNotifier? = SettingNotifier()

  init(
    after: @escaping @Sendable (Changes) throws -> Void = { _ in },
    ask: @escaping @Sendable (Changes) throws -> [SettingChange] = { try $0() }
  ) {
    self.ask = ask
    self.after = after
  }

  var revision: SettingRevision? { nil }
  func value(for key: SettingKey) -> StoredValue? { values.withLock { $0[key] } }
  func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
  func origin(of key: SettingKey) -> String { "entry \(key)" }
  func synchronize() {}

  func performTransaction(_ changes: Changes) throws {
    let asked = try ask(changes)
    values.withLock { values in
      for change in asked { values[change.key] = change.newValue }
    }
    try after(changes)
  }
}

/// Breaks the contract of stores: it runs the closure on a thread of its own.
private final class OtherThreadStore: SettingStore {
  private let kept = InMemoryStore()
  let notifier: SettingNotifier? = nil

  var isEmpty: Bool { kept.keys().isEmpty }
  var revision: SettingRevision? { nil }

  func value(for key: SettingKey) -> StoredValue? { kept.value(for: key) }
  func keys() -> [SettingKey] { kept.keys() }
  func origin(of key: SettingKey) -> String { "entry \(key)" }
  func synchronize() {}

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    let result = withoutActuallyEscaping(changes) { escaping in
      let call = Call(escaping)
      let done = DispatchSemaphore(value: 0)
      Thread {
        call.run()
        done.signal()
      }.start()
      done.wait()
      return call.result
    }
    for change in try result.get() {
      if let value = change.newValue {
        try kept.set(value, for: change.key)
      } else {
        try kept.remove(change.key)
      }
    }
  }
}

/// A closure and its result; one thread waits while the other one uses it.
private final class Call: @unchecked Sendable {
  private var closure: (() throws -> [SettingChange])?
  private(set) var result: Result<[SettingChange], any Error> = .success([])

  init(_ closure: @escaping () throws -> [SettingChange]) {
    self.closure = closure
  }

  /// Runs the closure and lets it go, before the thread that waits may return.
  func run() {
    result = Result { try closure?() ?? [] }
    closure = nil
  }
}
