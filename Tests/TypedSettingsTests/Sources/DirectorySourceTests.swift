import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TypedSettings

@Suite struct DirectorySourceTests {
  let folder: TemporaryFolder
  var source: DirectorySource { DirectorySource(at: folder.url) }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: folder.url.appending(path: name))
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  @Test(arguments: ["http.port", "http_port", "HTTP_PORT"])
  func `a file is a key, in any of three spellings`(_ name: String) throws {
    try write("8080\n", name)
    #expect(source.integer(forKey: "http.port", default: 1) == 8080)
    #expect(try source.keys() == ["http.port"])
    let source = source
    #expect(try source.value(for: "http.port") != nil)
    #expect(source.origin(of: "http.port") == path(name))
    #expect(source.spelling(of: "http.port") == name)
  }

  @Test(arguments: [
    ("a", "a"), ("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a\n"), ("a\r", "a\r"), ("", ""),
    ("\n", ""),
    (" a ", " a "), ("a\nb\n", "a\nb"), ("é\u{0}", "é\u{0}"),
  ])
  func `one line end at the end is left out`(_ text: String, _ value: String) throws {
    try write(text, "k")
    #expect(try source.value(for: "k") == .text(value))
  }

  @Test func `the folder that Kubernetes makes is read through its links`() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      at: folder.url.appending(path: "..2026_1"), withIntermediateDirectories: false)
    try write("hush", "..2026_1/db.password")
    try manager.createSymbolicLink(atPath: path("..data"), withDestinationPath: "..2026_1")
    try manager.createSymbolicLink(
      atPath: path("db.password"), withDestinationPath: "..data/db.password")
    try write("x", ".hidden")
    try manager.createDirectory(
      at: folder.url.appending(path: "folder"), withIntermediateDirectories: false)
    #expect(try source.keys() == ["db.password"])
    #expect(source.string(forKey: "db.password", default: "") == "hush")
    #expect(try source.value(for: "folder") == nil)
    #expect(try source.entries(besides: ["db.password"]) == [])
  }

  @Test func `a missing folder is empty, and can come later`() throws {
    let url = folder.url.appending(path: "later")
    let source = DirectorySource(at: url)
    #expect(try source.keys() == [])
    #expect(try source.value(for: "k") == nil)
    #expect(source.origin(of: "k") == url.appending(path: "k").path)
    #expect(!FileManager.default.fileExists(atPath: url.path))
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    try write("1", "later/k")
    try source.reload()
    #expect(try source.value(for: "k") == .text("1"))
  }

  @Test func `the folder is read at first use and by reload alone`() throws {
    let source = source
    let revision = source.revision
    try write("1", "k")
    #expect(try source.value(for: "k") == .text("1"))
    try write("2", "k")
    try write("3", "l")
    #expect(try source.value(for: "k") == .text("1"))
    #expect(try source.value(for: "l") == nil)
    #expect(source.revision == revision)
    try source.reload()
    #expect(try source.value(for: "k") == .text("2"))
    #expect(try source.keys() == ["k", "l"])
    #expect(source.revision != revision)
  }

  @Test func `keys are listed once, whatever their files are called`() throws {
    for name in ["TOKEN", "db_password", "httpPort", "two words", "a..b", "b."] {
      try write("1", name)
    }
    let source = source
    #expect(try source.keys() == ["token", "db.password", "httpPort", "two words"])
    for key in try source.keys() { #expect(try source.value(for: key) == .text("1")) }
    #expect(
      try source.entries(besides: ["token", "dbPassword", "httpPort"]) == [
        SourceEntry(name: "a..b", origin: path("a..b")),
        SourceEntry(name: "b.", origin: path("b.")),
        SourceEntry(name: "two words", origin: path("two words")),
      ])
  }

  @Test func `all files are of one version of the folder`() throws {
    let manager = FileManager.default
    for version in ["1", "2"] {
      try manager.createDirectory(
        at: folder.url.appending(path: "..v\(version)"), withIntermediateDirectories: false)
      for name in ["a", "b"] { try write(version, "..v\(version)/\(name)") }
    }
    try write("1", "..v1/c")
    try manager.createSymbolicLink(atPath: path("..data"), withDestinationPath: "..v1")
    for name in ["a", "b", "c"] {
      try manager.createSymbolicLink(atPath: path(name), withDestinationPath: "..data/\(name)")
    }
    // The new version, which has one file less, comes while the second file is read.
    let (data, second, third) = (path("..data"), path("b"), path("c"))
    let source = DirectorySource(
      at: .success(folder.url.path),
      in: InterruptedFileSystem { path in
        guard path == second, (try? manager.destinationOfSymbolicLink(atPath: data)) == "..v1"
        else { return }
        try? manager.removeItem(atPath: data)
        try? manager.createSymbolicLink(atPath: data, withDestinationPath: "..v2")
        try? manager.removeItem(atPath: third)
      })
    #expect(try source.value(for: "a") == .text("2"))
    #expect(try source.value(for: "b") == .text("2"))
    #expect(try source.keys() == ["a", "b"])
  }

  @Test func `a folder that never stands still is read all the same`() throws {
    try write("0", "a")
    let url = folder.url
    let count = Mutex(0)
    let source = DirectorySource(
      at: .success(url.path),
      in: InterruptedFileSystem { path in
        guard path.hasSuffix("/a") else { return }
        let number = count.withLock { count in
          count += 1
          return count
        }
        try? Data().write(to: url.appending(path: "new\(number)"))
      })
    #expect(try source.value(for: "a") == .text("0"))
    #expect(count.withLock { $0 } == 10)
  }

  // MARK: - Errors

  @Test func `a file without permission is an error for its own key`() throws {
    try write("1", "a")
    try write("2", "b")
    let refused = path("a")
    let source = DirectorySource(
      at: .success(folder.url.path),
      in: InterruptedFileSystem { path throws(FileError) in
        guard path == refused else { return }
        throw FileError(
          call: "open", path: path, code: EACCES, explanation: "Permission denied (errno 13)")
      })
    #expect(try source.value(for: "b") == .text("2"))
    let error = #expect(throws: SettingError.self) { try source.value(for: "a") }
    #expect(
      error?.description
        == "open failed for \(refused): Permission denied (errno 13). Expected a readable file of at "
        + "most 1 MiB. Correct the cause and start the program again.")
  }

  @Test func `two files of one key are an error that names both`() throws {
    try write("1", "http.port")
    try write("2", "HTTP_PORT")
    let error = #expect(throws: SettingError.self) { try source.value(for: "http.port") }
    #expect(
      error?.description
        == "\(path("http.port")) and \(path("HTTP_PORT")) are files of the same key. Expected one "
        + "file for each key. Remove one of the two and start the program again.")
  }

  @Test func `a file that is no text is an error for its own key`() throws {
    try Data([0xFF]).write(to: folder.url.appending(path: "binary"))
    try write(String(repeating: "x", count: (1 << 20) + 1), "large")
    try write(String(repeating: "x", count: 1 << 20), "full")
    try FileManager.default.createSymbolicLink(
      atPath: path("lost"), withDestinationPath: "nowhere")
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let source = source
    #expect(try source.keys() == ["binary", "full", "large", "lost", "pipe"])
    #expect(source.string(forKey: "full", default: "").utf8.count == 1 << 20)
    for (key, text) in [
      ("binary", "\(path("binary")) is not UTF-8 text. Expected a file saved as UTF-8."),
      ("large", "read failed for \(path("large")): it is larger than 1 MiB."),
      ("lost", "\(path("lost")) is a symbolic link that leads nowhere."),
      ("pipe", "open failed for \(path("pipe")): it is not a regular file."),
    ] {
      let key = try SettingKey(validating: key)
      let error = #expect(throws: SettingError.self) { try source.value(for: key) }
      #expect(error?.description.hasPrefix(text) == true, "\(error?.description ?? "")")
      #expect(error?.description.contains("start the program again") == true)
    }
  }

  @Test func `a file in the place of the folder is an error`() throws {
    try write("1", "k")
    let source = DirectorySource(at: folder.url.appending(path: "k"))
    let error = try #require(throws: SettingError.self) { try source.keys() }
    #expect(
      error.description.hasPrefix("opendir failed for \(path("k")): its files cannot be listed.")
    )
    #expect(throws: error) { try source.value(for: "k") }
    #expect(throws: error) { try source.reload() }
  }

  @Test func `a value that does not convert names the path`() throws {
    try write("hush", "db_port")
    let source = source
    let reports = Reports.collect { _ = source.integer(forKey: "db.port", default: 1) }
    #expect(
      reports.map(\.description) == [
        "The setting \"db.port\" cannot be read: \(path("db_port")) holds the text \"hush\". "
          + "Expected a whole number. Correct the file and start the program again."
      ])
  }
}
