import Foundation
import TestSupport
import Testing

@testable import TypedSettings

@Suite struct BareTextTests {
  @Test func `texts have the bare form`() {
    #expect(StoredValue.string("a \"b\"").bareText == "a \"b\"")
    #expect(StoredValue.integer(-1).bareText == "-1")
    #expect(StoredValue.bool(true).bareText == "true")
    #expect(StoredValue.null.bareText.isEmpty)
    #expect(StoredValue.double(-.infinity).bareText == "-inf")
    #expect(StoredValue.data(Data([1])).bareText == "AQ==")
    #expect(StoredValue.array(["a", 1]).bareText == "[\"a\", 1]")
  }

  /// Whether there is a text for the form.
  private func hasText(_ form: StoredValue) -> Bool {
    switch form {
    case .double(let number): !number.isNaN
    case .date(let date): RFC3339.text(for: date) != nil
    // A relative URL, whose text does not say what it is relative to.
    case .dictionary(let entries): entries["relative"] == nil
    default: true
    }
  }

  @Test func `the type reads back its bare text`() throws {
    for codecCase in CodecTable.all where codecCase.isStorable {
      let store = InMemoryStore()
      try codecCase.write(store, "a")
      guard let form = store.value(for: "a"), hasText(form) else { continue }
      try store.set(.text(form.bareText), for: "a")
      #expect(codecCase.flaw(store, "a") == nil, "\(codecCase)")
    }
  }
}
