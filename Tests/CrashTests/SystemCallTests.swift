import CrashHarness
import Foundation
import TestSupport
import Testing

@testable import TypedSettings

extension CrashTests {
  /// Saves that are killed before, or fail in, each of their system calls.
  @Suite(.enabled(if: SystemCalls.tool != nil, "strace is not installed"))
  struct EachSystemCall {
    /// The file after a save that nobody disturbs, nil where it must fail.
    private static func savedBytes(_ start: SystemCalls.Start) throws -> [UInt8]? {
      let save = try SystemCalls(start)
      try Generations.few.write(2, to: save.store())
      return try save.bytes()
    }

    // MARK: - Kills

    private static func flawsOfKills(
      _ start: SystemCalls.Start, faults: String = "none"
    ) throws -> (kills: Int, flaws: [String]) {
      let clean = try SystemCalls(start, faults: faults).save(nil)
      let isDamaged = start == .damagedFile
      try #require(clean.ending.status == (isDamaged ? 1 : 0))
      let new = isDamaged ? SystemCalls.damage : try savedBytes(start)
      var flaws: [String] = []
      for call in clean.calls {
        let save = try SystemCalls(start, faults: faults)
        let old = try save.bytes()
        let ending = try save.save("\(call.name):signal=KILL:when=\(call.number)").ending
        let bytes = try save.bytes()
        if ending.status != nil { flaws.append("not killed: \(call.text)") }
        if bytes != old && bytes != new { flaws.append("torn: \(call.text)") }
        if ending.lines.contains("2") && bytes != new { flaws.append("lost: \(call.text)") }
        do {
          if isDamaged {
            try? save.store().set(1, for: "other")  // It must be refused, and change nothing.
            if try save.bytes() != SystemCalls.damage { flaws.append("changed: \(call.text)") }
          } else if try !save.isUsable() {
            flaws.append("unusable: \(call.text)")
          }
        } catch {
          flaws.append("\(error): \(call.text)")
        }
      }
      print("kill before each call, \(start), \(faults): \(clean.calls.count) kills, ", flaws.count)
      return (clean.calls.count, flaws)
    }

    @Test(arguments: SystemCalls.Start.allCases)
    func `a save that is killed is there or not`(_ start: SystemCalls.Start) throws {
      let (kills, flaws) = try Self.flawsOfKills(start)
      #expect(kills >= 9 && flaws == [])
    }

    @Test func `control: a save in place that is killed is torn`() throws {
      let flaws = try Self.flawsOfKills(.goodFile, faults: "inPlace").flaws
      #expect(flaws.contains { $0.hasPrefix("torn") })
    }

    // MARK: - Errors

    private static let codes: [(names: Set<String>, codes: [String: Int32])] = [
      (
        ["openat"],
        [
          "EMFILE": EMFILE, "EACCES": EACCES, "ENOSPC": ENOSPC, "EROFS": EROFS, "EIO": EIO,
          "EINTR": EINTR,
        ]
      ),
      (["write"], ["ENOSPC": ENOSPC, "EIO": EIO, "EDQUOT": EDQUOT, "EINTR": EINTR]),
      (["fsync"], ["EIO": EIO, "ENOSPC": ENOSPC, "EDQUOT": EDQUOT, "EINTR": EINTR]),
      (["read", "flock", "close"], ["EIO": EIO, "EINTR": EINTR]),
      (
        ["rename", "renameat", "renameat2"],
        [
          "EACCES": EACCES, "ENOSPC": ENOSPC, "EROFS": EROFS, "EXDEV": EXDEV, "EIO": EIO,
          "EINTR": EINTR,
        ]
      ),
      (
        ["unlink", "unlinkat", "mkdir", "mkdirat", "fchmod", "fchown"],
        ["EACCES": EACCES, "EROFS": EROFS, "EINTR": EINTR]
      ),
      (
        ["newfstatat", "fstat", "statx", "readlink", "readlinkat"],
        ["EACCES": EACCES, "EIO": EIO, "EINTR": EINTR]
      ),
    ]

    /// Whether a save may go on when the call fails.
    ///
    /// Only the superuser can give files away. A file that was only read, the lock and the folder
    /// are closed when nothing can be lost any more.
    private static func isHarmless(_ call: SystemCalls.Call) -> Bool {
      call.name == "fchown" || (call.name == "close" && call.target != "temporary")
    }

