#if UserDefaults
import Foundation
import TestSupport
import Testing
import TypedSettings

@Suite struct UserDefaultsStoreTests {
  let process: ChildProcess

  init() throws {
    process = try ChildProcess()
  }

  /// CASES 38: nobody calls `synchronize`, and the process exits at once.
  @Test func `what was written is there in the next process`() throws {
    #expect(try process.run("UserDefaultsHarness", "write-and-exit").status == 0)
    #expect(try process.run("UserDefaultsHarness", "write-and-exit").status == 0)
    let lines = try process.run("UserDefaultsHarness", "show").lines
    #expect(lines.prefix(2) == ["2", "2"])
    #expect(
      lines.last == "UserDefaults key \"launches\" in \(process.home.path)/.config/harness.plist")
  }

  /// CASES 8, 23, 25.
  @Test func `other programs find values in their natural form`() throws {
    let lines = try process.run("UserDefaultsHarness", "natural").lines
    #expect(lines == ["true 7", "0.5 2.7.0", "dark [\"a\"]", "a", "0.0"])
  }

  /// CASES 17, 19: values of other programs that a setting cannot read stay as they are.
  @Test func `values of other programs are read strictly and left alone`() throws {
    let lines = try process.run("UserDefaultsHarness", "foreign").lines
    #expect(
      lines == [
        "a dictionary of 2 values", "typeMismatch", "4", "typeMismatch", "true", "light",
        "[dictionary, number, truth]", "storeFailed",
      ])
  }

  @Test func `what only looks like a form of this package is an ordinary value`() throws {
    let lines = try process.run("UserDefaultsHarness", "damage").lines
    #expect(
      lines == [
        "typeMismatch", "1970-01-01 00:00:09 +0000", "typeMismatch", "9.0", "typeMismatch",
        "[\"a\": 9]", "[\"@unknown\": 1]", "[\"@date\": \"x\"]",
      ])
  }

  /// CASES 44.
  @Test func `declaring and reading make no file`() throws {
    _ = try process.run("UserDefaultsHarness", "show")
    let files = try FileManager.default.subpathsOfDirectory(atPath: process.home.path)
    #expect(Set(files).subtracting([".output", ".errorOutput"]) == [])
  }

  @Test func `a reader never sees the middle of a write`() throws {
    #expect(try process.run("UserDefaultsHarness", "flicker").lines == ["0 3000"])
  }

  @Test func `what a property list would lose is refused`() throws {
    #expect(try process.run("UserDefaultsHarness", "deep").lines == ["true false false"])
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>n</key>", "garbage", "\u{0}",
    "<plist version=\"1.0\"><array/></plist>",
  ])
  func `a damaged file is not written over`(_ content: String) throws {
    let folder = process.home.appending(path: ".config")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "harness.plist")
    try Data(content.utf8).write(to: file)
    let lines = try process.run("UserDefaultsHarness", "damaged-file").lines
    #expect(lines == ["storeFailed true", "4", "storeFailed true", "4"])
    #expect(try Data(contentsOf: file) == Data(content.utf8))
  }

  @Test(arguments: [
    ("", "it is empty"), ("a/b", "it contains a slash"), ("../x", "it contains a slash"),
    ("..", "it names a folder"), ("NSGlobalDomain", "it belongs to the system"),
    ("a\u{0}", "it contains a control character"),
    (String(repeating: "x", count: 201), "it is longer than 200 bytes"),
  ])
  func `a suite name that cannot be used makes every call throw`(_ name: String, _ flaw: String) {
    let store: any SettingStore = .userDefaults(suite: name)
    let calls: [() throws -> Void] = [
      { _ = try store.value(for: "a") }, { _ = try store.keys() }, { try store.set(1, for: "a") },
      { try store.synchronize() },
    ]
    for call in calls {
      let error = #expect(throws: SettingError.self) { try call() }
      #expect(error?.kind == .storeFailed)
      #expect(error?.description.contains(flaw) == true)
      #expect(error?.description.contains("Use a name such as group.example") == true)
    }
  }

  @Test func `a suite is one store, cached only while everyone says so`() {
    let store = UserDefaultsStore.suite("typed-settings.tests", cached: true)
    #expect(store.revision != nil)
    #expect(store === UserDefaultsStore.suite("typed-settings.tests", cached: true))
    #expect(store.revision != nil)
    #expect(store === UserDefaultsStore.suite("typed-settings.tests"))
    #expect(store.revision == nil)
  }
}
#endif
