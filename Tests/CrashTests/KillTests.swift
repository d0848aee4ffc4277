import CrashHarness
import Foundation
import Synchronization
import TestSupport
import Testing
import TypedSettingsTesting

@testable import TypedSettings

extension CrashTests {
  /// What a killed writer leaves.
  @Suite struct Kills {
    /// What was found after the kills.
    struct Findings {
      var kills = 0
      /// Files that do not parse, and files with values of two transactions.
      var torn = 0
      var mixed = 0
      /// Files without a value whose write had returned.
      var lost = 0
      var strays = 0
      /// Times at which the next store could not write.
      var unusable = 0
      /// How often a temporary file was left, which is no flaw but shows that a save was hit.
      var temporaries = 0

      var flaws: Int { torn + mixed + lost + strays + unusable }
    }

    /// Kills one writer after the other at a random moment.
    ///
    /// Every second kill aims at the moment at which files change, which is short.
    private static func findings(kills: Int, faults: String) throws -> Findings {
      var generator = Plan.generator("kills")
      let folder = try SettingsFolder()
      let file = FileUnderTest(path: folder.path, faults: faults)
      var findings = Findings(kills: kills)
      var acknowledged: Int64 = 0
      for kill in 0..<kills {
        let isAimed = kill.isMultiple(of: 2)
        let writer = try RunningProgram(
          "CrashHarness", ["write-on", folder.path, "durable", faults + ",announced"])
        var lines: [String] = []
        while let line = writer.line(within: .seconds(10)) {
          lines.append(line)
          if line == (isAimed ? "saving" : "ready") { break }
        }
        usleep(UInt32.random(in: 0...(isAimed ? 6_000 : 150_000), using: &generator))
        writer.kill()
        lines += writer.end().lines
        acknowledged = max(acknowledged, lines.compactMap { Int64($0) }.max() ?? 0)
        if folder.hasTemporary { findings.temporaries += 1 }
        if try !folder.strays().isEmpty { findings.strays += 1 }
        do {
          let read = try Generations.all.read(file.store()) ?? 0
          if read < acknowledged { findings.lost += 1 }
          // The next store writes, in half of the cases over what was left.
          if !isAimed { try file.store().set(.integer(read), for: "other") }
        } catch is Generations.Mixed {
          findings.mixed += 1
        } catch {
          findings.torn += 1
          // A new file, since nobody may write over a damaged one.
          try FileManager.default.removeItem(atPath: folder.path)
          acknowledged = 0
        }
      }
      do {
        acknowledged = try Generations.all.writeNext(to: file.store())
        if try Generations.all.read(file.store()) != acknowledged { findings.unusable += 1 }
      } catch {
        findings.unusable += 1
      }
      print("kills, \(faults): \(findings), \(acknowledged) generations")
      return findings
    }

    /// In four folders at once, since most of the time goes by in waiting.
    @Test func `a killed writer loses nothing`() throws {
      let found = Mutex<[Findings]>([])
      let failures = Threads.parallel(threads: 4, count: 1) {
        let findings = try Self.findings(kills: Self.kills / 4, faults: "none")
        found.withLock { $0.append(findings) }
      }
      let findings = found.withLock { $0 }
      #expect(failures == 0 && findings.count == 4)
      #expect(findings.allSatisfy { $0.flaws == 0 && $0.temporaries > 0 })
    }

    /// As many as fit into a short run: a thousand took 94 seconds on a busy computer.
    #if DEBUG
    private static let kills = 500 * Plan.factor
    #else
    // Saves are several times as fast.
    private static let kills = 1000 * Plan.factor
    #endif

    @Test func `control: a store that writes in place is found`() throws {
      // A busy computer kills most writers before they write: more kills find it there too.
      var torn = 0
      for _ in 0..<20 where torn == 0 {
        torn = try Self.findings(kills: 30, faults: "inPlace,shortWrites").torn
      }
      #expect(torn > 0)
    }

    // MARK: - Writers and readers beside each other

