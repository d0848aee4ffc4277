// What differs between operating systems, all of it.

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// A thread, to compare with another one.
struct ThreadIdentity: Hashable, Sendable {
  private let number: UInt

  /// The thread that is asking.
  static var current: Self {
    #if canImport(Glibc) || canImport(Android)
    Self(number: UInt(pthread_self()))
    #else
    Self(number: UInt(bitPattern: pthread_self()))
    #endif
  }
}

/// Facts about the operating system.
enum Platform {
  /// Whether `UserDefaults` saves without being asked, in a daemon of the system.
  static var savesUserDefaultsByItself: Bool {
    #if canImport(Darwin)
    true
    #else
    false
    #endif
  }

  /// Whether `UserDefaults` ignores an assignment of an object that equals the old one, although
  /// it differs, such as 1.0 in place of 1.
  static var ignoresEqualUserDefaults: Bool { !savesUserDefaultsByItself }

  /// Runs a function when the process ends by itself, though not when it is killed.
  static func atExit(_ function: @convention(c) () -> Void) {
    atexit(function)
  }

  /// Writes a line to standard error, in one call where the system takes it whole.
  static func printToStandardError(_ line: String) {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR { return }
      bytes = bytes.dropFirst(max(count, 0))
    }
  }
}
