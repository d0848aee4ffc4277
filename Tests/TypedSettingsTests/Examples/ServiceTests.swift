import Foundation
import TestSupport
import Testing

@Suite struct ServiceTests {
  let process: ChildProcess
  private let file: URL

  init() throws {
    process = try ChildProcess()
    file = process.home.appending(path: "service.json")
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: file)
  }

  /// Runs the service with the file of this test.
  private func run(
    _ words: String..., environment: [String: String] = [:], input: String = ""
  ) throws -> ChildProcess.Outcome {
    let environment = environment.merging(["SERVICE_FILE": file.path]) { own, _ in own }
    return try process.run("Service", words, environment: environment, input: input)
  }

  @Test func `explain shows all layers`() throws {
    try write("{\n  \"http\": {\n    \"port\": 80\n  }\n}\n")
    let outcome = try run(
      "settings", "explain", "http.port", "--http-port", "90",
      environment: ["SERVICE_HTTP_PORT": "9000"])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      Array(lines.prefix(4)) == [
        "http.port is 90, from argument 4 (--http-port)",
        "  argument 4 (--http-port)                90    used",
        "  environment variable SERVICE_HTTP_PORT  9000  hidden",
        "  service.json:3:13                       80    hidden",
      ])
    #expect(
      lines.last?.hasPrefix("  default                                 8080  Service/") == true)
    #expect(lines.count == 5)
    #expect(outcome.status == 0 && outcome.errorOutput.isEmpty)
  }

  /// What a newcomer sees who made three mistakes, from the service and from the command.
  @Test func `wrong settings keep the service from starting and are all listed`() throws {
    try write(
      """
      {
        "token": "secret canary",
        "http": {
          "port": 70000,
          "timout": "10s"
        }
      }
      """)
    let environment = ["SERVICE_LOG_LEVL": "debug"]
    let start = try run(environment: environment)
    #expect(start.status == 78)
    #expect(start.output.isEmpty)
    #expect(
      start.errorOutput == """
        The settings have 3 problems:
        1. The setting "http.port": service.json:4:13 holds the number 70000. Expected a value \
        from 1 to 65535. Correct the file or reset the setting.
        2. No setting belongs to environment variable SERVICE_LOG_LEVL. Did you mean \
        "SERVICE_LOG_LEVEL"? Correct or remove it.
        3. No setting belongs to service.json:5:5, "http.timout". Did you mean "http.timeout"? \
        Correct or remove it.

        """)
    let validation = try run("settings", "validate", environment: environment)
    #expect(validation.status == 1)
    #expect(validation.errorOutput == start.errorOutput)
  }

  @Test func `a missing secret is set from standard input`() throws {
    let start = try run()
    #expect(start.status == 78)
    #expect(
      start.errorOutput.hasSuffix(
        """
        1. The setting "token": it must have a value, and has none. Set it in \
        one of these: option --token, environment variable SERVICE_TOKEN, service.json.

        """))
    let set = try run("settings", "set", "token", "-", input: "canary\n")
    #expect(set.output == "token is a secret value, from service.json:2:12\n")
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\n  \"token\": \"canary\"\n}\n")
    let again = try run()
    #expect(again.status == 0)
    #expect(again.output.hasPrefix("Started with\ntoken               a secret value "))
    #expect(!(again.output + again.errorOutput + set.errorOutput).contains("canary"))
  }

  @Test func `a wrong command line has the status of the system`() throws {
    let outcome = try run("settings", "lsit")
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorOutput.contains("Did you mean \"list\"?"))
  }

  @Test func `the service and a watcher follow the file, and end when they are asked to`() throws {
    try write("{ \"token\": \"canary\" }")
    let service = try Running("Service", [], in: process, file)
    #expect(service.line { $0.hasPrefix("log.level") }?.contains("\"info\"") == true)
    let watcher = try Running("Service", ["settings", "watch"], in: process, file)
    #expect(watcher.note { $0.hasPrefix("Each change") } != nil)

    #expect(try run("settings", "set", "log.level", "debug").status == 0)
    #expect(watcher.line { _ in true } == "log.level: \"info\" → \"debug\"")
    #expect(service.line { $0 == "Changed to" } != nil)
    #expect(service.line { $0.hasPrefix("log.level") }?.contains("\"debug\"") == true)

    try service.input.close()
    service.process.waitUntilExit()
    #expect(service.process.terminationStatus == 0)
    watcher.process.terminate()
    watcher.process.waitUntilExit()
    #expect(watcher.process.terminationReason == .uncaughtSignal)
  }
}

/// The service while it runs; it ends with the test at the latest, because its input does.
private final class Running {
  let process: Process
  let input: FileHandle
  private let output: FileHandle
  private let errorOutput: FileHandle
  private let timeout: DispatchWorkItem

  init(_ program: String, _ words: [String], in child: ChildProcess, _ file: URL) throws {
    process = child.process(program, words, environment: ["SERVICE_FILE": file.path])
    let (input, output, errorOutput) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errorOutput
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    self.errorOutput = errorOutput.fileHandleForReading
    try process.run()
    // So that a line that never comes is a failure of the test, and not its end.
    let identifier = process.processIdentifier
    let timeout = DispatchWorkItem { kill(identifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: timeout)
    self.timeout = timeout
  }

  deinit {
    timeout.cancel()
    if process.isRunning { process.terminate() }
  }

  /// Waits for a line of the output; nil when the program ends before.
  func line(where isWanted: (String) -> Bool) -> String? { Self.line(from: output, isWanted) }

  /// Waits for a line on standard error; nil when the program ends before.
  func note(where isWanted: (String) -> Bool) -> String? { Self.line(from: errorOutput, isWanted) }

  private static func line(from file: FileHandle, _ isWanted: (String) -> Bool) -> String? {
    var line: [UInt8] = []
    while let byte = file.readData(ofLength: 1).first {
      if byte != UInt8(ascii: "\n") {
        line.append(byte)
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      if isWanted(text) { return text }
      line = []
    }
    return nil
  }
}
