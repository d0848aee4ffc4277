import Testing
import TypedSettings

/// Declarations that `validate()` finds to be at odds with each other.
@Suite struct DeclarationConflictTests {
  private func problems(_ catalog: (some SettingCatalog).Type) -> [String] {
    do throws(SettingError) {
      try catalog.validate()
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func `a key that is declared in two ways is reported, in one way it is not`() {
    enum Alike: SettingCatalog {
      static let settings: [any AnySetting] = [
        Setting(key: "limit", default: 2, in: 0...5), Setting(key: "limit", default: 2, in: 0...5),
      ]
    }
    enum Unlike: SettingCatalog {
      static let settings: [any AnySetting] = [
        Setting(key: "limit", default: 2), Setting(key: "limit", default: 3),
        Setting(key: "name", default: ""), Setting(key: "name", default: "", secret: true),
        Setting(key: "size", default: 1, in: 0...5), Setting(key: "size", default: 1, in: 0...9),
      ]
    }
    withSettingStore(.inMemory()) {
      #expect(problems(Alike.self) == [])
      let found = problems(Unlike.self)
      #expect(found.count == 3)
      #expect(
        found.first?.hasPrefix(#"The setting "limit" is declared in two ways, at "#) == true
          && found.first?.contains("DeclarationConflictTests.swift:") == true)
    }
  }

  @Test func `a former key that another setting has is reported`() {
    enum Careless: SettingCatalog {
      static let settings: [any AnySetting] = [
        Setting(key: "sound.volume", default: 0.5, formerly: ["volume"]),
        Setting(key: "volume", default: 0.5),
      ]
    }
    withSettingStore(.inMemory()) {
      #expect(
        problems(Careless.self) == [
          #"The setting "sound.volume" takes over the value of its former key "volume", which is the "#
            + "key of another setting. Expected former keys that no setting has any more. Remove the "
            + "former key from the declaration, or the other setting."
        ])
    }
  }

  @Test func `the option that turns a flag off must not be another setting's`() {
    enum Flags: SettingCatalog {
      static let settings: [any AnySetting] = [
        Setting(key: "color", default: true), Setting(key: "noColor", default: false),
        Setting(key: "depth", default: 1), Setting(key: "noDepth", default: false),
      ]
    }
    withSettingStore(.layers([.arguments(["tool"]), .inMemory()])) {
      #expect(
        problems(Flags.self) == [
          #"The settings "color" and "noColor" are both spelt "--no-color". Expected names that "#
            + "differ in every source. Give one of the two settings another key."
        ])
    }
  }

  @Test func `what is negated and no flag is told how to be given`() {
    withSettingStore(.layers([.arguments(["tool", "--no-depth"]), .inMemory()])) {
      let error = #expect(throws: SettingError.self) {
        try Setting(key: "depth", default: 1).read()
      }
      #expect(
        error?.description.hasSuffix(
          "Give --depth=VALUE; --no- is for settings that are true or false.") == true)
    }
  }
}
