import TestSupport
import Testing
import TypedSettings

@Suite struct JSONSchemaTests {
  struct Player: Configuration {
    static let shared = Self()
    @Setting(
      key: "volume", default: 0.5, in: 0...1, formerly: "sound.level",
      summary: "How loud it is, \"1\" being the loudest")
    var volume: Double
    @Setting(key: "window.theme", default: .light) var theme: Theme
    @Setting(key: "window.title.font", required: true, summary: "The font.") var font: String?
    @Setting(
      key: "password", default: "canary", where: .init("8 letters") { $0.count == 8 }, secret: true)
    var password: String
  }

  @Test func `settings nest, and every spelling of their keys is described`() {
    let text = #"""
      {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Player",
        "allowComments": true,
        "type": "object",
        "properties": {
          "volume": {
            "description": "How loud it is, \"1\" being the loudest. Expected: a value from 0.0 to 1.0.",
            "type": "number",
            "minimum": 0.0,
            "maximum": 1.0,
            "default": 0.5
          },
          "window": {
            "type": "object",
            "properties": {
              "theme": {
                "type": "string",
                "enum": ["light", "dark"],
                "default": "light"
              },
              "title": {
                "type": "object",
                "properties": {
                  "font": {
                    "description": "The font. A value is required, here or in another source.",
                    "type": ["string", "null"]
                  }
                }
              }
            },
            "patternProperties": {
              "^title\\.font$": {
                "$ref": "#/properties/window/properties/title/properties/font"
              }
            }
          },
          "password": {
            "description": "The value is a secret. Expected: 8 letters.",
            "type": "string"
          },
          "sound": {
            "type": "object",
            "properties": {
              "level": {
                "description": "The new name is volume. How loud it is, \"1\" being the loudest. Expected: a value from 0.0 to 1.0.",
                "type": "number",
                "minimum": 0.0,
                "maximum": 1.0,
                "deprecated": true
              }
            }
          }
        },
        "patternProperties": {
          "^window\\.theme$": {
            "$ref": "#/properties/window/properties/theme"
          },
          "^window\\.title$": {
            "$ref": "#/properties/window/properties/title"
          },
          "^window\\.title\\.font$": {
            "$ref": "#/properties/window/properties/title/properties/font"
          },
          "^sound\\.level$": {
            "$ref": "#/properties/sound/properties/level"
          }
        }
      }

      """#
    _ = Reports.collect {
      #expect(Player.jsonSchema() == text)
    }
  }

  @Test func `a closed schema closes every object and knows the place of the schema`() {
    struct Small: Configuration {
      static let shared = Self()
      @Setting(key: "http.port", default: 80) var port: UInt16
    }
    #expect(
      Small.jsonSchema(allowingUnknownKeys: false) == #"""
        {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "title": "Small",
          "allowComments": true,
          "type": "object",
          "properties": {
            "$schema": {
              "type": "string"
            },
            "http": {
              "type": "object",
              "properties": {
                "port": {
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 65535,
                  "default": 80
                }
              },
              "additionalProperties": false
            }
          },
          "patternProperties": {
            "^http\\.port$": {
              "$ref": "#/properties/http/properties/port"
            }
          },
          "additionalProperties": false
        }

        """#)
  }

  @Test func `a catalog without settings has a schema`() {
    enum Empty: SettingCatalog {
      static var settings: [any AnySetting] { [] }
    }
    #expect(Empty.jsonSchema().contains(#""properties": {}"#))
  }

  struct Strange: Configuration {
    static let shared = Self()
    @Setting(key: "a/b~c.d%e f", default: 1) var pointer: Int
    @Setting(key: "[x].(y)*{1}.^$\\|+?", default: 1) var expression: Int
    @Setting(key: "größe.日本.\"q\"", default: 1) var foreign: Int
  }

  @Test(
    .enabled(if: SchemaValidator.tool != nil, "check-jsonschema is not installed"))
  func `keys of any characters are found under all spellings`() throws {
    let good = [
      #"{"a/b~c": {"d%e f": 2}, "[x]": {"(y)*{1}": {"^$\\|+?": 2}}, "größe": {"日本": {"\"q\"": 2}}}"#,
      #"{"a/b~c.d%e f": 2, "[x].(y)*{1}.^$\\|+?": 2, "größe.日本.\"q\"": 2}"#,
      #"{"[x].(y)*{1}": {"^$\\|+?": 2}, "größe": {"日本.\"q\"": 2}}"#,
    ]
    let bad = good.map { $0.replacing("2", with: "true") }
    let other = [#"{"[x]-(y)*{1}-^$\\|+?": true}"#, #"{"x": true}"#]
    let schema = Strange.jsonSchema()
    let flaws = try SchemaValidator.flaws(of: good + bad + other, by: schema)
    #expect(flaws.map(\.count) == [0, 0, 0, 3, 3, 2, 0, 0])
  }

  @Test(arguments: [true, false])
  func `no text shows a secret`(allowsUnknownKeys: Bool) throws {
    let store = InMemoryStore(["token": "canary-value", "password": "canary-value"])
    withSettingStore(store) {
      _ = Reports.collect {
        let texts = [
          SchemaCatalog.jsonSchema(allowingUnknownKeys: allowsUnknownKeys),
          SchemaCatalog.markdownReference(),
          Player.jsonSchema(allowingUnknownKeys: allowsUnknownKeys), Player.markdownReference(),
        ]
        for text in texts {
          #expect(!text.contains("canary"))
          #expect(text.contains("token") || text.contains("password"))
        }
      }
    }
  }
}
