#if os(Linux) || os(Android)

import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TypedSettings
import TypedSettingsTesting

/// One after the other, because they count the watches of the process.
@Suite(.serialized) struct FileWatcherTests {
  let folder: TemporaryFolder
  var file: URL { folder.url.appending(path: "settings.json") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ text: String, to url: URL? = nil) throws {
    try Data(text.utf8).write(to: url ?? file, options: .atomic)
  }

  private func createFolder(_ name: String) throws -> URL {
    let url = folder.url.appending(path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    return url
  }

  /// Waits until the condition holds; returns how long that took, nil when it never does.
  private func wait(_ condition: () throws -> Bool) rethrows -> Duration? {
    let start = ContinuousClock.now
    while try !condition() {
      if start.duration(to: .now) > .seconds(10) { return nil }
      sched_yield()
    }
    return start.duration(to: .now)
  }

  private func waitForValue(_ value: Int, in store: JSONFileStore, _ key: SettingKey = "a") -> Bool
  {
    wait { store.integer(forKey: key, default: -1) == value } != nil
  }

  /// What inotify descriptors the process has open.
  private func descriptors() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
      // A descriptor may be closed between the listing and the look at it.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target?.contains("inotify") == true
    }
  }

  // MARK: - How soon

  @Test func `200 writes of another process are each seen within 50 milliseconds`() throws {
    let store = JSONFileStore(at: file, watching: true)
    #expect(store.integer(forKey: "a", default: -1) == -1)
    let program = Process()
    program.executableURL = ChildProcess.products.appending(path: "FileStoreHarness")
    let (input, output) = (Pipe(), Pipe())
    program.standardInput = input
    program.standardOutput = output
    program.arguments = [file.path]
    try program.run()
    var latencies: [Duration] = []
    for number in 1...200 {
      let revision = store.revision
      try input.fileHandleForWriting.write(contentsOf: Data("\(number)\n".utf8))
      // The program answers when its write has returned, with the time by the clock of the system.
      let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      let written = try #require(Double(answer.trimmingCharacters(in: .whitespacesAndNewlines)))
      try #require(wait { store.integer(forKey: "a", default: -1) == number } != nil)
      #expect(store.revision != revision)
      latencies.append(.seconds(max(0, Date().timeIntervalSince1970 - written)))
    }
    try input.fileHandleForWriting.close()
    program.waitUntilExit()
    latencies.sort()
    let (median, worst) = (latencies[latencies.count / 2], latencies[latencies.count - 1])
    print("A write of another process was seen after \(median) (median), \(worst) (worst)")
    #expect(median < .milliseconds(50))
    // A guard against waiting for a timeout: a machine under load may be late.
    #expect(worst < .seconds(1))
  }

  // MARK: - What changes

  @Test func `a file that is created, rewritten in place, renamed over and removed is seen`() throws
  {
    let store = JSONFileStore(at: file, watching: true)
    #expect(!store.contains("a"))
    try Data("{\"a\": 1}".utf8).write(to: file)
    #expect(waitForValue(1, in: store))
    try Data("{\"a\": 2}".utf8).write(to: file)
    #expect(waitForValue(2, in: store))
    try write("{\"a\": 3}")
    #expect(waitForValue(3, in: store))
    try FileManager.default.removeItem(at: file)
    #expect(waitForValue(-1, in: store))
  }

  @Test func `a link that is turned to another folder, as Kubernetes does, is seen`() throws {
    let link = folder.url.appending(path: "..data")
    for (name, number) in [("..first", 1), ("..second", 2), ("..third", 3)] {
      try write("{\"a\": \(number)}", to: createFolder(name).appending(path: "settings.json"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: "..data/settings.json")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "..first")
    let store = JSONFileStore(at: file, watching: true)
    #expect(store.integer(forKey: "a", default: -1) == 1)
    for (name, number) in [("..second", 2), ("..third", 3), ("..first", 1)] {
      let new = folder.url.appending(path: "..data_tmp")
      try FileManager.default.createSymbolicLink(atPath: new.path, withDestinationPath: name)
      try #require(rename(new.path, link.path) == 0)
      #expect(waitForValue(number, in: store))
    }
    // The folder that the link leads to now is watched, and no other one.
    try write("{\"a\": 4}", to: folder.url.appending(path: "..first/settings.json"))
    #expect(waitForValue(4, in: store))
  }

  @Test func `a file behind a link in another folder is seen`() throws {
    let target = try createFolder("real").appending(path: "target.json")
    try FileManager.default.createSymbolicLink(
      atPath: file.path, withDestinationPath: "real/target.json")
    let store = JSONFileStore(at: file, watching: true)
    #expect(!store.contains("a"))
    try write("{\"a\": 1}", to: target)
    #expect(waitForValue(1, in: store))
  }

  @Test func `a folder that is created later, removed, and created again is seen`() throws {
    let url = folder.url.appending(path: "x/y/z/settings.json")
    let store = JSONFileStore(at: url, watching: true)
    #expect(!store.contains("a"))
    for number in 1...5 {
      try write("{\"a\": \(number)}", to: createFolder("x/y/z").appending(path: "settings.json"))
      #expect(waitForValue(number, in: store))
      try FileManager.default.removeItem(at: folder.url.appending(path: "x"))
      #expect(waitForValue(-1, in: store))
    }
  }

  @Test func `a folder that is moved away, and another one in its place, are seen`() throws {
    let (a, b) = (try createFolder("a"), try createFolder("b"))
    try write("{\"a\": 1}", to: createFolder("a/deep").appending(path: "settings.json"))
    try write("{\"a\": 2}", to: createFolder("b/deep").appending(path: "settings.json"))
    let store = JSONFileStore(at: a.appending(path: "deep/settings.json"), watching: true)
    #expect(store.integer(forKey: "a", default: -1) == 1)
    try #require(rename(a.path, folder.url.appending(path: "c").path) == 0)
    #expect(waitForValue(-1, in: store))
    try #require(rename(b.path, a.path) == 0)
    #expect(waitForValue(2, in: store))
  }

  @Test func `a folder that somebody keeps open is seen when it is removed and created again`()
    throws
  {
    let path = folder.url.appending(path: "held/settings.json")
    try write("{\"a\": 1}", to: createFolder("held").appending(path: "settings.json"))
    let store = JSONFileStore(at: path, watching: true)
    #expect(store.integer(forKey: "a", default: -1) == 1)
    let held = open(path.deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY)
    defer { close(held) }
    try FileManager.default.removeItem(at: path.deletingLastPathComponent())
    #expect(waitForValue(-1, in: store))
    try write("{\"a\": 2}", to: createFolder("held").appending(path: "settings.json"))
    #expect(waitForValue(2, in: store))
  }

  @Test func `lost events mean that everything may have changed`() throws {
    let counts = [Count(), Count()]
    let other = try createFolder("other").appending(path: "settings.json")
    let watchers = zip([file, other], counts).map { url, count in
      FileWatcher(path: url.path) { count.add() }
    }
    WatchedFolders.shared.handle([Inotify.Event(watch: -1, isOverflow: true)])
    #expect(counts.map(\.value) == [1, 1])
    try write("{}")
    #expect(wait { counts[0].value > 1 } != nil)
    withExtendedLifetime(watchers) {}
  }

  @Test func `a write of its own does not move the revision twice`() throws {
    let store = JSONFileStore(at: file, watching: true)
    let other = JSONFileStore(at: folder.url.appending(path: "other.json"), watching: true)
    try store.set(1, for: "a")
    let revision = store.revision
    // The events come in order: when those of the other file are through, so are those of this one.
    try write("{\"a\": 1}", to: folder.url.appending(path: "other.json"))
    #expect(waitForValue(1, in: other))
    #expect(store.revision == revision)
  }

  @Test func `parallel updates through two watching stores lose nothing`() throws {
    let stores = (0..<2).map { _ in JSONFileStore(at: file, level: .atomic, watching: true) }
    let settings = stores.map { Setting(key: "a", default: 0, store: $0) }
    let failures = Threads.parallel(threads: 4, count: 50) {
      for setting in settings { try setting.update { $0 += 1 } }
    }
    #expect(failures == 0)
    for store in stores { #expect(waitForValue(400, in: store)) }
  }

  @Test func `a value that a thread writes is the value that it reads`() throws {
    let store = JSONFileStore(at: file, level: .atomic, watching: true)
    let failures = Threads.parallel(threads: 4, count: 100) {
      let key = try SettingKey(validating: "k\(UInt(bitPattern: ObjectIdentifier(Thread.current)))")
      let number = StoredValue.integer(.random(in: 0..<1000))
      try store.set(number, for: key)
      if try store.value(for: key) != number { throw CancellationError() }
    }
    #expect(failures == 0)
  }

  // MARK: - What is left

  @Test func `a store that is released leaves no watch behind`() throws {
    // Stores that other tests have let go of may be on the thread of the watcher for a moment yet.
    #expect(wait { WatchedFolders.shared.watchCount == 0 } != nil)
    weak var released: JSONFileStore?
    do {
      let store = JSONFileStore(at: file, watching: true)
      released = store
      try write("{\"a\": 1}")
      #expect(waitForValue(1, in: store))
      #expect(WatchedFolders.shared.watchCount > 1)
      let second = JSONFileStore(at: file, watching: true)
      let third = JSONFileStore(
        at: folder.url.appending(path: "not/there/settings.json"), watching: true)
      #expect(try descriptors().count == 1)
      withExtendedLifetime((store, second, third)) {}
    }
    #expect(wait { released == nil } != nil)
    #expect(wait { WatchedFolders.shared.watchCount == 0 } != nil)
    #expect(try descriptors().count == 1)
    #expect(try watchesOfTheSystem() == 0)
  }

  /// How many watches the system counts for the descriptors.
  private func watchesOfTheSystem() throws -> Int {
    try descriptors().map { descriptor in
      let text = try String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
      return text.split(separator: "\n").count { $0.hasPrefix("inotify ") }
    }.reduce(0, +)
  }
}

/// A count that several threads add to.
private final class Count: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }
  func add() { number.add(1, ordering: .relaxed) }
}

#endif
