internal import Foundation

/// A program that a test needs and that may not be installed.
package enum InstalledProgram {
  /// Where a program is, as a shell finds it; nil where it is not installed.
  package static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}
