#if UserDefaults
import Foundation
import TestSupport
import Testing

@Suite struct QuickstartTests {
  @Test func `the second run prints what the first one stored`() throws {
    let process = try ChildProcess()
    let place = "\(process.home.path)/.config/Quickstart.plist"
    let stored = "Stored \"Hoge\" and false as UserDefaults key \"Configuration.Name\" in \(place)"
    let first = try process.run("Quickstart")
    #expect(first.lines == ["name: No Name", "setting: true", stored])
    let second = try process.run("Quickstart")
    #expect(second.lines == ["name: Hoge", "setting: false", stored])
    #expect(try process.run("Quickstart", "--reset").lines == ["Forgotten."])
    #expect(try process.run("Quickstart").lines == first.lines)
    #expect(first.errorOutput.isEmpty)
  }
}
#endif
