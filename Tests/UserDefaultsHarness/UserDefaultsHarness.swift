import Foundation
import TestSupport
import TypedSettings
import TypedSettingsTesting

/// Works on `UserDefaults` in a process of its own and prints one line per flaw.
///
/// The folder where Foundation for Linux keeps its values is fixed when a process starts.
@main
enum UserDefaultsHarness {
  static func main() throws {
    #if UserDefaults
    let suite = UserDefaultsStore.suite("harness")
    switch CommandLine.arguments.dropFirst().first {
    case "codec-write":
      for flaw in CodecCheck.write(to: suite) { print(flaw) }
      try suite.synchronize()
      print("done")
    case "codec-verify":
      for flaw in CodecCheck.verify(suite) { print(flaw) }
      print("done")
    case "law":
      for violation in StoreLaw.violations(of: { suite }) { print(violation) }
      print("done")
    case "write-and-exit":
      // Nobody synchronizes here: the end of the process must.
      Setting(key: "launches", default: 0, store: .userDefaults).value += 1
      Setting(key: "launches", default: 0, store: suite).value += 1
      exit(0)
    case "show":
      print(Setting(key: "launches", default: 0, store: .userDefaults).value)
      print(Setting(key: "launches", default: 0, store: suite).value)
      print(suite.origin(of: "launches"))
    case "natural":
      natural(suite)
    case "foreign":
      try foreign(suite)
    case "damage":
      damage(suite)
    case "flicker":
      flicker(suite)
    case "deep":
      deep(suite)
    case "damaged-file":
      damagedFile(suite)
    default:
      print("unknown command")
      exit(2)
    }
    #else
    print("built without the trait UserDefaults")
    exit(3)
    #endif
  }

  #if UserDefaults
  /// What other programs find under the keys, in the words of `UserDefaults` itself.
  private static func natural(_ store: UserDefaultsStore) {
    Setting(key: "bool", default: false, store: store).value = true
    Setting(key: "integer", default: 0, store: store).value = 7
    Setting(key: "double", default: 0.0, store: store).value = 0.5
    Setting(key: "string", default: "", store: store).value = "2.7.0"
    Setting(key: "theme", default: Theme.light, store: store).value = .dark
    Setting(key: "list", default: [String](), store: store).value = ["a"]
    Setting(key: "byName", default: [Int: String](), store: store).value = [1: "a"]
    Setting(key: "date", default: Date(), store: store).value = Date(timeIntervalSince1970: 0)
    guard let defaults = UserDefaults(suiteName: "harness") else { return print("no suite") }
    print(defaults.bool(forKey: "bool"), defaults.integer(forKey: "integer"))
    print(defaults.double(forKey: "double"), defaults.string(forKey: "string") ?? "nil")
    print(defaults.string(forKey: "theme") ?? "nil", defaults.stringArray(forKey: "list") ?? [])
    print(defaults.dictionary(forKey: "byName")?["1"] as? String ?? "nil")
    print((defaults.object(forKey: "date") as? Date)?.timeIntervalSince1970 ?? -1)
  }

  /// What this package makes of values that others wrote, and that it then leaves alone.
  private static func foreign(_ store: UserDefaultsStore) throws {
    guard let defaults = UserDefaults(suiteName: "harness") else { return print("no suite") }
    SettingDiagnostics.handler = { print($0.kind) }
    defaults.set(["a": 1, "b": [true, 2.5]] as [String: Any], forKey: "dictionary")
    defaults.set("light", forKey: "number")
    defaults.set(1, forKey: "truth")
    defaults.set(3, forKey: ".not a key")
    print(try store.value(for: "dictionary").map { "\($0)" } ?? "nil")
    print(Setting(key: "number", default: 4, store: store).value)
    print(Setting(key: "truth", default: true, store: store).value)
    print(defaults.string(forKey: "number") ?? "nil")
    print(try store.keys())
    let refused: any SettingStore = .userDefaults(suite: "../escape")
    Setting(key: "x", default: 1, store: refused).value = 2
  }

  /// Whether a reader ever sees the middle of a write.
  private static func flicker(_ store: UserDefaultsStore) {
    let number = Setting(key: "n", default: 0, store: store)
    number.value = 1
    let writer = Thread { for value in 1...3000 { number.value = value } }
    writer.start()
    var unset = 0
    for _ in 1...3000 where number.value == 0 || !number.isSet { unset += 1 }
    while !writer.isFinished { sched_yield() }
    print(unset, number.value)
  }

  /// What a property list would lose is refused, and nothing else is lost with it.
  private static func deep(_ store: UserDefaultsStore) {
    func nested(_ depth: Int) -> StoredValue {
      (1..<depth).reduce(.array([])) { inner, _ in .array([inner]) }
    }
    func isKept(_ value: StoredValue, _ key: SettingKey) -> Bool {
      do {
        try store.set(value, for: key)
        return try store.value(for: key) == value
      } catch {
        return false
      }
    }
    print(isKept(nested(256), "deep"), isKept(nested(257), "deeper"), isKept(1, "\u{feff}x"))
  }

  /// What becomes of a file that is not a property list.
  private static func damagedFile(_ store: UserDefaultsStore) {
    SettingDiagnostics.handler = {
      print($0.kind, $0.description.contains("is not a property list"))
    }
    let number = Setting(key: "n", default: 4, store: store)
    print(number.value)
    number.value = 5
    print(number.value)
  }

  /// Values in forms that only look like this package's own.
  private static func damage(_ store: UserDefaultsStore) {
    guard let defaults = UserDefaults(suiteName: "harness") else { return print("no suite") }
    SettingDiagnostics.handler = { print($0.kind) }
    defaults.set(["@date": "x"], forKey: "date")
    defaults.set(["@double": "zz"], forKey: "double")
    defaults.set(["@dictionary": [[1, 2], [3]]], forKey: "dictionary")
    defaults.set(["@unknown": 1], forKey: "unknown")
    print(Setting(key: "date", default: Date(timeIntervalSince1970: 9), store: store).value)
    print(Setting(key: "double", default: 9.0, store: store).value)
    print(Setting(key: "dictionary", default: ["a": 9], store: store).value)
    print(Setting(key: "unknown", default: ["a": 9], store: store).value)
    print(defaults.object(forKey: "date") as? [String: String] ?? [:])
  }
  #endif
}
