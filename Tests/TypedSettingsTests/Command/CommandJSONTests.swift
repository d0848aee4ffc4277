import Foundation
import TestSupport
import Testing

@testable import TypedSettings

@Suite struct CommandJSONTests {
  let memory = InMemoryStore()

  private func parsed(_ words: String...) throws -> Any {
    let run = CommandSession(
      ToolConfiguration.self,
      over: .layers([EnvironmentSource(prefix: "TOOL", variables: ["TOOL_TAGS": "a,b"]), memory])
    ).run(words)
    return try JSONSerialization.jsonObject(with: Data(run.output.utf8))
  }

  @Test func `list is an array of settings in their order`() throws {
    try memory.set("secret canary", for: "token")
    try memory.set("x", for: "http.port")
    let list = try #require(parsed("list", "--json") as? [[String: Any]])
    #expect(
      list.map { $0["key"] as? String } == [
        "name", "verbose", "http.port", "tags", "level", "limit", "token",
      ])
    #expect(list[0]["value"] as? String == "tool")
    #expect(list[0]["source"] is NSNull)
    #expect(list[2]["value"] as? Int == 80)
    #expect((list[2]["problem"] as? String)?.contains("holds the string \"x\"") == true)
    #expect(list[3]["value"] as? [String] == ["a", "b"])
    #expect(list[3]["source"] as? String == "environment variable TOOL_TAGS")
    #expect(list[5]["value"] is NSNull)
    #expect(list[6]["value"] == nil && list[6]["secret"] as? Bool == true)
  }

  @Test func `get is a setting`() throws {
    let setting = try #require(parsed("get", "http.port", "-j") as? [String: Any])
    #expect(Set(setting.keys) == ["key", "value", "source"])
    #expect(setting["value"] as? Int == 80)
  }

  @Test func `explain has the sources as they are stored`() throws {
    try memory.set(["c"], for: "tags")
    let setting = try #require(parsed("explain", "tags", "--json") as? [String: Any])
    #expect(setting["default"] as? [String] == [])
    #expect((setting["declaration"] as? String)?.contains("CommandSession.swift:") == true)
    let sources = try #require(setting["sources"] as? [[String: Any]])
    #expect(sources.map { $0["used"] as? Bool } == [true, false])
    #expect(sources.map { $0["key"] as? String } == ["tags", "tags"])
    #expect(sources[0]["value"] as? String == "a,b")
    #expect(sources[1]["value"] as? [String] == ["c"])
    #expect(sources[1]["place"] as? String == "memory entry \"tags\"")
  }

  @Test func `validate lists the problems`() throws {
    try memory.set(0, for: "http.port")
    let result = try #require(parsed("validate", "--json") as? [String: Any])
    #expect(result["valid"] as? Bool == false)
    let problems = try #require(result["problems"] as? [[String: Any]])
    #expect(problems.map { $0["kind"] as? String } == ["outOfRange"])
    #expect(problems.map { $0["key"] as? String } == ["http.port"])
    #expect(problems.map { $0["source"] as? String } == ["memory entry \"http.port\""])
  }

  @Test func `path lists the places`() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "settings.json")
    let store: LayeredStore = .layers([
      .dotEnv(at: folder.url.appending(path: ".env")), .directory(at: folder.url),
      .jsonFile(at: file),
    ])
    let run = CommandSession(ToolConfiguration.self, over: store).run("path", "--json")
    let places = try #require(
      JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    #expect(places.map { $0["kind"] as? String } == ["file", "folder", "file"])
    #expect(places.map { $0["exists"] as? Bool } == [false, true, false])
    #expect(places.map { $0["written"] as? Bool } == [false, false, true])
    #expect(places[2]["name"] as? String == file.path)
  }

  @Test func `two stores with a layer in common have it once`() {
    let arguments = ArgumentsSource(["tool", "--file", "x", "--port", "1"])
    let settings: [any CatalogSetting] = [
      Setting(key: "file", default: "", store: .layers([arguments])),
      Setting(key: "port", default: 0, store: .layers([arguments, memory])),
    ]
    #expect(SourceGroup.groups(of: settings).map(\.members.count) == [2, 1])
    #expect(CatalogCheck(settings).problems == [])
  }
}
