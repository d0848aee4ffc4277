import Dispatch
import Foundation
import Testing
import TypedSettings

@Suite struct StoresOnOtherThreadsTests {
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
