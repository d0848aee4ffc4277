import TestSupport
import Testing

@testable import TypedSettings

@Suite struct ArgumentsSourceTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let key: SettingKey
    let value: StoredValue?
    var testDescription: String { "\(words.joined(separator: " ")) as \(key)" }

    init(_ line: String, _ key: SettingKey, _ value: StoredValue?) {
      words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      self.key = key
      self.value = value
    }
  }

  @Test(arguments: cases)
  func `reads options`(_ item: Case) throws {
    #expect(try ArgumentsSource(["tool"] + item.words).value(for: item.key) == item.value)
  }

  static let cases: [Case] = [
    .init("--http.port 80", "http.port", .text("80")),
    .init("--http.port=80", "http.port", .text("80")),
    .init("--http-port 80", "http.port", .text("80")),
    .init("--http-port=80", "httpPort", .text("80")),
    .init("--http-port=80", "http-port", .text("80")),
    .init("--httpPort=80", "httpPort", .text("80")),
    .init("--httpPort=80", "http.port", nil),
    .init("--HTTP-PORT=80", "http.port", nil),
    .init("--n -5", "n", .text("-5")), .init("--n -", "n", .text("-")),
    .init("--n -v", "n", .text("-v")), .init("--n=--x", "n", .text("--x")),
    .init("--n --x", "n", .bool(true)), .init("--n", "n", .bool(true)),
    .init("--n --", "n", .bool(true)), .init("--n=", "n", .text("")),
    .init("--n ", "n", .text("")), .init("--n=a=b", "n", .text("a=b")),
    .init("--n=\u{301}", "n", .text("\u{301}")),
    .init("--no-name", "name", .bool(false)),
    .init("--no-http-port", "http.port", .bool(false)),
    .init("--no-http.port", "http.port", .bool(false)),
    .init("--no-name", "no-name", .bool(true)), .init("--no-name", "noName", .bool(true)),
    .init("--no-name", "no.name", .bool(true)), .init("--no-name x", "no-name", .text("x")),
    .init("--no-name x", "name", nil), .init("--no-name=true", "name", nil),
    .init("-- --n 1", "n", nil), .init("-n 1", "n", nil), .init("n 1", "n", nil),
    .init("", "n", nil), .init("--=1", "n", nil),
    .init("--tag a,b --tag c", "tag", .array([.text("a"), .text("b"), .text("c")])),
    .init("--tag=a x --tag=", "tag", .array([.text("a")])),
    .init("--tag [1,\"x\"] --tag 2", "tag", .array([.integer(1), .string("x"), .text("2")])),
    .init("--a.b 1 --a-b 2", "a.b", .array([.text("1"), .text("2")])),
    .init("--a --no-a", "a", .array([.bool(true), .bool(false)])),
    .init("--tag a,b", "tag", .text("a,b")),
  ]

  @Test func `values become the types of settings`() {
    let source = ArgumentsSource(
      ["tool", "--port", "8080", "--verbose", "--ratio=-0.5", "--tag", "a,b", "--tag", "c"])
    #expect(source.integer(forKey: "port", default: 0) == 8080)
    #expect(source.bool(forKey: "verbose", default: false))
    #expect(source.double(forKey: "ratio", default: 0) == -0.5)
    #expect(source.object(forKey: "tag", default: [String]()) == ["a", "b", "c"])
    #expect(source.object(forKey: "tag", default: Set<String>()) == ["a", "b", "c"])
  }

  @Test(arguments: ["--name", "--no-name", "--name --", "--name --other"])
  func `an option without its value is a flag, and no text`(_ line: String) {
    let source = ArgumentsSource(["tool"] + line.split(separator: " ").map(String.init))
    let reports = Reports.collect {
      #expect(source.string(forKey: "name", default: "d") == "d")
      #expect(source.object(forKey: "name", default: ["d"]) == ["d"])
    }
    #expect(reports.count == 2)
    let advice = line == "--no-name" ? "Give --name=VALUE;" : "a value, as in --name=VALUE."
    #expect(reports.allSatisfy { $0.description.contains(advice) })
  }

  @Test func `the name of the program is no argument, and may be missing`() {
    #expect(ArgumentsSource(["--a"]).keys() == [])
    #expect(ArgumentsSource([]).keys() == [])
    #expect(ArgumentsSource([]).operands == [])
  }

  @Test(arguments: [
    ("a --x b c", ["a", "c"]), ("--x=1 a", ["a"]), ("-v a", ["a"]), ("- a", ["-", "a"]),
    ("a -- --x -v --", ["a", "--x", "-v", "--"]), ("--x -v a", ["a"]), ("--", []),
    ("--x -- a", ["a"]),
  ])
  func `operands are what is neither an option nor its value`(
    _ line: String, _ operands: [String]
  ) {
    let words = line.split(separator: " ").map(String.init)
    #expect(ArgumentsSource(["tool"] + words).operands == operands)
  }

  @Test func `keys are listed once, in the order of the command line`() {
    let source = ArgumentsSource(
      ["tool", "--http-port", "1", "--logLevel=x", "--http.port=2", "--no-color", "--a..b"])
    #expect(source.keys() == ["http.port", "logLevel", "no.color"])
  }

  @Test func `origins count from 1 after the program, and name every repetition`() {
    let source = ArgumentsSource(
      ["tool", "x", "--tag", "a", "--http-port=1", "--tag=b", "--http.port", "2", "--tag"])
    #expect(source.origin(of: "tag") == "repeated option --tag (arguments 2, 5 and 8)")
    #expect(
      source.origin(of: "http.port")
        == "repeated option --http-port, --http.port (arguments 4 and 6)")
    #expect(
      ArgumentsSource(["tool", "a", "b", "--http-port=80"]).origin(of: "http.port")
        == "argument 3 (--http-port)")
    #expect(ArgumentsSource(["tool", "--no-a"]).origin(of: "a") == "argument 1 (--no-a)")
    #expect(source.origin(of: "not.given") == "option --not-given")
  }

  @Test func `an option that no setting has is found`() {
    let source = ArgumentsSource(
      [
        "tool", "--http-prot=1", "--http.port=2", "--no-color", "--no-tag", "x", "-v", "--z", "--z",
        "--http-port",
      ])
    #expect(
      source.entries(besides: ["http.port", "color", "tag"]) == [
        SourceEntry(name: "--http-prot", origin: "argument 1 (--http-prot)"),
        SourceEntry(name: "--no-tag", origin: "argument 4 (--no-tag)"),
        SourceEntry(name: "--z", origin: "repeated option --z (arguments 7 and 8)"),
      ])
    #expect(source.spelling(of: "http.port") == "--http-port")
  }

  // MARK: - Errors

  private func report<Value: SettingValue>(
    _ key: SettingKey, _ value: Value, _ words: String...
  ) -> [String] {
    Reports.collect {
      _ = ArgumentsSource(["tool"] + words).object(forKey: key, default: value)
    }.map(\.description)
  }

  @Test func `a flag that got a word says how it is written`() {
    #expect(
      report("verbose", false, "--verbose", "file.txt") == [
        "The setting \"verbose\" cannot be read: argument 1 (--verbose) holds the text "
          + "\"file.txt\". Expected true or false (also yes, no, on, off, 1, 0). Correct the value; "
          + "a word after an option is its value, unless it is a flag and written --verbose=true."
      ])
    #expect(report("n", 1, "--n=x").first?.hasSuffix("Correct the value of --n.") == true)
  }

  @Test func `a repeated option is an error for what is no list`() {
    #expect(
      report("port", 1, "--port", "1", "x", "--port", "2") == [
        "The setting \"port\" cannot be read: repeated option --port (arguments 1 and 4) holds a "
          + "list of 2 values. Expected a whole number. Give --port once; only a list takes it "
          + "several times."
      ])
    #expect(report("name", "", "--name=a", "--name=b").count == 1)
    #expect(report("verbose", false, "--verbose", "--no-verbose").count == 1)
    #expect(report("tag", [""], "--tag=a", "--tag=b").isEmpty)
  }

  @Test func `a repeated option that does not split is an error without its text`() {
    let source = ArgumentsSource(["tool", "--tag", "hush,,hush", "--tag=b"])
    let error = #expect(throws: SettingError.self) { try source.value(for: "tag") }
    #expect(
      error?.description
        == "argument 1 (--tag) does not split into a list, and the option is given several times. "
        + "Expected the option once, or each time with a list such as a,b,\"c, d\". Two commas "
        + "follow element 0. Correct the list, or give the option once.")
  }

  @Test func `random words never trap, and each belongs somewhere`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let parts = ["-", "--", "a", "b", "no-", "=", ",", ".", " ", "\"", "\u{301}", "é", "1", ""]
    for _ in 0..<5_000 {
      let words = (0..<Int.random(in: 0...6, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in
          parts.randomElement(using: &random) ?? ""
        }.joined()
      }
      let source = ArgumentsSource(["tool"] + words)
      let keys = source.keys()
      for key in keys {
        #expect(!source.origin(of: key).isEmpty, "seed \(seed), \(words)")
        do {
          #expect(try source.value(for: key) != nil, "seed \(seed), \(words)")
        } catch is SettingError {}
      }
      // What is left over with all keys known makes no key.
      for entry in source.entries(besides: keys) {
        let key = try? SettingKey(validating: String(entry.name.dropFirst(2)))
        #expect(key == nil, "seed \(seed), \(words)")
      }
    }
  }
}
