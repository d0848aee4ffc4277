import CrashHarness
import Foundation
import TestSupport
import Testing

/// The checks of crashes, one at a time, since they measure time and fill the computer.
@Suite(.serialized) enum CrashTests {}

/// How much is tried: ten times as much with `CRASH_LONG=1`.
enum Plan {
  static let isLong = ProcessInfo.processInfo.environment["CRASH_LONG"] == "1"
  static let factor = isLong ? 10 : 1

  /// Random numbers whose seed is printed, so that a run can be made again with `CRASH_SEED`.
  static func generator(_ check: String) -> SeededGenerator {
    let given = ProcessInfo.processInfo.environment["CRASH_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64.random(in: 0...UInt64.max)
    print("\(check): CRASH_SEED=\(seed)")
    return SeededGenerator(seed: seed)
  }

  /// Where a program is installed, nil where it is not.
  static func program(_ name: String) -> String? {
    ["/usr/bin/", "/bin/", "/usr/local/bin/"].map { $0 + name }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

/// A folder for one settings file.
struct SettingsFolder {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appending(path: "settings.json").path
  }

  /// Files that nobody knows: there may be data, lock and one temporary file.
  func strays() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
      !["settings.json", "settings.json.lock", "settings.json.tmp"].contains($0)
    }
  }

  func bytes() throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  var hasTemporary: Bool { FileManager.default.fileExists(atPath: path + ".tmp") }
}
