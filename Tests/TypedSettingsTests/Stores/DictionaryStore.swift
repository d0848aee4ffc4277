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
  let notifier: SettingNotifier? = SettingNotifier()
  func synchronize() {}

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    try writing.withLock { _ in
      let changes = try changes()
      values.withLock { values in
        for change in changes { values[change.key] = change.newValue }
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
  var notifier: SettingNotifier? { store.notifier }
  func synchronize() {}

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    try store.update { transaction in
      for change in try changes() {
        switch change.newValue {
        case .double(let double)?:
          try transaction.set(.double(Double(Float(double))), for: change.key)
        case .unsigned(let number)?:
          try transaction.set(.integer(Int64(number / 2)), for: change.key)
        case .string(let text)?: try transaction.set(.string(text.lowercased()), for: change.key)
        default: try transaction.apply(change)
        }
      }
    }
  }
}

/// A store that cannot be reached.
final class BrokenStore: SettingStore {
  struct Failure: Error, CustomStringConvertible {
    var description = "the cable is out"
  }

  let readsWork: Bool
  let failure: Failure

  init(readsWork: Bool = false, text: String = "the cable is out") {
    self.readsWork = readsWork
    failure = Failure(description: text)
  }

  func value(for key: SettingKey) throws -> StoredValue? {
    if readsWork { return .integer(1) }
    throw failure
  }

  func keys() throws -> [SettingKey] { throw failure }
  func origin(of key: SettingKey) -> String { "entry \(key) of the remote store" }
  var revision: SettingRevision? { nil }
  let notifier: SettingNotifier? = SettingNotifier()
  func synchronize() throws { throw failure }

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    _ = try changes()
    throw failure
  }
}
