import Foundation
import TypedSettings

/// The settings file against the bare calls that it cannot do without, and against Foundation.
enum FileBenchmarks {
  static func run(_ effort: Effort) throws -> [Measurement] {
    try [10, 10_000].flatMap { try writing(keys: $0, effort) } + opening(keys: 10_000, effort)
  }

  /// A durable write of one key, against a temporary file, `fsync`, rename and `fsync` of the folder.
  private static func writing(keys: Int, _ effort: Effort) throws -> [Measurement] {
    let folder = try Folder()
    let file = folder.url.appending(path: "settings.json")
    let text = content(keys: keys)
    try Data(text.utf8).write(to: file)
    let store = JSONFileStore(at: file)
    let setting = Setting(key: "group1.key1", default: 0, store: store)
    var number = 0
    let bare = FileReplacement(
      path: folder.url.appending(path: "bare.json").path, in: POSIXFileSystem())
    let bytes = Array(text.utf8)
    var stamp: FileStamp?
    let encoded = folder.url.appending(path: "encoded.json")
    let decoded = try JSONDecoder().decode([String: [String: Int]].self, from: Data(text.utf8))
    let times = try medians(
      effort, operations: 40,
      [
        {
          number += 1
          try setting.write(number)
        },
        {
          stamp = try bare.write(bytes, over: stamp, safety: .durable)
          try POSIXFileSystem().synchronizeDirectory(folder.url.path)
        },
        { try JSONEncoder().encode(decoded).write(to: encoded, options: .atomic) },
      ])
    return [
      Measurement(
        "durable write, \(keys) keys", times[0],
        over: "temporary file, fsync, rename, fsync of the folder", times[1],
        limit: keys == 10 ? 1.5 : 2),
      Measurement(
        "durable write, \(keys) keys", times[0], over: "JSONEncoder, then an atomic write", times[2]
      ),
    ]
  }

  /// Opening a file and reading one key, against Foundation's decoder on the same file.
  private static func opening(keys: Int, _ effort: Effort) throws -> [Measurement] {
    let folder = try Folder()
    let file = folder.url.appending(path: "settings.json")
    try Data(content(keys: keys).utf8).write(to: file)
    let times = try medians(
      effort, operations: 4,
      [
        { _ = try JSONFileStore(at: file).value(for: "group1.key1") },
        {
          let decoder = JSONDecoder()
          _ = try decoder.decode([String: [String: Int]].self, from: Data(contentsOf: file))
        },
      ])
    return [
      Measurement("opening \(keys) keys", times[0], over: "JSONDecoder", times[1], limit: 1)
    ]
  }

  /// A file of groups with up to 100 keys each.
  private static func content(keys: Int) -> String {
    let perGroup = min(keys, 100)
    let groups = (0..<keys / perGroup).map { group in
      let members = (0..<perGroup).map { "    \"key\($0)\": \(group * 1000 + $0)" }
      return "  \"group\(group + 1)\": {\n" + members.joined(separator: ",\n") + "\n  }"
    }
    return "{\n" + groups.joined(separator: ",\n") + "\n}\n"
  }
}
