internal import Foundation
package import TypedSettings

/// How to make the stores that a law is checked with.
package struct StoreUnderTest: Sendable {
  let allowances: StoreLaw.Allowances
  let make: @Sendable () throws -> any SettingStore
  let reopen: (@Sendable (any SettingStore) throws -> any SettingStore)?
  /// How many seconds a call may take that should not wait for anything.
  let patience: Double

  package init(
    allowances: StoreLaw.Allowances = [], patience: Double = 10,
    make: @escaping @Sendable () throws -> any SettingStore,
    reopen: (@Sendable (any SettingStore) throws -> any SettingStore)? = nil
  ) {
    self.allowances = allowances
    self.make = make
    self.reopen = reopen
    self.patience = patience
  }

  init<Store: SettingStore>(
    allowances: StoreLaw.Allowances, make: @escaping @Sendable () throws -> Store,
    reopening reopen: @escaping @Sendable (Store) throws -> Store
  ) {
    self.init(
      allowances: allowances, make: make,
      reopen: { store in
        guard let store = store as? Store else {
          throw Breach(text: "\(type(of: store)) is no \(Store.self)")
        }
        return try reopen(store)
      })
  }

  /// Makes a store with nothing of an earlier law in it, where it is not a new one.
  func makeCleared() throws -> any SettingStore {
    let store = try make()
    for key in try store.keys() where key.rawValue.hasPrefix("law.") { try store.remove(key) }
    return store
  }

  /// Finds out whether reads wait for an open transaction, without waiting for ever.
  ///
  /// It comes before every law: in a store of this kind each write would wait for itself.
  func checkReadingInTransaction() throws {
    let store = try make()
    var answer: Bool?
    do {
      try store.performTransaction {
        answer = try Threads.onOther(within: patience) {
          // Whether it can be read at all is another matter.
          _ = try? store.value(for: "law.a")
          return true
        }
        throw CancellationError()
      }
    } catch {
      // That is what was asked for.
    }
    try require(answer == true, "value(for:) waits while a transaction is open, or none was opened")
  }

  /// Whether a value is the one that was written, as far as the store promises that.
  func isSame(_ value: StoredValue?, _ form: StoredValue) throws -> Bool {
    guard let value else { return false }
    if value == form { return true }
    if !allowances.contains(.datesAndDataAsText) { return false }
    return switch form {
    case .date(let date): try Date(storedValue: value) == date
    case .data(let data): try Data(storedValue: value) == data
    default: false
    }
  }

  /// Writes a value that the store may refuse, if it is allowed to; returns whether it did not.
  func writes(_ value: StoredValue, for key: SettingKey, to store: any SettingStore) throws -> Bool
  {
    do {
      try store.set(value, for: key)
      return true
    } catch  where allowances.contains(.refusals) {
      return false
    }
  }

  /// Every form, with the values that a file format likes to change.
  static let forms: [StoredValue] = [
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
}
