import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TypedSettings

@Suite struct DotEnvSourceTests {
  let folder: TemporaryFolder
  var file: URL { folder.url.appending(path: ".env") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func source(_ text: String, prefix: String = "") throws -> DotEnvSource {
    try Data(text.utf8).write(to: file)
    return DotEnvSource(at: file, prefix: prefix)
  }

  // MARK: - The format

  @Test(arguments: [
    ("K=v", "v"), ("K=", ""), ("K=  ", ""), ("K = v ", "v"), ("  K=v", "v"), ("\tK=\tv\t", "v"),
    ("export K=v", "v"), ("export\tK = v", "v"), ("K=a b", "a b"), ("K=v # c", "v"),
    ("K=v#c", "v#c"), ("K=#c", "#c"), ("K= #c", ""), ("# x\n\n  # y\nK=v", "v"),
    ("K='a # \\n \"$X\" '", "a # \\n \"$X\" "), ("K=''", ""), ("K=\"\"", ""),
    (#"K="a\nb\r\t\\ \" \$X # ""#, "a\nb\r\t\\ \" $X # "), ("K=\"a\nb\"", "a\nb"),
    ("K='a\nb'", "a\nb"), ("K=\"a\r\nb\"\r\n", "a\nb"), ("K='v' # c", "v"), ("K=\"v\"  ", "v"),
    ("K=$X${Y}", "$X${Y}"), ("K=\"$X\"", "$X"), ("K=it's", "it's"), ("K=a\"b\"", "a\"b\""),
    ("K=\\n", "\\n"), ("K=a=b", "a=b"), ("\u{feff}K=v", "v"), ("A=1\r\nK=v\r\nB=2", "v"),
    ("A=1\rK=v\rB=2", "v"), ("K=日本 é", "日本 é"), ("k=x\nK=v", "v"), ("K=v\n\n\n", "v"),
  ])
  func `reads a line`(_ text: String, _ value: String) throws {
    #expect(try source(text).value(for: "k") == .text(value))
  }

  @Test(arguments: [
    ("K", 1, "something else than an equals sign follows the name"),
    ("A=1\nK v", 2, "something else than an equals sign follows the name"),
    ("K-L=1", 1, "something else than an equals sign follows the name"),
    ("export K", 1, "something else than an equals sign follows the name"),
    ("export A B=1", 1, "something else than an equals sign follows the name"),
    ("\n=1", 2, "no name stands at the start of the line"),
    ("1K=1", 1, "no name stands at the start of the line"),
    ("é=1", 1, "no name stands at the start of the line"),
    ("A=1\n\nK=\"a\nb", 3, "a value has no closing quotation mark"),
    ("K='a", 1, "a value has no closing quotation mark"),
    ("K=\"a\\", 1, "a value has no closing quotation mark"),
    ("K='a' b", 1, "something follows the closing quotation mark"),
    ("K=\"a\nb\"c", 2, "something follows the closing quotation mark"),
    ("K=\"a\"#c", 1, "something follows the closing quotation mark"),
    ("K=\"a\n\\d\"", 2, "a backslash stands in front of a character without a meaning"),
    ("A=1\nK=a\u{0}", 2, "the line contains a NUL byte"),
    ("K=1\nA=2\nK=3", 3, "a name stands here for the second time (the first one is at .env:1)"),
  ])
  func `a wrong line is an error of all calls`(
    _ text: String, _ line: Int, _ problem: String
  ) throws {
    let source = try source(text)
    let error = try #require(throws: SettingError.self) { try source.value(for: "k") }
    let start = ".env:\(line): \(problem). Expected "
    #expect(error.description.hasPrefix(start), "\(error)")
    #expect(error.description.hasSuffix("Correct the file and start the program again."))
    #expect(throws: error) { try source.keys() }
    #expect(throws: error) { try source.entries(besides: []) }
    #expect(throws: error) { try source.reload() }
  }

  @Test func `bytes that are not UTF-8 are an error with their line`() throws {
    try Data([0x41, 0x3D, 0x31, 0x0D, 0x0A, 0x4B, 0x3D, 0xFF]).write(to: file)
    let error = #expect(throws: SettingError.self) { try DotEnvSource(at: file).keys() }
    #expect(error?.description.hasPrefix(".env:2: a byte is not part of UTF-8 text.") == true)
  }

  @Test func `an error quotes nothing of a line`() throws {
    for text in ["hush", "A='hush", "A='x' hush", "A=\"\\hush\"", "A=1\nA=hush", "-hush=1"] {
      let error = #expect(throws: SettingError.self) { try source(text).keys() }
      #expect(error?.description.contains("hush") == false)
    }
  }

  // MARK: - The source

  @Test func `keys are names with the prefix`() throws {
    let source = try source("APP_HTTP_PORT=80\nOTHER=1\nAPP_b=2\nAPP_USER_ID=x", prefix: "APP")
    #expect(source.integer(forKey: "http.port", default: 1) == 80)
    #expect(try source.value(for: "other") == nil)
    #expect(try source.keys() == ["http.port", "user.id"])
    #expect(
      try source.entries(besides: ["httpPort"]) == [
        SourceEntry(name: "APP_b", origin: ".env:3"),
        SourceEntry(name: "APP_USER_ID", origin: ".env:4"),
      ])
    #expect(source.spelling(of: "http.port") == "APP_HTTP_PORT")
  }

  @Test func `without a prefix every name is one of the program`() throws {
    let source = try source("A=1\nB=2")
    #expect(try source.entries(besides: ["a"]) == [SourceEntry(name: "B", origin: ".env:2")])
  }

  @Test func `an origin is file and line`() throws {
    let source = try source("# c\nA='1\n2'\nexport B=3")
    #expect(source.origin(of: "b") == ".env")
    #expect(try source.keys() == ["a", "b"])
    #expect(source.origin(of: "a") == ".env:2")
    #expect(source.origin(of: "b") == ".env:4")
    #expect(source.origin(of: "c") == ".env")
    let reports = Reports.collect { _ = source.integer(forKey: "a", default: 0) }
    #expect(
      reports.map(\.description) == [
        "The setting \"a\" cannot be read: .env:2 holds the text \"1\\n2\". Expected a whole "
          + "number. Correct A in the file and start the program again."
      ])
  }

