import Foundation
import TestSupport
import TypedSettings

/// Writes settings in a process of its own, which may be killed at any moment.
///
/// Usage: `CrashHarness <command> <file> <level> <faults> [numbers]`, with faults joined by commas.
/// A number is printed only after the call that stores it has returned.
@main
enum CrashHarness {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    guard words.count >= 4 else { return fail("too few arguments") }
    let arguments = Array(words)
    let numbers = arguments[4...].compactMap { Int64($0) }
    let file = FileUnderTest(path: arguments[1], level: arguments[2], faults: arguments[3])
    do {
      switch arguments[0] {
      case "write": try write(numbers[0], .all, to: file.store())
      case "write-few": try write(numbers[0], .few, to: file.store())
      case "write-on": try writeOn(.all, file.store())
      case "write-few-on": try writeOn(.few, file.store())
      case "write-limited": try writeLimited(numbers[0], numbers[1], to: file.store())
      case "count": try count(numbers[0], numbers[1], in: file.store())
      case "read-few-on": try readOn(file)
      default: fail("unknown command")
      }
    } catch {
      fail("\(error)")
    }
  }

  /// Prints a line without a buffer, so that it is out when this returns.
  private static func print(_ line: some CustomStringConvertible) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }

  private static func fail(_ message: String) {
    print("error: \(message.replacing("\n", with: " "))")
    exit(1)
  }

  /// Writes one generation.
  private static func write(
    _ number: Int64, _ generations: Generations, to store: JSONFileStore
  ) throws {
    try generations.write(number, to: store)
    print(number)
  }

  /// Writes one generation after the other until it is killed.
  private static func writeOn(_ generations: Generations, _ store: JSONFileStore) throws {
    _ = try generations.read(store)
    print("ready")
    while true { print(try generations.writeNext(to: store)) }
  }

  /// Writes one generation where files may not grow beyond a limit.
  private static func writeLimited(
    _ number: Int64, _ limit: Int64, to store: JSONFileStore
  ) throws {
    signal(SIGXFSZ, SIG_IGN)
    var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
    #if canImport(Darwin)
    let result = setrlimit(RLIMIT_FSIZE, &limits)
    #else
    let result = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
    #endif
    guard result == 0 else { return fail("cannot limit the size of files") }
    try write(number, .all, to: store)
  }

  /// Counts up a key that others count up too, and one of its own.
  ///
  /// Prints how many updates of the common key have returned.
  private static func count(_ own: Int64, _ times: Int64, in store: JSONFileStore) throws {
    let shared = Setting(key: "shared", default: 0, store: store)
    let mine = Setting(key: SettingKey(stringLiteral: "own\(own)"), default: 0, store: store)
    var returned = 0
    for _ in 0..<times {
      do {
        try shared.update { $0 += 1 }
        returned += 1
        try mine.update { $0 += 1 }
      } catch {
        // Without a lock writers take each other's files away; then the others go on.
        print("error: \(error)")
      }
    }
    print(returned)
  }

  /// Reads until it is killed; prints what is wrong.
  private static func readOn(_ file: FileUnderTest) throws {
    let store = file.store()
    var last: Int64 = 0
    print("ready")
    while true {
      try store.reload()
      let number = try Generations.few.read(store) ?? 0
      if number < last { fail("\(number) after \(last)") }
      if number > last { print(number) }
      last = number
    }
  }
}