    /// Kills writers every 100 ms while others write and read; returns what is wrong.
    private static func flaws(seconds: Double, faults: String) throws -> [String] {
      let folder = try SettingsFolder()
      let arguments = [folder.path, "durable", faults]
      try FileUnderTest(path: folder.path).store().set(1, for: "other")
      func writer() throws -> RunningProgram {
        try RunningProgram("CrashHarness", ["write-few-on"] + arguments)
      }
      var writers = [try writer(), try writer(), try writer()]
      let reader = try RunningProgram("CrashHarness", ["read-few-on"] + arguments)
      var flaws: [String] = []
      var kills = 0
      var reads = 0
      var last: Int64 = 0
      let store = FileUnderTest(path: folder.path).store()
      let end = ContinuousClock.now + .seconds(seconds)
      while ContinuousClock.now < end {
        let next = ContinuousClock.now + .milliseconds(100)
        while ContinuousClock.now < next {
          do {
            try store.reload()
            let number = try Generations.few.read(store) ?? 0
            if number < last { flaws.append("\(number) after \(last)") }
            last = number
            reads += 1
          } catch {
            flaws.append("\(error)")
          }
        }
        // The oldest one, so that the others are in the middle of their work.
        let oldest = writers.removeFirst()
        oldest.kill()
        flaws += oldest.end().lines.filter { $0.hasPrefix("error") }
        kills += 1
        writers.append(try writer())
      }
      for writer in writers {
        writer.kill()
        flaws += writer.end().lines.filter { $0.hasPrefix("error") }
      }
      reader.kill()
      flaws += reader.end().lines.filter { $0.hasPrefix("error") }
      if last == 0 { flaws.append("nobody wrote") }
      let start = ContinuousClock.now
      do {
        try store.set(2, for: "other")
      } catch {
        flaws.append("\(error)")
      }
      if ContinuousClock.now - start > .seconds(2) { flaws.append("the lock is held") }
      print(
        "writers and readers, \(faults): \(kills) kills, \(reads) reads, \(last) generations, "
          + "\(flaws.count) flaws")
      return flaws
    }

    @Test func `writers are killed while others write and read`() throws {
      #expect(try Self.flaws(seconds: Plan.isLong ? 10 : 3, faults: "none") == [])
    }

    @Test func `control: readers see the middle of a write in place`() throws {
      #expect(try Self.flaws(seconds: 1, faults: "inPlace,shortWrites") != [])
    }

    // MARK: - Counters

    /// What eight processes counted.
    struct Counters {
      /// The common counter and their own ones, as they are stored.
      var shared = 0
      var own: [Int] = []
      /// How many updates of the common counter have returned, and how many updates failed.
      var returned = 0
      var failures = 0
      var duration = Duration.zero
    }

    private static func counters(times: Int, faults: String) throws -> Counters {
      let folder = try SettingsFolder()
      let start = ContinuousClock.now
      let programs = try (0..<8).map {
        try RunningProgram(
          "CrashHarness", ["count", folder.path, "durable", faults, "\($0)", "\(times)"])
      }
      let lines = programs.flatMap { $0.end(within: .seconds(60 * Plan.factor)).lines }
      let store = FileUnderTest(path: folder.path).store()
      let counters = Counters(
        shared: Setting(key: "shared", default: 0, store: store).value,
        own: (0..<8).map {
          Setting(key: SettingKey(stringLiteral: "own\($0)"), default: 0, store: store).value
        },
        returned: lines.compactMap { Int($0) }.reduce(0, +),
        failures: lines.count { $0.hasPrefix("error") }, duration: ContinuousClock.now - start)
      print("counters, \(faults): \(counters)")
      return counters
    }

    @Test func `eight processes lose no update`() throws {
      let times = 250 * Plan.factor
      let counters = try Self.counters(times: times, faults: "none")
      #expect(counters.failures == 0 && counters.returned == 8 * times)
      #expect(counters.shared == 8 * times && counters.own == Array(repeating: times, count: 8))
    }

    @Test func `control: without a lock updates are lost`() throws {
      let counters = try Self.counters(times: 50, faults: "noLock")
      #expect(counters.shared < counters.returned)
    }
  }
}
