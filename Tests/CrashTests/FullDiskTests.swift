import CrashHarness
import Foundation
import TestSupport
import Testing

@testable import TypedSettings

extension CrashTests {
  /// Saves for which there is no room, or no permission.
  @Suite struct FullDisk {
    /// Whether this process may mount file systems, found out by doing it.
    private static let canMount: Bool = {
      guard geteuid() == 0, let mount = Plan.program("mount"), let umount = Plan.program("umount")
      else { return false }
      do {
        let folder = try TemporaryFolder()
        let arguments = ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder.url.path]
        guard try RunningProgram(mount, arguments).end().status == 0 else { return false }
        return try RunningProgram(umount, [folder.url.path]).end().status == 0
      } catch {
        return false
      }
    }()

    private static func run(_ name: String, _ arguments: [String]) throws {
      let end = try RunningProgram(Plan.program(name) ?? "", arguments).end()
      try #require(end.status == 0, "\(name) \(arguments): \(end.lines)")
    }

    /// Runs the body with a settings file on a disk of 64 KiB, which is unmounted in any case.
    private static func onSmallDisk(_ body: (_ mount: String, _ path: String) throws -> Void) throws
    {
      let folder = try TemporaryFolder()
      let mount = folder.url.path
      try run("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", mount])
      defer {
        do {
          try run("umount", [mount])
        } catch {
          Issue.record(error)
        }
      }
      try body(mount, mount + "/settings.json")
    }

    /// A text that fits, and one that does not even in the place of the other.
    private static let text = StoredValue.string(String(repeating: "x", count: 12_000))
    private static let longText = StoredValue.string(String(repeating: "y", count: 40_000))

    /// Saves on a disk with no room, or with room for some pages; returns what is wrong.
    private static func flaws(ofFullDiskWith pages: Int, faults: String = "none") throws -> [String]
    {
      var flaws: [String] = []
      try onSmallDisk { mount, path in
        let store = FileUnderTest(path: path).store()
        try Generations.few.write(1, to: store)
        try store.set(text, for: "text")
        let old = try Data(contentsOf: URL(fileURLWithPath: path))
        // Fills the disk to the last page, and gives some back.
        let filler = open(mount + "/filler", O_WRONLY | O_CREAT, 0o600)
        var size = 0
        let page = [UInt8](repeating: 0, count: 4096)
        while write(filler, page, page.count) == page.count { size += page.count }
        ftruncate(filler, off_t(size - pages * page.count))
        close(filler)
        do {
          try FileUnderTest(path: path, faults: faults).store().set(longText, for: "text")
          flaws.append("no error")
        } catch {
          if !"\(error)".contains("errno \(ENOSPC)") { flaws.append("unclear: \(error)") }
        }
        if try Data(contentsOf: URL(fileURLWithPath: path)) != old { flaws.append("changed") }
        if FileManager.default.fileExists(atPath: path + ".tmp") { flaws.append("temporary") }
        try FileManager.default.removeItem(atPath: mount + "/filler")
        do {
          let next = FileUnderTest(path: path).store()
          try Generations.few.write(3, to: next)
          if try Generations.few.read(next) != 3 || next.value(for: "text") != text {
            flaws.append("unusable")
          }
        } catch {
          flaws.append("unusable: \(error)")
        }
      }
      return flaws
    }

    @Test(.enabled(if: canMount, "a disk of memory cannot be mounted"))
    func `a full disk leaves the old file`() throws {
      for _ in 0..<2 * Plan.factor {
        for pages in 0...2 { #expect(try Self.flaws(ofFullDiskWith: pages) == []) }
      }
    }

    @Test(.enabled(if: canMount, "a disk of memory cannot be mounted"))
    func `control: a save in place on a full disk is torn`() throws {
      #expect(try Self.flaws(ofFullDiskWith: 0, faults: "inPlace").contains("changed"))
    }

    @Test(.enabled(if: canMount, "a disk of memory cannot be mounted"))
    func `a folder that is only readable leaves the old file`() throws {
      for round in 0..<6 * Plan.factor {
        try Self.onSmallDisk { mount, path in
          if !round.isMultiple(of: 3) {
            try Generations.few.write(1, to: FileUnderTest(path: path).store())
          }
          let store = FileUnderTest(path: path).store()
          // A store that has read before, and one that has not.
          if round.isMultiple(of: 2) { _ = try Generations.few.read(store) }
          try Self.run("mount", ["-o", "remount,ro", mount])
          do {
            try Generations.few.write(2, to: store)
            Issue.record("no error")
          } catch {
            #expect("\(error)".contains("errno \(EROFS)"))
          }
          #expect(try Generations.few.read(store) == (round.isMultiple(of: 3) ? nil : 1))
          try Self.run("mount", ["-o", "remount,rw", mount])
          try Generations.few.write(3, to: store)
          #expect(try Generations.few.read(FileUnderTest(path: path).store()) == 3)
        }
      }
    }

    /// Saves where no file may be longer than some bytes; returns what is wrong.
    private static func flaws(ofLimit limit: Int, faults: String = "none") throws -> [String] {
      let folder = try SettingsFolder()
      let file = FileUnderTest(path: folder.path)
      try Generations.all.write(1, to: file.store())
      let old = try folder.bytes()
      let end = try RunningProgram(
        "CrashHarness", ["write-limited", folder.path, "durable", faults, "2", "\(limit)"]
      ).end()
      var flaws: [String] = []
      if end.status != 1 || end.lines.count != 1 { flaws.append("no error: \(end.lines)") }
      if end.lines.contains(where: { !$0.contains("errno \(EFBIG)") }) {
        flaws.append("unclear: \(end.lines)")
      }
      if try folder.bytes() != old { flaws.append("changed") }
      if try folder.hasTemporary || !folder.strays().isEmpty { flaws.append("temporary") }
      do {
        try Generations.all.write(3, to: file.store())
        if try Generations.all.read(file.store()) != 3 { flaws.append("unusable") }
      } catch {
        flaws.append("unusable: \(error)")
      }
      return flaws
    }

    @Test func `a limit of the size of files leaves the old file`() throws {
      for limit in [0, 1, 100, 512, 1000, 1024, 1200, 1300] {
        #expect(try Self.flaws(ofLimit: limit) == [])
      }
    }

    @Test func `control: a save in place beyond a limit is torn`() throws {
      #expect(try Self.flaws(ofLimit: 100, faults: "inPlace").contains("changed"))
    }
  }
}
