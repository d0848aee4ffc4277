import Foundation
import TestSupport
import Testing

@testable import TypedSettings

/// What holds for all sources of text.
@Suite struct SourceLawTests {
  let folder: TemporaryFolder
  let sources: [any CheckedSource]

  init() throws {
    folder = try TemporaryFolder()
    let file = folder.url.appending(path: ".env")
    try Data("HTTP_PORT=80\nUSER_ID=\n_x=1\nlower=2".utf8).write(to: file)
    let secrets = folder.url.appending(path: "secrets")
    try FileManager.default.createDirectory(at: secrets, withIntermediateDirectories: false)
    for name in ["http_port", "TOKEN", "user.name", ".hidden"] {
      try Data("1\n".utf8).write(to: secrets.appending(path: name))
    }
    sources = [
      EnvironmentSource(variables: ["HTTP_PORT": "1", "_": "2", "x_y": "3", "A__B": "4"]),
      EnvironmentSource(prefix: "APP", variables: ["APP_HTTP_PORT": "1", "APP_X_": "2"]),
      ArgumentsSource([
        "tool", "--http-port", "1", "--tag=a", "--tag", "b,c", "--no-color", "--", "--x",
      ]),
      DotEnvSource(at: file), DirectorySource(at: secrets),
    ]
  }

  @Test func `each key has a value and an origin, and nothing moves`() throws {
    for source in sources {
      let revision = source.revision
      let keys = try source.keys()
      #expect(!keys.isEmpty && Set(keys).count == keys.count)
      for key in keys {
        #expect(try source.value(for: key) != nil, "\(source), \(key)")
        #expect(!source.origin(of: key).isEmpty && !source.advice(for: key).isEmpty)
      }
      #expect(try source.value(for: "not.there") == nil)
      #expect(!source.origin(of: "not.there").isEmpty)
      #expect(revision != nil && revision == source.revision)
    }
    #expect(Set(sources.map(\.revision)).count == sources.count)
  }

  @Test func `a name of a listed key is no mistake, and the spelling is one of a key`() throws {
    for source in sources {
      let keys = try source.keys()
      let names = Set(try source.entries(besides: []).map(\.name))
      let unknown = Set(try source.entries(besides: keys).map(\.name))
      #expect(unknown.isSubset(of: names))
      for key in keys { #expect(!unknown.contains(source.spelling(of: key)), "\(source), \(key)") }
    }
  }

  @Test func `all have leading-dot spellings`() {
    let url = folder.url
    let list: [any SettingSource] = [
      .arguments(), .arguments(["tool"]), .environment(), .environment(prefix: "APP"),
      .environment(prefix: "APP", variables: [:]), .environment(variables: [:]), .dotEnv(at: url),
      .dotEnv(at: url, prefix: "APP"), .directory(at: url),
    ]
    #expect(list.count == 9)
  }
}
