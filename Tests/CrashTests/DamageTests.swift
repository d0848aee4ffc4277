import CrashHarness
import Foundation
import TestSupport
import Testing

@testable import TypedSettings

extension CrashTests {
  /// What becomes of files that are damaged: a value, or an error and the bytes as they were.
  @Suite struct Damage {
    private static let sample = """
      // Settings of the player.
      {
        "name": "Hörspiel \\ud83d\\ude00",
        "volume": 0.5,
        "http": { "port": 8080, "hosts": ["a", "b"] },
        "on": true, "none": null, "key": -12
      }

      """
    private static let keys: [SettingKey] = [
      "name", "volume", "http.port", "http.hosts", "on", "none", "key",
    ]

    private let folder: SettingsFolder

    init() throws {
      folder = try SettingsFolder()
    }

    private func put(_ bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path))
    }

    /// What a store reads under the keys of the sample, in words.
    private func values(_ store: JSONFileStore) -> [String] {
      Self.keys.map { key in
        do {
          return try store.value(for: key).map { "\($0)" } ?? "nothing"
        } catch {
          return "an error"
        }
      }
    }

    /// What is wrong with how a store treats the bytes, nil when nothing is.
    private func flaw(_ bytes: [UInt8], faults: String = "none") throws -> String? {
      try put(bytes)
      let file = FileUnderTest(path: folder.path, level: "atomic", faults: faults)
      let store = file.store()
      // With the right file system, so that a fault does not hide what it did.
      let before = values(FileUnderTest(path: folder.path).store())
      do {
        try store.set(99, for: "added")
      } catch {
        return try folder.bytes() == bytes ? nil : "changed although an error was reported"
      }
      let after = FileUnderTest(path: folder.path).store()
      do {
        let document = try JSONDocument(bytes)
        if document.nodes[0].kind != .object { return "written over, and it was no object" }
        if try after.value(for: "added") != 99 { return "the value is not stored" }
      } catch {
        return "written over, and it was damaged: \(error)"
      }
      return values(after) == before && values(store) == before ? nil : "other values changed"
    }

    private func flaws(_ files: [[UInt8]], faults: String = "none") throws -> [String] {
      let flaws = try files.compactMap { try flaw($0, faults: faults) }
      try #require(try folder.strays() == [] && !folder.hasTemporary)
      return flaws
    }

    private static let truncations = (0...sample.utf8.count).map { Array(sample.utf8.prefix($0)) }

    @Test func `every truncation`() throws {
      print("damage: \(Self.truncations.count) truncations")
      #expect(try flaws(Self.truncations) == [])
    }

    @Test func `random bit flips`() throws {
      var generator = Plan.generator("bit flips")
      let files = (0..<2000 * Plan.factor).map { _ in
        var bytes = Array(Self.sample.utf8)
        let bit = Int.random(in: 0..<bytes.count * 8, using: &generator)
        bytes[bit / 8] ^= 1 << (bit % 8)
        return bytes
      }
      #expect(try flaws(files) == [])
    }

    @Test func `zeroed blocks`() throws {
      let files = stride(from: 0, to: Self.sample.utf8.count, by: 16).flatMap { start in
        [1, 16, 64].map { size in
          var bytes = Array(Self.sample.utf8)
          for index in start..<min(start + size, bytes.count) { bytes[index] = 0 }
          return bytes
        }
      }
      #expect(try flaws(files) == [])
    }

    @Test func `other encodings and strange texts`() throws {
      let text = #"{"key": 1}"#
      let utf16 = Array(text.utf16)
      let files: [[UInt8]] = [
        [], [0], [0xef, 0xbb, 0xbf], [0xef, 0xbb, 0xbf] + Array(Self.sample.utf8),
        [0xff, 0xfe] + utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] },
        [0xfe, 0xff] + utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] },
        utf16.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] },
        Array("{\"key\": \"a\0b\"}".utf8), Array("{\"key\": 1}\0".utf8),
        Array(#"{"key": "\ud800"}"#.utf8), Array(#"{"\udc00": 1, "key": 2}"#.utf8),
        Array(#"{"key": ""#.utf8) + [0xed, 0xa0, 0x80] + Array(#""}"#.utf8),
        Array(#"{"key": 1, "key": 2}"#.utf8), Array(#"{"http.port": 1, "http": {"port": 2}}"#.utf8),
        Array("[]".utf8), Array("null".utf8), Array("\n\n".utf8), Array("// nothing".utf8),
        [UInt8](repeating: UInt8(ascii: "["), count: 100_000),
        [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
          + [UInt8](repeating: UInt8(ascii: "]"), count: 100_000),
        Array(#"{"key": "#.utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 100_000),
      ]
      #expect(try flaws(files) == [])
    }

    @Test func `control: a store that ignores what is in the file is found`() throws {
      let files = [Array(Self.sample.utf8.prefix(50)), Array(Self.sample.utf8)]
      #expect(try flaws(files, faults: "ignoresContent").count == 2)
    }

    @Test func `a file of 65 MiB is refused and kept`() throws {
      try put(Array("{}".utf8))
      let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path))
      try handle.truncate(atOffset: 65 << 20)
      let store = FileUnderTest(path: folder.path).store()
      #expect(throws: SettingError.self) { try store.value(for: "key") }
      #expect(throws: SettingError.self) { try store.set(1, for: "key") }
      #expect(try handle.seekToEnd() == 65 << 20)
      try handle.close()
    }

    /// In a process of its own, which can be killed if it waits for ever.
    @Test(arguments: ["folder", "pipe"]) func `not a file`(_ kind: String) throws {
      if kind == "pipe" {
        try #require(mkfifo(folder.path, 0o600) == 0)
      } else {
        try FileManager.default.createDirectory(
          atPath: folder.path, withIntermediateDirectories: false)
      }
      let end = try RunningProgram("CrashHarness", ["write", folder.path, "durable", "none", "1"])
        .end(within: .seconds(5))
      #expect(!end.wasLate && end.status == 1)
      #expect(end.lines.count == 1 && end.lines[0].contains("it is not a regular file"))
      var information = stat()
      try #require(lstat(folder.path, &information) == 0)
      #expect(information.st_mode & S_IFMT == (kind == "pipe" ? S_IFIFO : S_IFDIR))
      #expect(!folder.hasTemporary)
    }

    @Test func `a dangling link is written where it leads`() throws {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path, withDestinationPath: "other.json")
      let store = FileUnderTest(path: folder.path).store()
      #expect(try store.value(for: "key") == nil)
      try store.set(1, for: "key")
      #expect(try FileUnderTest(path: folder.path).store().value(for: "key") == 1)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: folder.path) == "other.json")
    }

    @Test func `a file that nobody may read is kept`() throws {
      try put(Array(Self.sample.utf8))
      try #require(chmod(folder.path, 0) == 0)
      let store = FileUnderTest(path: folder.path).store()
      if geteuid() == 0 {
        // The superuser may read everything.
        #expect(try store.value(for: "key") == -12)
      } else {
        #expect(throws: SettingError.self) { try store.set(1, for: "key") }
        try #require(chmod(folder.path, 0o600) == 0)
        #expect(try folder.bytes() == Array(Self.sample.utf8))
      }
    }
  }
}
