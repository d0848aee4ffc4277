import Foundation
import TestSupport
import Testing
import TypedSettings

/// One value of a settings file that cannot be read, among others that can.
@Suite struct UnreadableValueTests {
  @Test func `a number that is too large is one wrong value, and the file can be written`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "settings.json")
    try Data(#"{"volume": 1e400, "name": "a"}"#.utf8).write(to: url)
    let store = JSONFileStore(at: url)
    let error = #expect(throws: SettingError.self) {
      try Setting(key: "volume", default: 0.5, store: store).read()
    }
    #expect(
      error?.description.hasSuffix(
        #"settings.json:1:12, "volume": the number fits no number type. Expected a number that a "#
          + "Double can hold. Correct the file or reset the setting.") == true)
    try Setting(key: "name", default: "", store: store).write("b")
    #expect(try String(contentsOf: url, encoding: .utf8) == #"{"volume": 1e400, "name": "b"}"#)
    // As the error says; and it can be replaced.
    try Setting(key: "volume", default: 0.5, store: store).reset()
    #expect(try String(contentsOf: url, encoding: .utf8) == #"{"name": "b"}"#)
    try Data(#"{"volume": 1e400, "old": 1e400}"#.utf8).write(to: url)
    try store.reload()
    let volume = Setting(key: "volume", default: 0.5, formerly: ["old"], store: store)
    try volume.write(0.7)
    #expect(try store.keys() == ["volume"])
    #expect(volume.value == 0.7)
    // What other settings may lie in stays.
    let text = #"{"sound": {"volume": 0.5, "bass": 1e400}}"#
    try Data(text.utf8).write(to: url)
    try store.reload()
    #expect(throws: SettingError.self) {
      try Setting(key: "sound.volume", default: 0.5, formerly: ["sound"], store: store).write(0.7)
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }
}
