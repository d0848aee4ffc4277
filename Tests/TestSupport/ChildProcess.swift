package import Foundation

/// A program of this package, run in a folder of its own that is gone afterwards.
package final class ChildProcess {
  private let folder: TemporaryFolder

  /// The home folder of the programs, empty at first.
  package var home: URL { folder.url }

  package init() throws {
    folder = try TemporaryFolder()
  }

  /// What a program left when it ended.
  package struct Outcome: Sendable {
    package let output: String
    package let errorOutput: String
    package let status: Int32

    package var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// Runs a product of this package to its end.
  package func run(_ program: String, _ arguments: String...) throws -> Outcome {
    let process = process(program, arguments)
    return try run(process)
  }

  /// Runs a product of this package to its end.
  ///
  /// - Parameters:
  ///   - program: The name of the product.
  ///   - arguments: What the program is told.
  ///   - environment: Its variables beside `HOME`.
  ///   - input: What stands in its standard input.
  /// - Returns: What it left.
  /// - Throws: An error when the program cannot be started.
  package func run(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: String = ""
  ) throws -> Outcome {
    let process = process(program, arguments, environment: environment)
    let file = home.appending(path: ".input")
    try Data(input.utf8).write(to: file)
    process.standardInput = try FileHandle(forReadingFrom: file)
    return try run(process)
  }

  /// A product of this package, ready to be run.
  package func process(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = Self.products.appending(path: program)
    process.arguments = arguments
    process.environment = environment.merging(["HOME": home.path]) { own, _ in own }
    return process
  }

  private func run(_ process: Process) throws -> Outcome {
    // Files, because a pipe that is not emptied stops its writer.
    let output = home.appending(path: ".output")
    let errorOutput = home.appending(path: ".errorOutput")
    for file in [output, errorOutput] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errorOutput)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errorOutput: String(decoding: try Data(contentsOf: errorOutput), as: UTF8.self),
      status: process.terminationStatus)
  }

  /// The folder of the build that the running tests belong to, which lies beside their bundle.
  package static var products: URL {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    let path = bundle.components(separatedBy: ".xctest")[0]
    return URL(fileURLWithPath: path).deletingLastPathComponent()
  }
}
