import TypedSettings
import TypedSettingsTesting

/// Reads and writes a setting on four threads, for the thread sanitizer to look at.
///
/// With the argument `planted` its store forgets its lock, which the sanitizer must find; without,
/// it must be silent.
@main
enum RaceHarness {
  static func main() {
    let store = PlainStore(isLocked: !CommandLine.arguments.contains("planted"))
    let number = Setting(key: "n", default: 0, store: store)
    let text = Setting(key: "text", default: "", store: store)
    let failures = Threads.parallel(threads: 4, count: 500) {
      let value = number.value + 1
      number.value = value
      text.value = "\(value) after \(text.value.prefix(5))"
    }
    print("done, \(failures) failures")
  }
}

/// A store in memory with a lock that can be left out.
final class PlainStore: SettingStore, @unchecked Sendable {
  // Unchecked: this is where the race is planted.
  private var values: [SettingKey: StoredValue] = [:]
  private let isLocked: Bool
  private let reading = Mutex(())
  private let writing = Mutex(())
  let notifier: SettingNotifier? = SettingNotifier()

  init(isLocked: Bool) {
    self.isLocked = isLocked
  }

  private func access<Result: Sendable>(
    _ body: (inout [SettingKey: StoredValue]) -> Result
  ) -> Result {
    if !isLocked { return body(&values) }
    return reading.withLock { _ in body(&values) }
  }

  func value(for key: SettingKey) -> StoredValue? { access { $0[key] } }
  func keys() -> [SettingKey] { access { $0.keys.sorted() } }
  func origin(of key: SettingKey) -> String { "plain entry \(key)" }
  var revision: SettingRevision? { nil }
  func synchronize() {}

  func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    try writing.withLock { _ in
      let changes = try changes()
      access { values in
        for change in changes { values[change.key] = change.newValue }
      }
    }
  }
}
