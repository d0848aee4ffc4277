import Testing

@testable import TypedSettings

@Suite struct NearNameTests {
  @Test func `near names are found as the plain distance finds them`() {
    let words = ["port", "prot", "ports", "PORT", "part", "sport", "host", "", "p", "http.port"]
    let near = NearName(among: ["port", "host", "http.port", "http.proxy"])
    let found = words.map { near.nearest(to: $0) }
    #expect(
      found == ["port", "port", "port", "port", "port", "port", "host", nil, nil, "http.port"])
    #expect(near.nearest(to: "htpt.prot") == "http.port")
    #expect(near.nearest(to: "http.prxoyy") == "http.proxy")
    #expect(near.nearest(to: "volume") == nil)
  }
}
