import Foundation
import TestSupport

/// A validator of JSON Schema that is not ours: `check-jsonschema`.
enum SchemaValidator {
  static let tool = InstalledProgram.path("check-jsonschema")

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What the validator prints as JSON.
  private struct Report: Decodable {
    struct Problem: Decodable {
      let filename: String
      let message: String
    }

    let status: String
    let errors: [Problem]
    let parseErrors: [Problem]?

    enum CodingKeys: String, CodingKey {
      case status
      case errors
      case parseErrors = "parse_errors"
    }
  }

  /// Checks a schema against the schema of schemas; returns what is wrong with it.
  static func flaws(of schema: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "schema.json")
    try Data(schema.utf8).write(to: file)
    return try run(["--check-metaschema", file.path]).map(\.message)
  }

  /// Checks JSON texts against a schema; returns what is wrong with each of them, by its index.
  static func flaws(of texts: [String], by schema: String) throws -> [[String]] {
    let folder = try TemporaryFolder()
    let schemaFile = folder.url.appending(path: "schema.json")
    try Data(schema.utf8).write(to: schemaFile)
    let files = texts.indices.map { folder.url.appending(path: "\($0).json") }
    for (file, text) in zip(files, texts) { try Data(text.utf8).write(to: file) }
    let problems = try run(["--schemafile", schemaFile.path] + files.map(\.path))
    return files.map { file in
      problems.filter { $0.filename.hasSuffix("/" + file.lastPathComponent) }.map(\.message)
    }
  }

  private static func run(_ arguments: [String]) throws -> [Report.Problem] {
    let program = try RunningProgram(tool ?? "", ["--output-format", "json"] + arguments)
    let ending = program.end(within: .seconds(120))
    let output = ending.lines.joined(separator: "\n")
    guard ending.status == 0 || ending.status == 1 else { throw Failure(description: output) }
    let report = try JSONDecoder().decode(Report.self, from: Data(output.utf8))
    let problems = report.errors + (report.parseErrors ?? [])
    guard problems.isEmpty == (report.status == "ok") else { throw Failure(description: output) }
    return problems
  }
}
