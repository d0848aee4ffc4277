import Foundation

/// A folder that is gone afterwards.
final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "Benchmarks-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    // A folder that is left is no reason to lose the figures.
    try? FileManager.default.removeItem(at: url)
  }
}
