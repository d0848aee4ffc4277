import Foundation

/// A program that runs beside the tests, and can be killed.
///
/// What it prints, and what it complains about, is read while it runs.
package final class RunningProgram {
  private let identifier: pid_t
  private let output: Int32
  private var unread: [UInt8] = []
  private var hasEnded = false

  /// Starts a program in a process group of its own.
  ///
  /// - Parameters:
  ///   - path: The program; a name without a slash is a product of this package.
  ///   - arguments: What the program is told.
  /// - Throws: An error when the program cannot be started.
  package init(_ path: String, _ arguments: [String]) throws {
    let program =
      path.contains("/") ? path : ChildProcess.products.appending(path: path).path
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw POSIXError(.EMFILE) }
    // Not inherited, so that the pipe ends with the program that it is for.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
      texts.map { strdup($0) } + [nil]
    }
    var words = copies([program] + arguments)
    var environment = copies(["PATH=/usr/bin:/bin:/usr/sbin:/sbin"])
    defer { for word in words + environment { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, program, &actions, &attributes, &words, &environment)
    close(ends[1])
    guard code == 0 else {
      close(ends[0])
      throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT)
    }
    self.identifier = identifier
    output = ends[0]
  }

  deinit {
    if !hasEnded {
      kill()
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }
    close(output)
  }

  /// Kills the program, and what it started, at once.
  package func kill() {
    guard !hasEnded else { return }
    _ = Foundation.kill(-identifier, SIGKILL)
  }

  /// Waits for the next line; nil when the program ends, or takes longer than that.
  package func line(within time: Duration) -> String? {
    let end = ContinuousClock.now + time
    while true {
      if let newline = unread.firstIndex(of: 10) {
        let line = String(decoding: unread[..<newline], as: UTF8.self)
        unread.removeSubrange(...newline)
        return line
      }
      guard readMore(until: end) else { return nil }
    }
  }

  /// How a program ended.
  package struct Ending: Sendable {
    /// The whole lines that it printed and nobody has read before.
    package let lines: [String]
    /// What it returned, nil where a signal ended it.
    package let status: Int32?
    /// Whether it took longer than it may, and was killed for that.
    package let wasLate: Bool
  }

  /// Waits until the program ends; kills it when that takes too long.
  package func end(within time: Duration = .seconds(10)) -> Ending {
    let end = ContinuousClock.now + time
    while readMore(until: end) {}
    let wasLate = ContinuousClock.now >= end
    if wasLate { kill() }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    hasEnded = true
    var lines = String(decoding: unread, as: UTF8.self).components(separatedBy: "\n")
    lines.removeLast()
    return Ending(
      lines: lines, status: status & 0x7f == 0 ? (status >> 8) & 0xff : nil, wasLate: wasLate)
  }

  /// Reads what is there, or waits for it; returns false at the end of the output or of the time.
  private func readMore(until end: ContinuousClock.Instant) -> Bool {
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { return false }
    var request = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    let milliseconds =
      left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    let ready = poll(&request, 1, Int32(clamping: milliseconds + 1))
    if ready < 0 { return errno == EINTR }
    if ready == 0 { return true }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(output, &chunk, chunk.count)
    if count < 0 { return errno == EINTR }
    unread += chunk[..<max(count, 0)]
    return count > 0
  }
}
