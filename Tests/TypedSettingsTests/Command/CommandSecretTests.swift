import TestSupport
import Testing

@testable import TypedSettings

@Suite struct CommandSecretTests {
  /// What must be in no text.
  private let canary = "canary-4711"

  struct Vault: Configuration {
    static let shared = Self()
    @Setting(key: "token", secret: true) var token: String?
    @Setting(key: "pin", default: 1234, in: 1000...9999, secret: true) var pin: Int
    @Setting(key: "keys", default: [:], secret: true) var keys: [String: Int]
  }

  /// Every subcommand, over the token and the others.
  private var lines: [[String]] {
    let all = [
      ["list"], ["list", "-v"], ["list", "-j"], ["validate"], ["validate", "-j"], ["schema"],
      ["reference"], ["path"], ["path", "-j"], ["watch"], ["help"], [],
    ]
    let each = ["token", "pin", "keys"].flatMap { key in
      [
        ["get", key], ["get", key, "-j"], ["explain", key], ["explain", key, "-j"],
        ["set", key, canary], ["set", key, canary, canary], ["set", key, "{\"\(canary)\": true}"],
        ["set", "\(key)x", canary], ["set", key, "--\(key)=\(canary)"], ["set", key, "-"],
        ["watch", key], ["reset", key],
      ]
    }
    return all + each + [["reset", "--all"]]
  }

  @Test func `no subcommand shows a secret, right or wrong`() throws {
    for wrong in [false, true] {
      for line in lines {
        let memory = InMemoryStore([
          "token": wrong ? .array([.string(canary)]) : .string(canary),
          "pin": wrong ? .string(canary) : 7777, "keys": [canary: wrong ? .string(canary) : 1],
        ])
        let variables = ["TOOL_TOKEN": canary, "TOOL_PIN": canary, "TOOL_KEYS": canary]
        for store in [
          memory, LayeredStore([EnvironmentSource(prefix: "TOOL", variables: variables), memory]),
          LayeredStore([ArgumentsSource(["tool", "--token=\(canary)", "--pin", canary]), memory]),
        ] as [any SettingStore] {
          var session = CommandSession(Vault.self, over: store)
          session.input = Array("\(canary)\n".utf8)
          session.whileWatching = {
            // Whatever becomes of the writes, the lines about them are looked at.
            try? memory.set(.string("\(canary)2"), for: "token")
            try? memory.set(7778, for: "pin")
          }
          let run = session.run(line)
          #expect(!run.text.contains(canary), "\(line): \(run.text)")
          #expect(!run.text.contains("777"), "\(line): \(run.text)")
        }
      }
    }
  }

  /// A control: the lines do show a value that is no secret.
  @Test func `the same lines show what is no secret`() {
    struct Open: Configuration {
      static let shared = Self()
      @Setting(key: "token") var token: String?
    }
    let store = InMemoryStore(["token": .string(canary)])
    let session = CommandSession(Open.self, over: store)
    for line in [
      ["list"], ["list", "-v"], ["list", "-j"], ["get", "token"], ["explain", "token"],
    ] {
      #expect(session.run(line).text.contains(canary))
    }
  }

  @Test func `get of a secret fails, so that a script takes nothing else for it`() {
    let session = CommandSession(Vault.self, over: InMemoryStore(["token": "x"]))
    let run = session.run("get", "token")
    #expect(run.status == 1)
    #expect(run.output == "")
    #expect(run.text.contains(#"The setting "token" is a secret, and its value is not printed."#))
  }

  @Test func `a secret is read from standard input without its line end`() {
    let memory = InMemoryStore()
    var session = CommandSession(Vault.self, over: memory)
    session.input = Array("two words\r\n".utf8)
    let run = session.run("set", "token", "-")
    #expect(run.output == "token is a secret value, from memory entry \"token\"\n")
    #expect(memory.value(for: "token") == "two words")
  }

  @Test(arguments: [nil, [], [10], [0xFF], Array("a\nb\n".utf8)] as [[UInt8]?])
  func `standard input without text stores nothing`(input: [UInt8]?) {
    let memory = InMemoryStore(["token": "old"])
    var session = CommandSession(Vault.self, over: memory)
    session.input = input
    let run = session.run("set", "token", "-")
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("The setting \"token\" was not changed: standard input "))
    #expect(memory.value(for: "token") == "old")
  }
}
