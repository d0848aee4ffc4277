internal import Dispatch
internal import Synchronization
internal import TypedSettings

extension StoreLaw {
  /// What observers are told.
  ///
  /// A store without a notifier tells nobody anything, and may.
  static let ofNotices: [StoreLaw] = [
    StoreLaw("The store has one notifier for its life") { fixture in
      let store = try fixture.makeCleared()
      let first = store.notifier
      try store.set(.integer(1), for: "law.a")
      try require(store.notifier === first, "it was another one later")
    },
    StoreLaw("A change is told once, by its key") { fixture in
      try observing(fixture) { store, notices in
        try store.set(.integer(1), for: "law.a")
        try store.set(.integer(2), for: "law.a")
        try store.remove("law.a")
        try notices.require(["law.a"], times: 3)
      }
    },
    StoreLaw("A transaction is told once, by all its keys, after its end") { fixture in
      try observing(fixture) { store, notices in
        try store.update { transaction in
          try transaction.set(.integer(1), for: "law.a")
          try store.set(.integer(1), for: "law.b")
          try notices.require([], times: 0)
        }
        try notices.require(["law.a", "law.b"], times: 1)
      }
    },
    StoreLaw("An equal value is not told, nor what fails") { fixture in
      try observing(fixture, after: { try $0.set(.integer(1), for: "law.a") }) { store, notices in
        try store.set(.integer(1), for: "law.a")
        try store.remove("law.unset")
        try notices.require([], times: 0)
        do {
          try store.update { transaction in
            try transaction.set(.integer(2), for: "law.a")
            throw CancellationError()
          }
        } catch is CancellationError {}
        try notices.require([], times: 0)
      }
    },
    StoreLaw("A change can be seen by all when it is told") { fixture in
      let store = try fixture.makeCleared()
      let unseen = Findings()
      let observation = store.onChange { _ in
        do {
          let here = try store.value(for: "law.a")
          let elsewhere = try Threads.onOther(within: fixture.patience) {
            try store.value(for: "law.a")
          }
          if here != .integer(1) { unseen.add("the observer saw \(shown(here)) in place of 1") }
          if elsewhere != .some(.integer(1)) { unseen.add("another thread did not see 1") }
        } catch {
          unseen.add("reading failed: \(error)")
        }
      }
      try store.set(.integer(1), for: "law.a")
      observation.cancel()
      try require(unseen.isEmpty, unseen.first)
    },
    StoreLaw("No lock is held while observers run") { fixture in
      let store = try fixture.makeCleared()
      let waiting = Findings()
      let observation = store.onChange { notice in
        if notice.keys?.contains("law.other") == true { return }
        let isInTime = try? Threads.onOther(within: fixture.patience) {
          _ = try store.value(for: "law.a")
          // Once: a notice without keys comes here again.
          if try store.value(for: "law.other") == nil { try store.set(.null, for: "law.other") }
          return true
        }
        if isInTime != true { waiting.add("another thread could not write during a notice") }
      }
      try store.set(.integer(1), for: "law.a")
      observation.cancel()
      try require(waiting.isEmpty, waiting.first)
    },
    StoreLaw("A setting is told of each change, and of the last of parallel ones") { fixture in
      let store = try fixture.makeCleared()
      if store.notifier == nil { return }
      let setting = Setting(key: "law.counter", default: 0, store: store)
      let seen = Seen()
      let observation = setting.onChange { _, new in seen.add(new) }
      defer { observation.cancel() }
      // A watching store has a thread that may be the one to tell, just after the write.
      let patience = fixture.allowances.contains(.extraNotices) ? fixture.patience : 0
      for value in 1...2 {
        try setting.write(value)
        seen.wait(for: value, within: patience)
      }
      try require(seen.all == [1, 2], "1 and 2 were told as \(seen.all)")
      let failures = Threads.parallel(threads: 4, count: 25) { try setting.update { $0 += 1 } }
      seen.wait(for: 102, within: patience)
      let all = seen.all
      try require(failures == 0, "\(failures) parallel updates threw")
      try require(all == all.sorted(), "parallel changes were told in another order")
      try require(all.last == 102, "the last change was told as \(all.last ?? 0), and not 102")
    },
  ]

  /// Gives the body a store and the notices of it, unless it has none.
  private static func observing(
    _ fixture: StoreUnderTest, after preparation: (any SettingStore) throws -> Void = { _ in },
    _ body: (any SettingStore, Notices) throws -> Void
  ) throws {
    let store = try fixture.makeCleared()
    try preparation(store)
    if store.notifier == nil { return }
    let notices = Notices(allowsExtra: fixture.allowances.contains(.extraNotices))
    let observation = store.onChange { notices.add($0) }
    defer { observation.cancel() }
    try body(store, notices)
  }
}

/// The notices of a store.
private final class Notices: Sendable {
  private let list = Mutex<[SettingNotice]>([])
  /// Whether some may be there too that name no key.
  private let allowsExtra: Bool

  init(allowsExtra: Bool) {
    self.allowsExtra = allowsExtra
  }

  func add(_ notice: SettingNotice) { list.withLock { $0.append(notice) } }

  /// Throws where these keys were not told so many times, or something else was.
  func require(_ keys: Set<SettingKey>, times: Int) throws {
    let all = list.withLock { $0 }
    let named = all.compactMap(\.keys)
    for other in named where other != keys {
      let others = other.sorted().map(\.rawValue).joined(separator: ", ")
      throw Breach(text: "a notice told of \(others.isEmpty ? "no key" : others)")
    }
    let isRight =
      allowsExtra ? named.count <= times && all.count >= times : all.count == times
    if !isRight { throw Breach(text: "\(times) changes were told in \(all.count) notices") }
  }
}

/// The values that an observer was told.
private final class Seen: Sendable {
  private let values = Mutex<[Int]>([])
  private let isNew = DispatchSemaphore(value: 0)

  var all: [Int] { values.withLock { $0 } }

  func add(_ value: Int) {
    values.withLock { $0.append(value) }
    isNew.signal()
  }

  /// Waits until the last value is that one, but not for ever.
  func wait(for value: Int, within seconds: Double) {
    let end = DispatchTime.now() + seconds
    while all.last != value, isNew.wait(timeout: end) == .success {}
  }
}
