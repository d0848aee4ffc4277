import Foundation
import Synchronization
import TestSupport
import Testing
import TypedSettingsTesting

@testable import TypedSettings

@Suite struct JSONFileStoreTests {
  let folder: TemporaryFolder
  var file: URL { folder.url.appending(path: "settings.json") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text() throws -> String { try String(contentsOf: file, encoding: .utf8) }
  private func write(_ text: String) throws { try Data(text.utf8).write(to: file) }
  private func files() throws -> Set<String> {
    Set(try FileManager.default.subpathsOfDirectory(atPath: folder.url.path))
  }

  // MARK: - The law

  @Test(arguments: StoreLaw.all) func `obeys the law of a store`(_ law: StoreLaw) {
    law.expect(allowing: .datesAndDataAsText) { [file] in
      JSONFileStore(at: file, level: .atomic)
    } reopening: { [file] _ in
      JSONFileStore(at: file, level: .atomic)
    }
  }

  @Test func `obeys the law of a store while it watches its file`() {
    expectStoreLaws(allowing: [.datesAndDataAsText, .extraNotices]) { [file] in
      JSONFileStore(at: file, level: .atomic, watching: true)
    }
  }

  @Test func `every value comes back after a reopening or is refused`() {
    #expect(CodecCheck.write(to: JSONFileStore(at: file, level: .atomic)) == [])
    #expect(CodecCheck.verify(JSONFileStore(at: file)) == [])
  }

  // MARK: - Files

  /// CASES 44.
  @Test func `declaring and reading make no file and no folder`() throws {
    let deep = folder.url.appending(path: "a/b/settings.json")
    let store = JSONFileStore(at: deep)
    let setting = Setting(key: "k", default: 1, store: store)
    #expect(setting.value == 1 && !setting.isSet)
    #expect(try store.keys() == [])
    try store.reload()
    try setting.reset()
    #expect(try files() == ["a", "a/b", "a/b/settings.json.lock"])
  }

  @Test func `a new file and its folders are for their owner alone`() throws {
    let deep = folder.url.appending(path: "a/b/settings.json")
    try JSONFileStore(at: deep).set(1, for: "k")
    #expect(try mode(deep) == 0o600)
    #expect(try mode(folder.url.appending(path: "a")) == 0o700)
    #expect(try mode(folder.url.appending(path: "a/b")) == 0o700)
    #expect(try files() == ["a", "a/b", "a/b/settings.json", "a/b/settings.json.lock"])
  }

  @Test func `the mode of a file is kept`() throws {
    try write("{}")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try JSONFileStore(at: file).set(1, for: "k")
    #expect(try mode(file) == 0o640)
  }

  @Test func `a symbolic link stays one, and its target is written`() throws {
    let target = folder.url.appending(path: "real/target.json")
    try FileManager.default.createDirectory(
      at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{\n  \"a\": 1\n}\n".utf8).write(to: target)
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: "real/target.json")
    let store = JSONFileStore(at: file)
    #expect(store.integer(forKey: "a", default: 0) == 1)
    try store.set(2, for: "a")
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == "real/target.json")
    #expect(try String(contentsOf: target, encoding: .utf8) == "{\n  \"a\": 2\n}\n")
  }