  @Test func `the file is read at first use and by reload alone`() throws {
    let source = DotEnvSource(at: file)
    let revision = source.revision
    try Data("A=1".utf8).write(to: file)
    #expect(try source.value(for: "a") == .text("1"))
    try Data("A=2".utf8).write(to: file)
    #expect(try source.value(for: "a") == .text("1"))
    #expect(source.revision == revision)
    try source.reload()
    #expect(try source.value(for: "a") == .text("2"))
    #expect(source.revision != revision)
  }

  @Test func `a missing file is empty, and can come later`() throws {
    let source = DotEnvSource(at: file)
    #expect(try source.value(for: "a") == nil)
    #expect(try source.keys() == [])
    try Data("A=2".utf8).write(to: file)
    #expect(try source.value(for: "a") == nil)
    try source.reload()
    #expect(try source.value(for: "a") == .text("2"))
  }

  @Test func `a file that cannot be read is an error, until it can`() throws {
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    let source = DotEnvSource(at: file)
    let revision = source.revision
    let error = try #require(throws: SettingError.self) { try source.value(for: "a") }
    #expect(
      error.description
        == "open failed for \(file.path): it is not a regular file. Expected a readable file of at "
        + "most 1 MiB. Correct the cause and start the program again.")
    #expect(throws: error) { try source.keys() }
    try FileManager.default.removeItem(at: file)
    try Data("A=2".utf8).write(to: file)
    #expect(try source.value(for: "a") == .text("2"))
    #expect(source.revision != revision)

    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    #expect(throws: error) { try source.reload() }
    #expect(try source.value(for: "a") == .text("2"))
  }

  @Test func `a file of more than 1 MiB is an error`() throws {
    let text = "A=" + String(repeating: "x", count: (1 << 20) - 2)
    let size = try source(text).string(forKey: "a", default: "").utf8.count
    #expect(size == (1 << 20) - 2)
    let error = try #require(throws: SettingError.self) { try source(text + "x").keys() }
    #expect(error.description.contains("read failed for \(file.path): it is larger than 1 MiB"))

    // Without reading it: the file system itself would stop at 64 MiB.
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 65 << 20)
    try handle.close()
    #expect(throws: error) { try DotEnvSource(at: file).keys() }
  }

  @Test func `a URL that is of no file is an error`() throws {
    let url = try #require(URL(string: "https://example.org/.env"))
    let error = #expect(throws: SettingError.self) { try DotEnvSource(at: url).keys() }
    #expect(error?.description.contains("is not the URL of a file") == true)
  }

  // MARK: - Random files

  @Test func `random files never trap, and quoted values come back`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("AB_1=='\"\\ \t\n\r#$nexport \u{feff}é".utf8) + [0xFF, 0]
    for round in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &random)
      let usesAll = round.isMultiple(of: 10)
      let bytes = (0..<count).map { _ in
        usesAll
          ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
      }
      do throws(DotEnvSyntaxError) {
        let document = try DotEnvDocument(bytes)
        #expect(document.entries.allSatisfy { !$0.name.isEmpty && $0.line > 0 }, "seed \(seed)")
      } catch {
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        #expect((1...lines).contains(error.line), "seed \(seed), \(bytes)")
      }
      let value = String(decoding: bytes.filter { $0 != 0 && $0 != 0x0D }, as: UTF8.self)
      let escaped = value.unicodeScalars.map { scalar -> String in
        "\"\\$".unicodeScalars.contains(scalar) ? "\\\(scalar)" : "\(scalar)"
      }.joined()
      let document = try? DotEnvDocument(Array("# c\nexport K=\"\(escaped)\" # c\nL=1".utf8))
      let found = document?.entry("K")?.value
      #expect(found?.utf8.elementsEqual(value.utf8) == true, "seed \(seed), \(bytes)")
    }
  }

  @Test func `reading the same again is no change`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent(".env")
    try Data("A=1\n".utf8).write(to: url)
    let source = DotEnvSource(at: url)
    #expect(try source.value(for: "a") == .text("1"))
    let notices = Mutex(0)
    let observation = source.onChange { _ in notices.withLock { $0 += 1 } }
    let revision = source.revision
    try source.reload()
    #expect(source.revision == revision)
    #expect(notices.withLock { $0 } == 0)
    try Data("A=2\n".utf8).write(to: url)
    try source.reload()
    #expect(source.revision != revision)
    #expect(notices.withLock { $0 } == 1)
    observation.cancel()
  }

  @Test func `a line of a secret that looks like a name is in no text`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent(".env")
    try Data("TOKEN=-----BEGIN\naHVudGVyMg=\naHVudGVyMg=\n".utf8).write(to: url)
    let store = LayeredStore([DotEnvSource(at: url), InMemoryStore()])
    let token = Setting<String?>(key: "token", secret: true, store: store)
    let reports = Reports.collect { #expect(token.value == nil) }
    #expect(reports.map { $0.description.contains("aHVudGVyMg") } == [false])
  }
}
