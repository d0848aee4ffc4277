import Testing

@testable import TypedSettings

@Suite struct EnvironmentSourceTests {
  let source = EnvironmentSource(
    prefix: "APP",
    variables: [
      "APP_HTTP_PORT": "80", "APP_USER_ID": "", "HTTP_PORT": "1", "APP_http_port": "2",
      "APPLE": "3", "APP_": "4", "APP": "5", "APP_TAG": "a,b",
    ])

  @Test func `a key is a variable with the prefix`() {
    #expect(source.value(for: "http.port") == .text("80"))
    #expect(source.value(for: "httpPort") == .text("80"))
    #expect(source.value(for: "userID") == .text(""))
    #expect(source.value(for: "http") == nil)
    #expect(source.value(for: "le") == nil)
    #expect(source.integer(forKey: "http.port", default: 1) == 80)
    #expect(source.object(forKey: "tag", default: [String]()) == ["a", "b"])
  }

  @Test func `without a prefix every variable is a key`() {
    let source = EnvironmentSource(variables: ["HTTP_PORT": "80", "_": "x", "http_proxy": "y"])
    #expect(source.value(for: "http.port") == .text("80"))
    #expect(source.keys() == ["http.port"])
    #expect(source.entries(besides: []) == [])
  }

  @Test func `names that map back are listed`() {
    #expect(source.keys() == ["http.port", "tag", "user.id"])
  }

  @Test func `the origin is the variable, set or not`() {
    #expect(source.origin(of: "http.port") == "environment variable APP_HTTP_PORT")
    #expect(source.origin(of: "not.set") == "environment variable APP_NOT_SET")
    #expect(source.spelling(of: "http.port") == "APP_HTTP_PORT")
  }

  @Test func `a variable with the prefix that no setting has is found`() {
    #expect(
      source.entries(besides: ["httpPort", "user.id", "tag"]) == [
        SourceEntry(name: "APP_", origin: "environment variable APP_"),
        SourceEntry(name: "APP_http_port", origin: "environment variable APP_http_port"),
      ])
  }

  @Test func `an error names the variable and what to do`() {
    let reports = Reports.collect {
      #expect(
        EnvironmentSource.environment(variables: ["PORT": "80x"]).integer(
          forKey: "port", default: 1) == 1)
    }
    #expect(
      reports.map(\.description) == [
        "The setting \"port\" cannot be read: environment variable PORT holds the text \"80x\". "
          + "Expected a whole number. Correct or unset PORT and start the program again."
      ])
  }

  @Test func `the variables of the process are the default`() {
    #expect(EnvironmentSource().value(for: "path") != nil)
    #expect(EnvironmentSource().revision != EnvironmentSource().revision)
    #expect("\(source)" == "TypedSettings.EnvironmentSource")
  }
}
