import Foundation
import TestSupport
import Testing
import TypedSettings

/// The schema, read by a validator that is not ours, agrees with what this package reads.
@Suite struct SchemaAgreementTests {
  private static let isInstalled = ConditionTrait.enabled(
    if: SchemaValidator.tool != nil, "check-jsonschema is not installed")

  @Test(isInstalled, arguments: [true, false])
  func `the schema is one`(allowsUnknownKeys: Bool) throws {
    let schema = SchemaCatalog.jsonSchema(allowingUnknownKeys: allowsUnknownKeys)
    let flaws = try SchemaValidator.flaws(of: schema)
    #expect(flaws == [])
  }

  @Test func `there are enough files of each sort`() {
    #expect(SchemaCase.all.count { $0.verdict == .good } >= 20)
    #expect(SchemaCase.all.count { $0.verdict == .bad } >= 20)
  }

  @Test(arguments: SchemaCase.all)
  func `validation takes good files and refuses bad ones`(_ file: SchemaCase) throws {
    let error = try Self.validationError(of: file.json)
    #expect((error == nil) == (file.verdict == .good), "\(error?.description ?? "no error")")
  }

  @Test(isInstalled)
  func `a validator takes good files and refuses bad ones`() throws {
    let schema = SchemaCatalog.jsonSchema(allowingUnknownKeys: false)
    let flaws = try SchemaValidator.flaws(of: SchemaCase.all.map(\.json), by: schema)
    for (file, flaws) in zip(SchemaCase.all, flaws) {
      #expect(flaws.isEmpty == (file.verdict != .bad), "\(file.name): \(flaws)")
    }
  }

  @Test(isInstalled)
  func `a validator takes unknown keys where they are allowed, and no wrong values`() throws {
    let texts = [
      #"{"nam": "a", "http": {"prot": 1}, "http.prot": 1}"#, #"{"http.port": 0}"#,
      #"{"http": {"port": 0}}"#,
    ]
    let flaws = try SchemaValidator.flaws(of: texts, by: SchemaCatalog.jsonSchema())
    #expect(flaws.map(\.isEmpty) == [true, false, false])
  }

  private enum EveryType: SettingCatalog {
    static var settings: [any AnySetting] { CodecCheck.settings }
  }

  @Test(isInstalled)
  func `a validator takes every value of every type as this package writes it`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "settings.json")
    #expect(CodecCheck.write(to: .jsonFile(at: url, level: .atomic)) == [])
    let text = try String(contentsOf: url, encoding: .utf8)
    let schema = withSettingStore(.inMemory()) {
      EveryType.jsonSchema(allowingUnknownKeys: false)
    }
    let flaws = try SchemaValidator.flaws(of: [text], by: schema)
    #expect(flaws == [[]])
  }

  private static func validationError(of json: String) throws -> SettingError? {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "settings.json")
    try Data(json.utf8).write(to: url)
    return withSettingStore(.jsonFile(at: url)) {
      do throws(SettingError) {
        try SchemaCatalog.validate()
        return nil
      } catch {
        return error
      }
    }
  }
}
