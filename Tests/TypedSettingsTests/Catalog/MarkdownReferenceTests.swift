import TestSupport
import Testing

@testable import TypedSettings

@Suite struct MarkdownReferenceTests {
  struct Server: Configuration {
    static let shared = Self()
    @Setting(
      key: "http.port", default: 80, in: 1...65_535, where: .init("no | in it") { _ in true },
      formerly: ["port", "p|q"], summary: "Where it listens\nfor a|b\\|c")
    var port: Int
    @Setting(key: "theme", default: .light, summary: "The colours.") var theme: Theme
    @Setting(key: "user", required: true) var user: String?
    @Setting(key: "token", default: "canary", secret: true) var token: String
    @Setting(key: "hint", secret: true) var hint: String?
    @Setting(key: "quote", default: "`|`") var quote: String
    @Setting(key: "profile", default: Profile(score: .nan)) var profile: Profile
    @Setting(key: "x`", default: [[1], []]) var lists: [[Int]]
  }

  @Test func `a table has a row for each setting`() {
    withSettingStore(.inMemory()) {
      #expect(
        Server.markdownReference() == #"""
          # Server

          | key | type | default | allowed | meaning |
          |---|---|---|---|---|
          | `http.port` | whole number | `80` | a value from 1 to 65535, no \| in it | Where it listens for a\|b\|c. Formerly `port`, `p\|q`. |
          | `theme` | string | `"light"` | `light`, `dark` | The colours. |
          | `user` | string or null | no value |  | **Required.** |
          | `token` | string | a secret value |  | **Secret.** |
          | `hint` | string or null | no value |  | **Secret.** |
          | `quote` | string | ``"`\|`"`` |  |  |
          | `profile` | Profile | a value without a stored form |  |  |
          | `` x` `` | list of lists of whole numbers | `[[1], []]` |  |  |

          """#)
    }
  }

  @Test func `sources in use add the spellings of keys that are theirs`() {
    struct Small: Configuration {
      static let shared = Self()
      @Setting(key: "port", default: 80) var port: Int
    }
    let layers = LayeredStore([
      .arguments([]), .environment(prefix: "APP", variables: [:]), .inMemory(),
    ])
    withSettingStore(layers) {
      #expect(
        Small.markdownReference() == """
          # Small

          | key | also | type | default | allowed | meaning |
          |---|---|---|---|---|---|
          | `port` | `--port`, `APP_PORT` | whole number | `80` |  |  |

          """)
    }
  }
}
