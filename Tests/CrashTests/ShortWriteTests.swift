import CrashHarness
import Foundation
import TestSupport
import Testing

@testable import TypedSettings

extension CrashTests {
  /// What becomes of saves where `write` takes only some of the bytes.
  @Suite struct ShortWrites {
    /// Saves again and again; returns how often the file was not what was saved.
    private static func flaws(runs: Int, faults: String) throws -> Int {
      let folder = try SettingsFolder()
      let file = FileUnderTest(path: folder.path, level: "atomic", faults: faults)
      var flaws = 0
      for number in 1...Int64(runs) {
        do {
          try Generations.few.write(number, to: file.store())
          if try Generations.few.read(file.store()) != number { flaws += 1 }
        } catch {
          flaws += 1
        }
      }
      if try !folder.strays().isEmpty || folder.hasTemporary { flaws += 1 }
      return flaws
    }

    @Test func `a save goes on after short writes`() throws {
      #expect(try Self.flaws(runs: 200 * Plan.factor, faults: "shortWrites") == 0)
    }

    @Test func `control: a store that takes a short write for a whole one is found`() throws {
      #expect(try Self.flaws(runs: 10, faults: "shortWrites,noWriteLoop") == 10)
    }

    private static let tool = Plan.program("fiu-run")

    /// The library between program and system makes `write` itself take fewer bytes.
    @Test(
      .enabled(if: tool != nil, "fiu-run is not installed"), arguments: ["none", "noWriteLoop"])
    func `a save goes on when the system writes less`(_ faults: String) throws {
      let folder = try SettingsFolder()
      let file = FileUnderTest(path: folder.path)
      var flaws = 0
      let runs = faults == "none" ? 50 * Plan.factor : 5
      for number in 1...Int64(runs) {
        let program = try RunningProgram(
          Self.tool ?? "",
          ["-x", "-c", "enable name=posix/io/rw/write/reduce"]
            + [ChildProcess.products.appending(path: "CrashHarness").path]
            + ["write-few", folder.path, "atomic", faults, "\(number)"])
        let ending = program.end()
        do {
          // What the program prints may be cut too, so that only its end counts.
          if ending.status != 0 { flaws += 1 }
          if try Generations.few.read(file.store()) != number { flaws += 1 }
        } catch {
          flaws += 1
        }
      }
      print("short writes of the system, \(faults): \(runs) runs, \(flaws) flaws")
      // The control takes a short write for a whole one, and must be found.
      #expect(faults == "none" ? flaws == 0 : flaws > 0)
    }
  }
}
