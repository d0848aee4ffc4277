import Testing

@testable import TypedSettings

@Suite struct DefaultSettingStoreTests {
  @Test func `in a test run the unset default is in memory`() {
    #expect(DefaultSettingStore.current is InMemoryStore)
    #expect(DefaultSettingStore.current === DefaultSettingStore.current)
  }

  @Test func `a test runner is known by its name or its environment`() {
    let none: [String: String] = [:]
    #expect(TestRunner.isTestRunner(arguments: ["/b/MyPackageTests.xctest"], environment: none))
    #expect(TestRunner.isTestRunner(arguments: ["/x/swiftpm-testing-helper"], environment: none))
    #expect(TestRunner.isTestRunner(arguments: ["/usr/bin/xctest", "a"], environment: none))
    #expect(
      TestRunner.isTestRunner(
        arguments: ["/App"], environment: ["XCTestConfigurationFilePath": "/x"]))
    #expect(!TestRunner.isTestRunner(arguments: ["/usr/bin/my-xctest-tool"], environment: none))
    #expect(!TestRunner.isTestRunner(arguments: ["app", "a.xctest"], environment: none))
    #expect(!TestRunner.isTestRunner(arguments: [], environment: none))
  }

  @Test func `use sets the store of settings without one, and says so when it is late`() async {
    await #expect(processExitsWith: .success) {
      let reports = Reports()
      SettingDiagnostics.handler = { reports.add($0) }
      let setting = Setting(key: "volume", default: 0.5)
      DefaultSettingStore.use(.inMemory(["volume": .double(0.1)]))
      DefaultSettingStore.use(.inMemory(["volume": .double(0.3)]))
      #expect(setting.value == 0.3)
      #expect(reports.all.isEmpty)
      DefaultSettingStore.use(.inMemory())
      #expect(setting.value == 0.5)
      #expect(reports.all.count == 1)
      #expect(reports.all.first?.description.hasPrefix("The default store was replaced") == true)
    }
  }

  @Test func `the settings file of a program is where XDG has it`() throws {
    func path(_ environment: [String: String]) throws -> String {
      try SettingsFile.path(of: "app", environment: environment).get()
    }
    #expect(try path(["HOME": "/h"]) == "/h/.config/app/settings.json")
    #expect(try path(["HOME": "/h", "XDG_CONFIG_HOME": "/x"]) == "/x/app/settings.json")
    #expect(try path(["HOME": "/h", "XDG_CONFIG_HOME": "x"]) == "/h/.config/app/settings.json")
    #expect(try path(["HOME": "/h", "XDG_CONFIG_HOME": ""]) == "/h/.config/app/settings.json")
    let error = #expect(throws: SettingError.self) { try path(["HOME": ""]) }
    #expect(error?.description.contains("neither HOME nor XDG_CONFIG_HOME") == true)
  }
}