  @Test func `a dangling link is followed to where it leads`() throws {
    let target = folder.url.appending(path: "later/target.json")
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: target.path)
    let store = JSONFileStore(at: file)
    #expect(store.integer(forKey: "a", default: 7) == 7)
    try store.set(2, for: "a")
    #expect(try String(contentsOf: target, encoding: .utf8) == "{\n  \"a\": 2\n}\n")
  }

  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  // MARK: - Editing

  @Test func `writing a key changes its line alone`() throws {
    try write("// mine\n{\n  \"volume\": 0.5, // loud\n  \"other\": [1,2]\n}\n")
    let store = JSONFileStore(at: file)
    let volume = Setting(key: "volume", default: 0.1, in: 0...1, store: store)
    #expect(volume.value == 0.5)
    volume.value = 0.75
    #expect(try text() == "// mine\n{\n  \"volume\": 0.75, // loud\n  \"other\": [1,2]\n}\n")
  }

  @Test func `writing an equal value writes nothing`() throws {
    try write("{\"a\":   1}")
    let store = JSONFileStore(at: file)
    let before = store.revision
    try store.set(1, for: "a")
    #expect(store.revision != nil)
    let stamp = try POSIXFileSystem().stamp(of: file.path)
    try store.set(1, for: "a")
    try store.remove("b")
    #expect(try POSIXFileSystem().stamp(of: file.path) == stamp)
    _ = before
  }

  @Test func `several keys are one write`() throws {
    let store = JSONFileStore(at: file)
    try store.update { transaction in
      for number in 1...50 {
        try transaction.set(.integer(Int64(number)), for: SettingKey(validating: "k\(number)"))
      }
    }
    #expect(try store.keys().count == 50)
    #expect(try JSONFileStore(at: file).keys().count == 50)
  }

  @Test func `values are where the origin says`() throws {
    try write("{\n  \"http\": {\n    \"port\": 80\n  }\n}\n")
    let store = JSONFileStore(at: file)
    #expect(store.origin(of: "http.port") == "settings.json")
    #expect(store.integer(forKey: "http.port", default: 0) == 80)
    #expect(store.origin(of: "http.port") == "settings.json:3:13")
    #expect(store.origin(of: "http.host") == "settings.json")
    let port = Setting(key: "http.port", default: "", store: store)
    let error = #expect(throws: SettingError.self) { try port.read() }
    #expect(error?.source == "settings.json:3:13")
  }

  // MARK: - Other writers

  @Test func `what others write is seen by reload and by the next write`() throws {
    let store = JSONFileStore(at: file)
    let other = JSONFileStore(at: file)
    let setting = Setting(key: "a", default: 0, store: store)
    #expect(setting.value == 0)
    try other.set(1, for: "a")
    #expect(setting.value == 0)
    try store.reload()
    #expect(setting.value == 1)
    try other.set(2, for: "a")
    try store.set(1, for: "b")
    #expect(setting.value == 2)
    #expect(try text() == "{\n  \"a\": 2,\n  \"b\": 1\n}\n")
  }

  @Test func `parallel updates through two stores of one file lose nothing`() throws {
    let stores = [JSONFileStore(at: file, level: .atomic), JSONFileStore(at: file, level: .atomic)]
    let settings = stores.map { Setting(key: "n", default: 0, store: $0) }
    let failures = Threads.parallel(threads: 4, count: 50) {
      for setting in settings { try setting.update { $0 += 1 } }
    }
    #expect(failures == 0)
    try stores[0].reload()
    #expect(settings[0].value == 400)
  }

  @Test func `a file that is removed is empty again`() throws {
    let store = JSONFileStore(at: file)
    try store.set(1, for: "a")
    try FileManager.default.removeItem(at: file)
    try store.reload()
    #expect(!store.contains("a"))
    try store.set(2, for: "b")
    #expect(try text() == "{\n  \"b\": 2\n}\n")
  }

  // MARK: - Damage

  @Test(arguments: [
    ("", "settings.json:1:1: the file is empty"), (" \n", "settings.json:1:1: the file is empty"),
    ("{\n  \"a\": \"x\n}", "settings.json:2:8: a string has no closing quotation mark on its line"),
    (
      "{\n  \"a\": 1,\n  \"a\": 2\n}",
      "settings.json:3:3: the name \"a\" stands here for the second time (the first one is at 2:3)"
    ),
    (
      "{\n  \"a\": canary\n}",
      "settings.json:2:8: text without quotation marks stands where a value belongs"
    ),
    ("[1]", "settings.json:1:1: the value is not an object"), ("{\"a\": 1", "settings.json:1:8"),
    ("{'a': 1}", "settings.json:1:2: \"'\" stands where a name belongs"),
  ])
  func `a damaged file gives defaults and a diagnostic, and is never written over`(
    _ content: String, _ message: String
  ) throws {
    try write(content)
    let store = JSONFileStore(at: file)
    let setting = Setting(key: "a", default: 7, store: store)
    let reports = Reports.collect {
      #expect(setting.value == 7)
      setting.value = 8
      #expect(setting.value == 7)
    }
    #expect(reports.count == 2)
    for report in reports {
      #expect(report.description.contains(message), "\(report)")
      #expect(!report.description.contains("canary"))
    }
    #expect(try text() == content)
    // Repaired, it is used with the next write.
    try write("{\"a\": 1}")
    setting.value = 9
    #expect(setting.value == 9)
  }

  @Test func `a damaged file is renamed where that is asked for`() throws {
    try write("{\"a\": ")
    let store = JSONFileStore(at: file, onDamage: .quarantine)
    #expect(throws: SettingError.self) { try store.value(for: "a") }
    // Nothing is renamed before there is something to write.
    #expect(throws: CancellationError.self) { try store.update { _ in throw CancellationError() } }
    let bounded = Setting(key: "v", default: 0, in: 0...1, store: store)
    #expect(throws: SettingError.self) { try bounded.write(9) }
    try bounded.reset()
    #expect(try text() == "{\"a\": ")
    let reports = try Reports.collect { try store.set(1, for: "b") }
    #expect(reports.first?.description.contains("settings.json.damaged-") == true)
    #expect(try text() == "{\n  \"b\": 1\n}\n")
    // A second one in the same second does not replace the first one.
    try write("[")
    let counter = Setting(
      key: "n", default: 0, store: JSONFileStore(at: file, onDamage: .quarantine))
    try counter.update { $0 += 1 }
    #expect(try text() == "{\n  \"n\": 1\n}\n")
    #expect(try files().count { $0.hasPrefix("settings.json.damaged-") } == 2)
    let damaged = try files().filter { $0.hasPrefix("settings.json.damaged-") }.min()
    #expect(
      try String(contentsOf: folder.url.appending(path: damaged ?? ""), encoding: .utf8)
        == "{\"a\": ")
  }

  @Test func `what a person saves during a transaction is kept`() throws {
    try write("{\n  \"a\": 1\n}\n")
    let store = JSONFileStore(at: file)
    try store.update { transaction in
      try transaction.set(2, for: "a")
      try write("{\n  \"a\": 1,\n  \"b\": 9 // mine\n}\n")
    }
    #expect(try text() == "{\n  \"a\": 2,\n  \"b\": 9 // mine\n}\n")
  }

  @Test func `a link that is turned during a transaction is an error, and no endless loop`() throws
  {
    let targets = ["one.json", "two.json"].map { folder.url.appending(path: $0) }
    for target in targets { try Data("{}".utf8).write(to: target) }
    let manager = FileManager.default
    try manager.createSymbolicLink(atPath: file.path, withDestinationPath: "one.json")
    let store = JSONFileStore(at: file)
    let error = #expect(throws: SettingError.self) {
      try store.update { transaction in
        try transaction.set(1, for: "a")
        try manager.removeItem(at: file)
        try manager.createSymbolicLink(atPath: file.path, withDestinationPath: "two.json")
      }
    }
    #expect(error?.description.contains("was turned to another file") == true)
    for target in targets { #expect(try String(contentsOf: target, encoding: .utf8) == "{}") }
    try store.set(1, for: "a")
    #expect(try String(contentsOf: targets[1], encoding: .utf8) == "{\n  \"a\": 1\n}")
  }

  @Test func `a damaged file that is repaired during a transaction is not renamed`() throws {
    try write("{\"a\": ")
    let store = JSONFileStore(at: file, onDamage: .quarantine)
    try store.update { transaction in
      try transaction.set(2, for: "b")
      try write("{\"a\": 1}")
    }
    #expect(try text() == "{\"a\": 1, \"b\": 2}")
    #expect(try files() == ["settings.json", "settings.json.lock"])
  }

  @Test func `a deleted lock file keeps nobody out and loses nothing`() throws {
    let first = JSONFileStore(at: file)
    let second = JSONFileStore(at: file)
    let lock = folder.url.appending(path: "settings.json.lock")
    try first.update { transaction in
      try transaction.set(1, for: "a")
      try FileManager.default.removeItem(at: lock)
      try Threads.onOther { try second.set(1, for: "b") }
    }
    try first.reload()
    #expect(Set(try first.keys()) == ["a", "b"])
  }

  @Test func `a file that is read-only for everybody is not replaced`() throws {
    try write("{\"a\": 1}")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    let error = #expect(throws: SettingError.self) { try JSONFileStore(at: file).set(2, for: "a") }
    #expect(error?.description.contains("is read-only for everybody") == true)
    #expect(try text() == "{\"a\": 1}")
  }

  /// The former key is the parent of the new one: its object is no value of the setting.
  @Test(arguments: [true, false])
  func `a former key that is a parent keeps its other children`(_ inFile: Bool) throws {
    let store: any SettingStore = inFile ? JSONFileStore(at: file) : InMemoryStore()
    try store.set(80, for: "http")
    let port = Setting(key: "http.port", default: 1, formerly: "http", store: store)
    let timeout = Setting(key: "http.timeout", default: 7, store: store)
    #expect(port.value == 80)
    try port.write(81)
    try timeout.write(30)
    try port.write(82)
    #expect(port.value == 82 && timeout.value == 30)
    try port.reset()
    #expect(port.value == 1 && !port.isSet && timeout.value == 30)
  }

  @Test func `a refused value takes no lock and makes no folder`() throws {
    let store = JSONFileStore(at: folder.url.appending(path: "a/settings.json"))
    let bounded = Setting(key: "v", default: 0, in: 0...1, store: store)
    #expect(throws: SettingError.self) { try bounded.write(9) }
    #expect(try files() == [])
  }

  @Test func `a key that stands twice, and one that is in the way, are named`() throws {
    try write("{\"a\": {\"b\": 1}, \"a.b\": 2, \"c\": 3}")
    let store = JSONFileStore(at: file)
    let twice = #expect(throws: SettingError.self) { try store.value(for: "a.b") }
    #expect(twice?.description.contains("settings.json:1:8 and at settings.json:1:17") == true)
    let blocked = #expect(throws: SettingError.self) { try store.set(1, for: "c.d") }
    #expect(blocked?.description.contains("settings.json:1:27 holds a value where") == true)
    #expect(try text() == "{\"a\": {\"b\": 1}, \"a.b\": 2, \"c\": 3}")
  }

  @Test func `what is no file is an error with its path`() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let store = JSONFileStore(at: file)
    let error = #expect(throws: SettingError.self) { try store.value(for: "a") }
    #expect(error?.kind == .storeFailed)
    #expect(error?.description.contains(file.path) == true)
    #expect(throws: SettingError.self) { try store.set(1, for: "a") }
    #expect(throws: SettingError.self) {
      try JSONFileStore(at: #require(URL(string: "https://a.b/c"))).set(1, for: "a")
    }
  }

  @Test func `a damaged file that is not written is no change, one that is renamed is`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("settings.json")
    try Data(#"{"a": 1,"#.utf8).write(to: url)
    let store = JSONFileStore(at: url, onDamage: .quarantine)
    #expect(throws: SettingError.self) { try store.value(for: "a") }
    let notices = Mutex<[SettingNotice]>([])
    let observation = store.onChange { notice in notices.withLock { $0.append(notice) } }
    #expect(throws: CancellationError.self) { try store.update { _ in throw CancellationError() } }
    #expect(notices.withLock { $0 } == [])
    _ = try Reports.collect { try store.set(2, for: "b") }
    #expect(notices.withLock { $0.map(\.keys) } == [nil])
    observation.cancel()
  }
}
