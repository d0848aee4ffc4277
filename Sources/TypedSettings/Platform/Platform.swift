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

/// A pointer of which each thread has one of its own, nil at first.
///
/// There are a hundred or more in a process: one is made for all of its life.
struct ThreadPointer: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    // Without it nobody could tell what a transaction writes from what goes past it.
    guard pthread_key_create(&key, nil) == 0 else {
      fatalError("The process has used up its keys for data of threads.")
    }
    self.key = key
  }

  /// The pointer of the thread that is asking.
  var value: UnsafeRawPointer? {
    get { pthread_getspecific(key).map { UnsafeRawPointer($0) } }
    nonmutating set {
      // The same; it is set where a transaction begins and ends, neither of which may fail half way.
      guard pthread_setspecific(key, newValue) == 0 else {
        fatalError("There is no memory left for data of threads.")
      }
    }
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

  /// Starts a thread for a function that never returns; returns whether there is one.
  static func startThread(_ body: @escaping @Sendable () -> Never) -> Bool {
    #if canImport(Glibc) || canImport(Android)
    var thread = pthread_t()
    #else
    var thread: pthread_t?
    #endif
    let argument = Unmanaged.passRetained(ThreadBody(run: body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        // The pointer is optional on some systems and not on others; it is the one given below.
        let pointer: UnsafeMutableRawPointer? = argument
        guard let pointer else { fatalError("A thread was started without its function.") }
        Unmanaged<ThreadBody>.fromOpaque(pointer).takeRetainedValue().run()
      }, argument.toOpaque())
    if code != 0 { argument.release() }
    return code == 0
  }

  /// Writes a line to standard error, in one call where the system takes it whole.
  static func printToStandardError(_ line: String) {
    _ = write(line + "\n", to: STDERR_FILENO)
  }

  /// Writes a text to standard output; returns whether it took all of it.
  static func writeToStandardOutput(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

  private static func write(_ text: String, to file: Int32) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = POSIX.writeBytes(file, bytes)
      if count < 0 { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Reads standard input to its end; nil where that cannot be read.
  static func readStandardInput() -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = POSIX.readBytes(STDIN_FILENO, into: &chunk)
      if count < 0 { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Ends the process with a status.
  static func endProcess(_ status: Int32) -> Never { exit(status) }

  /// Waits until a signal ends the process, also one that the parent process has blocked.
  static func waitForSignals() -> Never {
    var none = sigset_t()
    sigemptyset(&none)
    while true { _ = sigsuspend(&none) }
  }
}

/// What a thread runs, as an object that a pointer can lead to.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Never

  init(run: @escaping @Sendable () -> Never) {
    self.run = run
  }
}
