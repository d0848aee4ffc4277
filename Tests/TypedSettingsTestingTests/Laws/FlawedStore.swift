import Foundation
import Synchronization
import TypedSettings

/// A store in memory that can be made wrong in one point.
final class FlawedStore: SettingStore {
  /// What is wrong with a store.
  enum Flaw: String, CaseIterable, Sendable {
    case inventsValues, roundsDoubles, ignoresLikeValues, dropsNulls, losesWhatItRefuses
    case listsKeysTwice, keepsRemovedKeys, hasNoOrigins, comparesKeysByScalars, ignoresCase
    case cutsLongKeys, synchronizesByForgetting
    case locksReadersOut, spoilsValuesOnErrors, appliesOnlySome, appliesOneByOne
    case hasOneRevision, movesRevisionEarly, movesRevisionLate, makesCells
    case hasNoLock, writesWholeCopies
    case makesNotifiers, tellsTwice, tellsFailures, tellsEachKey, tellsEarly, tellsUnderItsLock
    case stopsTelling
    case forgetsWhenClosed, cannotBeWrittenAgain
  }

  let flaw: Flaw?
  private let values: Mutex<[SettingKey: StoredValue]>
  private let writing = Mutex(())
  private let currentRevision = Mutex(SettingRevision())
  private let ownNotifier = SettingNotifier()
  private let isReopened: Bool
  private let transactions = Atomic<Int>(0)

  init(_ flaw: Flaw?, values: [SettingKey: StoredValue] = [:], isReopened: Bool = false) {
    self.flaw = flaw
    self.values = Mutex(values)
    self.isReopened = isReopened
  }

  /// Another store with what this one has kept.
  func reopened() -> FlawedStore {
    let kept = flaw == .forgetsWhenClosed ? [:] : values.withLock { $0 }
    return FlawedStore(flaw, values: kept, isReopened: true)
  }

  // MARK: - Reading

  func value(for key: SettingKey) -> StoredValue? {
    if flaw == .locksReadersOut { return writing.withLock { _ in look(key) } }
    return look(key)
  }

  private func look(_ key: SettingKey) -> StoredValue? {
    let value = values.withLock { $0[spelling(of: key)] }
    return flaw == .inventsValues ? value ?? .integer(0) : value
  }

  func keys() -> [SettingKey] {
    let keys = values.withLock { $0.keys.sorted() }
    return flaw == .listsKeysTwice ? keys + keys : keys
  }

  func origin(of key: SettingKey) -> String { flaw == .hasNoOrigins ? "" : "entry \(key)" }
  var revision: SettingRevision? { currentRevision.withLock { $0 } }

  var revisionCell: SettingRevisionCell? {
    flaw == .makesCells ? SettingRevisionCell() : nil
  }

  var notifier: SettingNotifier? {
    switch flaw {
    case .makesNotifiers: SettingNotifier()
    case .stopsTelling: transactions.load(ordering: .relaxed) < 50 ? ownNotifier : nil
    default: ownNotifier
    }
  }

  func synchronize() {
    if flaw == .synchronizesByForgetting { values.withLock { $0 = [:] } }
  }

  private func spelling(of key: SettingKey) -> SettingKey {
    let text: String
    switch flaw {
    case .comparesKeysByScalars:
      text = key.rawValue.unicodeScalars.map { $0.isASCII ? "\($0)" : "u\($0.value)" }.joined()
    case .ignoresCase: text = key.rawValue.lowercased()
    case .cutsLongKeys: text = String(key.rawValue.prefix(1000))
    default: return key
    }
    return (try? SettingKey(validating: text)) ?? key
  }

  // MARK: - Writing

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    transactions.add(1, ordering: .relaxed)
    if flaw == .hasNoLock {
      let changes = try changes()
      yieldOften()
      return apply(changes)
    }
    if flaw == .writesWholeCopies {
      // The lock comes too late: what others write meanwhile is written over.
      var copy = values.withLock { $0 }
      for change in try changes() { copy[change.key] = change.newValue }
      yieldOften()
      return writing.withLock { _ in
        moveRevision()
        values.withLock { $0 = copy }
      }
    }
    let before = values.withLock { $0 }
    do {
      try writing.withLock { _ in try perform(changes) }
    } catch {
      if flaw == .spoilsValuesOnErrors { values.withLock { $0 = before.mapValues { _ in .null } } }
      if flaw == .tellsFailures { ownNotifier.notify(of: ["law.a"], from: self) }
      throw error
    }
    if flaw == .tellsEachKey { tellElsewhere(["law.b"]) }
    if flaw == .tellsTwice { tellElsewhere(["law.a"]) }
  }

  private func perform(_ changes: () throws -> [SettingChange]) throws {
    if flaw == .movesRevisionEarly { moveRevision() }
    let changes = try changes()
    if flaw == .tellsEarly { tellElsewhere(changes.map(\.key)) }
    if flaw == .losesWhatItRefuses, let refused = changes.first(where: { $0.newValue == .null }) {
      values.withLock { $0[refused.key] = nil }
      throw CocoaError(.coderInvalidValue)
    }
    if flaw == .cannotBeWrittenAgain && isReopened { return }
    apply(changes)
    if flaw == .tellsUnderItsLock { tellElsewhere(changes.map(\.key)) }
  }

  private func apply(_ changes: [SettingChange]) {
    var changes = changes
    if flaw == .appliesOnlySome { changes = Array(changes.prefix(2)) }
    if flaw == .hasNoLock || flaw == .appliesOneByOne {
      for change in changes {
        values.withLock { $0[spelling(of: change.key)] = form(of: change) }
        yieldOften()
      }
      return moveRevision()
    }
    if flaw == .movesRevisionLate {
      values.withLock { values in
        for change in changes { values[change.key] = change.newValue }
      }
      yieldOften()
      return moveRevision()
    }
    values.withLock { values in
      for change in changes {
        let key = spelling(of: change.key)
        if flaw == .keepsRemovedKeys && change.newValue == nil && values[key] != nil { continue }
        if flaw == .ignoresLikeValues, case .integer(1) = values[key],
          case .double(1) = change.newValue
        {
          continue
        }
        values[key] = form(of: change)
      }
      if flaw != .hasOneRevision && flaw != .movesRevisionEarly { moveRevision() }
    }
  }

  private func form(of change: SettingChange) -> StoredValue? {
    switch (flaw, change.newValue) {
    case (.roundsDoubles, .double(let number)): .double(Double(Float(number)))
    case (.dropsNulls, .null): nil
    default: change.newValue
    }
  }

  private func moveRevision() { currentRevision.withLock { $0 = SettingRevision() } }

  /// Tells observers on another thread, and waits for them.
  private func tellElsewhere(_ keys: [SettingKey]) {
    let end = DispatchSemaphore(value: 0)
    Thread { [self] in
      ownNotifier.notify(of: keys, from: self)
      end.signal()
    }.start()
    end.wait()
  }

  private func yieldOften() { for _ in 0..<20 { sched_yield() } }
}
