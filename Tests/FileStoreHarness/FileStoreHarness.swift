import Foundation
import TypedSettings

/// Writes each number that it reads into a settings file, and prints when the write had returned.
@main
enum FileStoreHarness {
  static func main() throws {
    let store = JSONFileStore(at: URL(fileURLWithPath: CommandLine.arguments[1]))
    while let number = readLine().flatMap({ Int64($0) }) {
      try store.set(.integer(number), for: "a")
      FileHandle.standardOutput.write(Data("\(Date().timeIntervalSince1970)\n".utf8))
    }
  }
}
