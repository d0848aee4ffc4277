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
  }
}