    /// What is wrong after a call has failed, once or for ever.
    private static func flaws(
      _ start: SystemCalls.Start, _ call: SystemCalls.Call, _ code: (name: String, number: Int32),
      isOnce: Bool, new: [UInt8]?, faults: String
    ) throws -> [String] {
      let save = try SystemCalls(start, faults: faults)
      let old = try save.bytes()
      let (ending, calls) = try save.save(
        "\(call.name):error=\(code.name):when=\(call.number)\(isOnce ? "" : "+")")
      let bytes = try save.bytes()
      var flaws: [String] = []
      if !calls.contains(where: { $0.text.contains("(INJECTED)") }) { flaws.append("no injection") }
      if ending.wasLate { flaws.append("late") }
      if ending.lines == ["2"] {
        if bytes != new { flaws.append("said to be saved, but is not") }
        // A lock file that may only be read is enough.
        let isReadableLock = code.number == EACCES && isOnce && call.text.contains(".lock\"")
        if !isHarmless(call) && code.number != EINTR && !isReadableLock {
          flaws.append("no error")
        }
      } else if let line = ending.lines.first, line.hasPrefix("error: ") {
        if !line.contains("errno \(code.number)") || !line.contains("/player") {
          flaws.append("unclear: \(line)")
        }
        // Once the file is in place, it stays there, and only the disk is in doubt.
        let isInPlace =
          call.target == "folder" && ["openat", "fsync"].contains(call.name) && bytes == new
        if bytes != old && !isInPlace { flaws.append("changed: \(line)") }
        if line.contains("is as it was") != (bytes == old) { flaws.append("untrue: \(line)") }
        if code.number == EINTR && isOnce { flaws.append("not made again: \(line)") }
      } else {
        flaws.append("ended with \(ending.lines)")
      }
      let mayLeaveTemporary = start == .staleTemporary || call.name.hasPrefix("unlink")
      if save.hasTemporary && !mayLeaveTemporary { flaws.append("a temporary file is left") }
      do {
        if try !save.isUsable() { flaws.append("unusable") }
      } catch {
        flaws.append("unusable: \(error)")
      }
      return flaws.map { "\(code.name) \(isOnce ? "once" : "for ever"), \(call.text): \($0)" }
    }

    private static func flawsOfErrors(
      _ start: SystemCalls.Start, faults: String = "none",
      only isChosen: (SystemCalls.Call) -> Bool = { _ in true }
    ) throws -> (combinations: Int, flaws: [String]) {
      let clean = try SystemCalls(start, faults: faults).save(nil)
      try #require(clean.ending.lines == ["2"])
      let new = try savedBytes(start)
      var combinations = 0
      var flaws: [String] = []
      for call in clean.calls where isChosen(call) {
        for (names, codes) in codes where names.contains(call.name) {
          for (name, number) in codes.sorted(by: { $0.key < $1.key }) {
            for isOnce in [true, false] {
              combinations += 1
              flaws += try self.flaws(
                start, call, (name, number), isOnce: isOnce, new: new, faults: faults)
            }
          }
        }
      }
      print("errors, \(start), \(faults): \(combinations) combinations, \(flaws.count) flaws")
      return (combinations, flaws)
    }

    /// The short form leaves out the calls that another start makes in the same way.
    @Test(arguments: [SystemCalls.Start.noFolder, .goodFile, .staleTemporary])
    func `a call that fails is reported and changes nothing`(_ start: SystemCalls.Start) throws {
      let (combinations, flaws) = try Self.flawsOfErrors(start) { call in
        switch start {
        case .noFolder where !Plan.isLong:
          call.target == "folder" || call.text.contains(".lock\"")
        case .staleTemporary where !Plan.isLong:
          ["openat", "unlink", "unlinkat"].contains(call.name)
        default: true
        }
      }
      #expect(combinations >= (start == .goodFile ? 100 : 20))
      #expect(flaws == [])
    }

    @Test func `control: a save in place that fails is torn`() throws {
      let flaws = try Self.flawsOfErrors(.goodFile, faults: "inPlace") { call in
        call.name == "write"
      }.flaws
      #expect(flaws.contains { $0.contains("changed: ") })
    }
  }
}
