import CrashHarness
import Foundation
import TestSupport

@testable import TypedSettings

/// The system calls of one save, seen and disturbed with `strace`.
struct SystemCalls {
  static let tool = Plan.program("strace")

  /// What is there before the save.
  enum Start: String, CaseIterable {
    case noFolder, noFile, goodFile, staleTemporary, damagedFile
  }

  /// One call that a save made.
  struct Call {
    let name: String
    /// Which call of that name it is, from 1.
    let number: Int
    /// The file that it is about: `folder`, `data`, `lock` or `temporary`.
    let target: String
    let text: String
  }

  private let folder: SettingsFolder
  let path: String
  private let faults: String
  private var settingsFolder: String { TypedSettings.folder(of: path) }
  private var log: String { folder.path + ".trace" }

  static let damage = Array("{ \"key0\": ".utf8)

  init(_ start: Start, faults: String = "none") throws {
    folder = try SettingsFolder()
    self.faults = faults
    path = folder.folder.url.appending(path: "player/settings.json").path
    let manager = FileManager.default
    guard start != .noFolder else { return }
    try manager.createDirectory(atPath: settingsFolder, withIntermediateDirectories: false)
    if start == .goodFile || start == .staleTemporary {
      try Generations.few.write(1, to: store())
    }
    if start == .staleTemporary {
      try Data("{ \"key0\"".utf8).write(to: URL(fileURLWithPath: path + ".tmp"))
    }
    if start == .damagedFile { try Data(Self.damage).write(to: URL(fileURLWithPath: path)) }
  }

  /// A store without faults.
  func store() -> JSONFileStore { FileUnderTest(path: path).store() }

  /// Saves generation 2 in another process, with an injection in the words of `strace`.
  func save(_ injection: String?) throws -> (ending: RunningProgram.Ending, calls: [Call]) {
    let files = [settingsFolder, path, path + ".lock", path + ".tmp"]
    let calls = """
      openat,flock,fstat,newfstatat,statx,read,write,fchmod,fchown,fsync,fdatasync,close,rename,\
      renameat,renameat2,unlink,unlinkat,readlink,readlinkat,mkdir,mkdirat
      """
    let program = try RunningProgram(
      Self.tool ?? "",
      ["-f", "-qq", "-y", "-o", log, "-e", "trace=\(calls)"] + files.flatMap { ["-P", $0] }
        + (injection.map { ["-e", "inject=\($0)"] } ?? [])
        + [ChildProcess.products.appending(path: "CrashHarness").path]
        + ["write-few", path, "durable", faults, "2"])
    let ending = program.end(within: .seconds(10))
    let text = try String(contentsOfFile: log, encoding: .utf8)
    try FileManager.default.removeItem(atPath: log)
    return (ending, Self.parse(text))
  }

  private static func parse(_ text: String) -> [Call] {
    var counts: [String: Int] = [:]
    return text.split(separator: "\n").compactMap { line in
      // A line is: process, name, parenthesis, arguments.
      guard let parenthesis = line.firstIndex(of: "("),
        let name = line[..<parenthesis].split(separator: " ").last, !line.contains("resumed>")
      else { return nil }
      counts[String(name), default: 0] += 1
      // The file comes before the result, which may be another one.
      let arguments = line[parenthesis...]
      let target =
        arguments.contains("settings.json.tmp")
        ? "temporary"
        : arguments.contains("settings.json.lock")
          ? "lock" : arguments.contains("settings.json") ? "data" : "folder"
      return Call(
        name: String(name), number: counts[String(name)] ?? 1, target: target, text: String(line))
    }
  }

  // MARK: - What is there

  func bytes() throws -> [UInt8]? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
  }

  var hasTemporary: Bool { FileManager.default.fileExists(atPath: path + ".tmp") }

  /// Whether the next store writes and reads, and leaves no other files.
  func isUsable() throws -> Bool {
    try Generations.few.write(3, to: store())
    let files = try FileManager.default.contentsOfDirectory(atPath: settingsFolder)
    return try Generations.few.read(store()) == 3
      && Set(files) == ["settings.json", "settings.json.lock"]
  }
}
