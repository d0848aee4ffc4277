import Testing

/// A settings file, and whether it is one for ``SchemaCatalog``.
struct SchemaCase: CustomTestStringConvertible, Sendable {
  enum Verdict { case good, bad, badBeyondTheSchema }

  let name: String
  let json: String
  let verdict: Verdict

  var testDescription: String { name }

  private static func good(_ name: String, _ json: String) -> Self {
    Self(name: name, json: json, verdict: .good)
  }

  private static func bad(_ name: String, _ json: String) -> Self {
    Self(name: name, json: json, verdict: .bad)
  }

  static let all = goodFiles + badFiles + beyondTheSchema

  private static let goodFiles = [
    good("nothing", "{}"),
    good("the place of the schema", #"{"$schema": "./settings.schema.json", "name": ""}"#),
    good("bounds", #"{"volume": 1, "http": {"port": 65535}, "limit": 1, "scale": 0.7}"#),
    good("the number that a Float is", #"{"scale": 0.699999988079071}"#),
    good("exact integers as fractions", #"{"retries": 5.0, "total": 1e3, "level": 7.0}"#),
    good("bounds of integer types", #"{"retries": -128, "total": -9223372036854775808}"#),
    good("the greatest integer", #"{"size": 18446744073709551615}"#),
    good("nested", #"{"http": {"host": "a", "port": 1, "tls": {"enabled": true}}}"#),
    good("flat", #"{"http.host": "a", "http.port": 1, "http.tls.enabled": true}"#),
    good("half flat", #"{"http": {"tls.enabled": true}}"#),
    good("flat groups", #"{"http.tls": {"enabled": true}}"#),
    good("former keys", #"{"port": 8080, "look": "dark"}"#),
    good("a former key where others nest now", #"{"http": "a", "http.port": 8080}"#),
    good("cases", #"{"theme": "dark", "accent": "light", "level": -1, "features": 5}"#),
    good("null for optional settings", #"{"accent": null, "limit": null, "counts": [null, 1]}"#),
    good("durations", #"{"timeout": "1.5s"}"#),
    good("a duration in seconds", #"{"timeout": 1.5}"#),
    good("lists", #"{"tags": [], "ids": [3, 1, 2]}"#),
    good("dictionaries", #"{"weights": {"": 0, "a.b": 1}, "byTheme": {"dark": 2}}"#),
    good("dictionaries of integer keys", #"{"byNumber": {"-1": true, "1": false}}"#),
    good("a range", #"{"window": {"upperBound": 3, "lowerBound": 2}}"#),
    good("a date", #"{"born": "2026-11-30T16:00:00.25Z"}"#),
    good("a date with a space and an offset", #"{"born": "2026-02-28 16:00:00+01:00"}"#),
    good("a date that no text reaches", #"{"born": {"@date": "1e300"}}"#),
    good(
      "an infinite number", #"{"gain": {"@double": "inf"}, "weights": {"a": {"@double": "-inf"}}}"#),
    good("not a number", #"{"gain": {"@double": "0x7ff8000000000000"}}"#),
    good("a dictionary in another", #"{"weights": {"@dictionary": {"@double": 1}}}"#),
    good("Base64", #"{"icon": "AP8="}"#),
    good("URLs", #"{"home": "https://example.org/a%20b?c#d"}"#),
    good("a relative URL", #"{"home": {"relative": "c?q", "base": "https://a.b/"}}"#),
    good("a UUID", #"{"id": "9f1c6a3e-0c1b-4e0b-9c6b-2f1d1b7a5e10"}"#),
    good("decimal numbers", #"{"price": "0.1"}"#),
    good("a decimal number as a number", #"{"price": 100}"#),
    good("a character of several code points", #"{"initial": "👨‍👩‍👧"}"#),
    good("a secret", #"{"token": "canary-value"}"#),
  ]

  private static let badFiles = [
    bad("a list", "[]"),
    bad("an unknown key", #"{"nam": "a"}"#),
    bad("an unknown key in a group", #"{"http": {"prot": 1}}"#),
    bad("an unknown flat key", #"{"http.prot": 1}"#),
    bad("a key of a longer name", #"{"xhttp.port": 1}"#),
    bad("a number for a group", #"{"http": {"tls": 1}}"#),
    bad("a number for a string", #"{"name": 1}"#),
    bad("a string for a number", #"{"volume": "0.5"}"#),
    bad("1 for true", #"{"http": {"tls": {"enabled": 1}}}"#),
    bad("below the range", #"{"http": {"port": 0}}"#),
    bad("above the range", #"{"volume": 1.01}"#),
    bad("above the range, flat", #"{"http.port": 65536}"#),
    bad("the end of a half-open range", #"{"scale": 1.3}"#),
    bad("a fraction", #"{"total": 5.5}"#),
    bad("beyond Int8", #"{"retries": 128}"#),
    bad("beyond Int", #"{"total": 9223372036854775808}"#),
    bad("beyond UInt64", #"{"size": 18446744073709551616}"#),
    bad("negative", #"{"size": -1}"#),
    bad("a mistyped case", #"{"theme": "ligth"}"#),
    bad("a mistyped case of an optional setting", #"{"accent": "Light"}"#),
    bad("no case", #"{"level": 0}"#),
    bad("null", #"{"name": null}"#),
    bad("null for a number", #"{"volume": null}"#),
    bad("a wrong element", #"{"tags": ["a", 1]}"#),
    bad("null in a list", #"{"ids": [1, null]}"#),
    bad("an element twice", #"{"ids": [1, 1]}"#),
    bad("a wrong value in a dictionary", #"{"weights": {"a": "1"}}"#),
    bad("a wrong key in a dictionary", #"{"byTheme": {"drak": 1}}"#),
    bad("a key that is no integer", #"{"byNumber": {"one": true}}"#),
    bad("half a range", #"{"window": {"lowerBound": 1}}"#),
    bad("too much of a range", #"{"window": {"lowerBound": 1, "upperBound": 2, "step": 1}}"#),
    bad("a unit that does not exist", #"{"timeout": "5 minutes"}"#),
    bad("a duration below the range", #"{"timeout": 0.5}"#),
    bad("a date without a time", #"{"born": "2026-11-30"}"#),
    bad("a day that does not exist", #"{"born": "2026-04-31T00:00:00Z"}"#),
    bad("a leap second", #"{"born": "2016-12-31T23:59:60Z"}"#),
    bad("Base64 without its end", #"{"icon": "AP8"}"#),
    bad("a URL with a space", #"{"home": "a b"}"#),
    bad("a URL of nothing", #"{"home": ""}"#),
    bad("a short UUID", #"{"id": "9f1c6a3e-0c1b-4e0b-9c6b"}"#),
    bad("a decimal number with a comma", #"{"price": "1,5"}"#),
    bad("a decimal number out of range", #"{"price": 100.5}"#),
    bad("no character", #"{"initial": ""}"#),
    bad("an infinite number where there is a range", #"{"volume": {"@double": "inf"}}"#),
    bad("a tag with other text", #"{"gain": {"@double": "loud"}}"#),
    bad("a former key with a wrong value", #"{"port": "8080"}"#),
    bad("a former key out of range", #"{"port": 0}"#),
  ]

  private static let beyondTheSchema = [
    Self(name: "a check in Swift", json: #"{"workers": 3}"#, verdict: .badBeyondTheSchema),
    Self(
      name: "a range the wrong way round",
      json: #"{"window": {"lowerBound": 2, "upperBound": 1}}"#, verdict: .badBeyondTheSchema),
    Self(name: "two characters", json: #"{"initial": "ab"}"#, verdict: .badBeyondTheSchema),
    Self(
      name: "a key twice", json: #"{"http": {"port": 1}, "http.port": 2}"#,
      verdict: .badBeyondTheSchema),
    Self(
      name: "a field of a Codable type", json: #"{"profile": {"name": 1}}"#,
      verdict: .badBeyondTheSchema),
  ]
}
