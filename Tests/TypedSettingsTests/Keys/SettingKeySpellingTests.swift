import Testing

@testable import TypedSettings

@Suite struct SettingKeySpellingTests {
  @Test(arguments: [
    ("http.port", "HTTP_PORT", "http-port"), ("httpPort", "HTTP_PORT", "http-port"),
    ("userID", "USER_ID", "user-id"), ("URLPath", "URL_PATH", "url-path"),
    ("oauth2Token", "OAUTH2_TOKEN", "oauth2-token"), ("token", "TOKEN", "token"),
    ("Configuration.Name", "CONFIGURATION_NAME", "configuration-name"),
    ("log-level", "LOG_LEVEL", "log-level"), ("log_level", "LOG_LEVEL", "log-level"),
    ("two words", "TWO_WORDS", "two-words"), ("größe", "GRÖSSE", "größe"),
    ("日本.語", "日本_語", "日本-語"), ("a.B.c", "A_B_C", "a-b-c"), ("URL", "URL", "url"),
    ("x86", "X86", "x86"), ("a+b", "A_B", "a-b"),
  ])
  func `a key is spelt for environments and command lines`(
    _ key: String, _ environment: String, _ option: String
  ) throws {
    let key = try SettingKey(validating: key)
    #expect(key.environmentSpelling == environment)
    #expect(key.optionSpelling == option)
  }

  @Test func `a prefix stands in front of an underscore`() {
    #expect(EnvironmentNames(prefix: "APP").name(of: "http.port") == "APP_HTTP_PORT")
    #expect(EnvironmentNames(prefix: "APP_").name(of: "http.port") == "APP_HTTP_PORT")
    #expect(EnvironmentNames(prefix: "").name(of: "http.port") == "HTTP_PORT")
  }

  @Test func `names go back to keys where these are spelt so`() {
    #expect(SettingKey(environmentSpelling: "HTTP_PORT") == "http.port")
    #expect(SettingKey(optionSpelling: "http-port") == "http.port")
    for name in ["", "_", "_A", "A_", "A__B", "http_port", "A-B", "A=B"] {
      #expect(SettingKey(environmentSpelling: name) == nil, "\(name)")
    }
    for name in ["", "-", "-a", "a-", "a--b", "A", "a_b", "a.b"] {
      #expect(SettingKey(optionSpelling: name) == nil, "\(name)")
    }
    #expect(EnvironmentNames(prefix: "APP").key(of: "HTTP_PORT") == nil)
    #expect(EnvironmentNames(prefix: "APP").key(of: "APP_HTTP_PORT") == "http.port")
  }
}
