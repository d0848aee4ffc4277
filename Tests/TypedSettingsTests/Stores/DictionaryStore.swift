import Foundation
import Synchronization
import TypedSettings

/// The store that the documentation of `SettingStore` shows.
final class DictionaryStore: SettingStore {
  private let values = Mutex<[SettingKey: StoredValue]>([:])
  private let writing = Mutex(())

  func value(for key: SettingKey) -> StoredValue? { values.withLock { $0[key] } }
  func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
  func origin(of key: SettingKey) -> String { "dictionary entry \(key)" }
  var revision: SettingRevision? { nil }
  func synchronize() {}

  func performTransaction(_ body: (SettingTransaction) throws -> Void) throws {
    try writing.withLock { _ in
      let transaction = SettingTransaction(on: self)
      try body(transaction)
      values.withLock { values in
        for (key, value) in transaction.changes { values[key] = value }
      }
    }
  }
}

/// A wrong store: it keeps doubles as floats, and wraps what does not fit.
final class RoundingStore: SettingStore {
  private let store = InMemoryStore()

  func value(for key: SettingKey) -> StoredValue? { store.value(for: key) }
  func keys() -> [SettingKey] { store.keys() }
  func origin(of key: SettingKey) -> String { store.origin(of: key) }
  var revision: SettingRevision? { store.revision }
  func synchronize() {}

  func performTransaction(_ body: (SettingTransaction) throws -> Void) throws {
    try store.performTransaction { transaction in
      try body(transaction)
      for case (let key, let value?) in transaction.changes {
        switch value {
        case .double(let double): try transaction.set(.double(Double(Float(double))), for: key)
        case .unsigned(let number): try transaction.set(.integer(Int64(number / 2)), for: key)
        case .string(let text): try transaction.set(.string(text.lowercased()), for: key)
        default: break
        }
      }
    }
  }
}

/// A wrong store: another writer can come between a read and the write that follows.
final class UnlockedStore: SettingStore {
  private let values = Mutex<[SettingKey: StoredValue]>([:])

  func value(for key: SettingKey) -> StoredValue? { values.withLock { $0[key] } }
  func keys() -> [SettingKey] { values.withLock { $0.keys.sorted() } }
  func origin(of key: SettingKey) -> String { "dictionary entry \(key)" }
  var revision: SettingRevision? { nil }
  func synchronize() {}

  func performTransaction(_ body: (SettingTransaction) throws -> Void) throws {
    let transaction = SettingTransaction(on: self)
    try body(transaction)
    for _ in 0..<20 { sched_yield() }
    values.withLock { values in
      for (key, value) in transaction.changes { values[key] = value }
    }
  }
}

/// A store that cannot be reached.
final class BrokenStore: SettingStore {
  struct Failure: Error, CustomStringConvertible {
    let description = "the cable is out"
  }

  let readsWork: Bool

  init(readsWork: Bool = false) {
    self.readsWork = readsWork
  }

  func value(for key: SettingKey) throws -> StoredValue? {
    if readsWork { return .integer(1) }
    throw Failure()
  }

  func keys() throws -> [SettingKey] { throw Failure() }
  func origin(of key: SettingKey) -> String { "entry \(key) of the remote store" }
  var revision: SettingRevision? { nil }
  func synchronize() throws { throw Failure() }

  func performTransaction(_ body: (SettingTransaction) throws -> Void) throws {
    try body(SettingTransaction(on: self))
    throw Failure()
  }
}
