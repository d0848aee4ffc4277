import Foundation
import TestSupport
import Testing

@Suite struct QuickstartTests {
  @Test func `the second run prints what the first one stored`() throws {
    let process = try ChildProcess()
    let place = "\(process.home.path)/.config/Quickstart/settings.json"
    let stored = "Stored \"Hoge\" and false in \(place)"
    let first = try process.run("Quickstart")
    #expect(first.lines == ["name: No Name", "setting: true", stored])
    #expect(
      try String(contentsOfFile: place, encoding: .utf8) == """
        {
          "Configuration": {
            "Name": "Hoge",
            "Setting": false
          }
        }

        """)
    let second = try process.run("Quickstart")
    #expect(second.lines == ["name: Hoge", "setting: false", stored])
    #expect(try process.run("Quickstart", "--reset").lines == ["Forgotten."])
    #expect(try process.run("Quickstart").lines == first.lines)
    #expect(try process.run("Quickstart", "--bogus").lines == ["Usage: Quickstart [--reset]"])
    #expect(first.errorOutput.isEmpty)
  }
}
