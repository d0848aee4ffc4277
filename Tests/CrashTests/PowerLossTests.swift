import CrashHarness
import Foundation
import Testing

@testable import TypedSettings

extension CrashTests {
  /// What a loss of power at any call leaves, on a disk that is simulated.
  @Suite struct PowerLoss {
    /// What was found after all possible losses of power.
    struct Findings {
      var saves = 0
      /// How many states of the disk were looked at, and how many of them differ.
      var states = 0
      var differing = 0
      /// States during a save that hold neither the old file nor the new one.
      var third = 0
      /// States after a save that do not hold the new file.
      var lost = 0
      /// States with files that nobody knows.
      var strays = 0
      /// States in which the next store does not read and write.
      var unusable = 0
    }

    private static let path = "/home/player/settings.json"

    private static func findings(
      saves: Int, level: JSONFileStore.Level, _ faults: Set<FaultyFileSystem.Fault> = []
    ) throws -> Findings {
      let disk = SimulatedDisk()
      func store(on disk: SimulatedDisk) -> JSONFileStore {
        JSONFileStore(
          at: .success(path), level: level, onDamage: .refuse, in: FaultyFileSystem(disk, faults))
      }
      let known = Set(["", ".lock", ".tmp"].map { path + $0 })
      let writer = store(on: disk)
      var findings = Findings(saves: saves)
      for number in 1...Int64(saves) {
        let old = disk.bytes(of: path)
        try Generations.few.write(number, to: writer)
        let new = disk.bytes(of: path)
        let (during, count) = disk.takeRecorded()
        findings.states += count
        findings.differing += during.count
        for remains in during {
          let bytes = remains.files[path]
          if bytes != old && bytes != new { findings.third += 1 }
          if !Set(remains.files.keys).isSubset(of: known) { findings.strays += 1 }
          do {
            let next = store(on: SimulatedDisk(remains))
            let read = try Generations.few.read(next) ?? 0
            try next.set(1, for: "other")
            if read != number - 1 && read != number { findings.unusable += 1 }
          } catch {
            findings.unusable += 1
          }
        }
        findings.lost += disk.possibleRemains().count { $0.files[path] != new }
      }
      print("power loss, \(level == .durable ? "durable" : "atomic"), \(faults): \(findings)")
      return findings
    }

    @Test func `a durable save is whole at any moment, and there when it returns`() throws {
      let findings = try Self.findings(saves: 300 * Plan.factor, level: .durable)
      #expect(findings.third == 0 && findings.lost == 0)
      #expect(findings.strays == 0 && findings.unusable == 0)
    }

    @Test func `a save whose folder failed is brought to the disk by the next one`() throws {
      let disk = SimulatedDisk()
      let store = JSONFileStore(
        at: .success(Self.path), level: .durable, onDamage: .refuse, in: disk)
      try store.set(1, for: "key")
      disk.failNextFolder()
      #expect(throws: SettingError.self) { try store.set(2, for: "key") }
      #expect(try store.value(for: "key") == 2)
      let new = disk.bytes(of: Self.path)
      #expect(disk.possibleRemains().contains { $0.files[Self.path] != new })
      // The same value again, which changes no byte of the file.
      try store.set(2, for: "key")
      #expect(disk.possibleRemains().allSatisfy { $0.files[Self.path] == new })
    }

    /// Without synchronization a power loss leaves an older file, or an empty, cut or zeroed one.
    @Test func `an atomic save promises nothing when the power goes`() throws {
      let findings = try Self.findings(saves: 20, level: .atomic)
      #expect(findings.third > 0 && findings.lost > 0 && findings.unusable > 0)
      #expect(findings.strays == 0)
    }

    @Test func `control: a store that does not synchronize the file is found`() throws {
      let findings = try Self.findings(saves: 10, level: .durable, [.noFileSync])
      #expect(findings.third > 0 && findings.lost > 0)
    }

    @Test func `control: a store that does not synchronize the folder is found`() throws {
      let findings = try Self.findings(saves: 10, level: .durable, [.noDirectorySync])
      #expect(findings.lost > 0)
    }

    @Test func `control: a store that writes in place is found`() throws {
      let findings = try Self.findings(saves: 10, level: .durable, [.inPlace])
      #expect(findings.third > 0 && findings.unusable > 0)
    }
  }
}
