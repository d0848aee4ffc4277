// Not a target of the package: `.ci/fuzz` compiles it into one module with the sources.

import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Looks for a text that the parser, the editor or the writer of JSON is wrong about.
///
/// A violation ends the process, which the fuzzer then reports with the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  JSONFuzz(bytes).run()
  return 0
}

/// What is being tried, for messages.
private let current = Mutex("no edit yet")

private struct JSONFuzz {
  let bytes: [UInt8]
  /// Decides what is tried with a text, the same for the same text.
  let choice: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    choice = bytes.reduce(17) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
  }

  func run() {
    do throws(JSONSyntaxError) {
      let document = try JSONDocument(bytes)
      check(document)
    } catch {
      expect((0...bytes.count).contains(error.offset), "an error is at a place of the text")
      expect(!error.problem.isEmpty && !error.expected.isEmpty, "an error says what is wrong")
      _ = JSONPosition(of: error.offset, in: bytes)
    }
  }

  private func check(_ document: JSONDocument) {
    expect(document.bytes == bytes, "a text is kept as it is")
    if let value = value(of: document, at: 0), value.isNested(atMost: 200) { checkText(of: value) }
    for index in Self.values.indices.prefix(2) {
      let value = Self.values[(choice + index) % Self.values.count]
      checkText(of: value)
      for key in keys(in: document) { check(document, key, value) }
    }
  }

  /// The value of a node, nil where a number fits no type.
  private func value(of document: JSONDocument, at index: Int) -> StoredValue? {
    do throws(JSONSyntaxError) {
      return try document.storedValue(at: index)
    } catch {
      expect(error.problem == "the number fits no number type", "a parsed text has a value")
      return nil
    }
  }

  // MARK: - Writing values

  /// What is written is read as an equal value, however it is laid out.
  private func checkText(of value: StoredValue) {
    for isOnOneLine in [true, false] {
      var text = JSONText()
      text.isOnOneLine = isOnOneLine
      if choice % 2 == 0 { (text.newline, text.unit) = ([0x0D, 0x0A], [0x09]) }
      do {
        let document = try JSONDocument(text.encode(value, indentation: []))
        expect(
          try document.storedValue(at: 0) == Self.asRead(value),
          "a written value is read as an equal one")
      } catch {
        fail("a written value is JSON: \(error)")
      }
    }
  }

  /// A value as it comes back: dates and data are text in JSON, small numbers are signed.
  private static func asRead(_ value: StoredValue) -> StoredValue {
    switch value {
    case .unsigned(let number): Int64(exactly: number).map { .integer($0) } ?? value
    case .date(let date): RFC3339.text(for: date).map { .string($0) } ?? value
    case .data(let data): .string(data.base64EncodedString())
    case .array(let values): .array(values.map(asRead))
    case .dictionary(let values): .dictionary(values.mapValues(asRead))
    default: value
    }
  }

  // MARK: - Editing

  /// Some keys that the text has, and some that it may not have.
  private func keys(in document: JSONDocument) -> Set<SettingKey> {
    let present = document.keys()
    for key in present { expect(!document.find(key).isEmpty, "a listed key is found") }
    var result: Set<SettingKey> = ["new", "a", "a.b", "x.y.z"]
    for offset in 0..<min(3, present.count) {
      let key = present[(choice + offset) % present.count]
      result.insert(key)
      let others = [key.components[0], key.rawValue + ".new", key.components[0] + ".new.b"]
      // Parts of valid keys are valid.
      result.formUnion(others.compactMap { try? SettingKey(validating: $0) })
    }
    return result
  }

  private func check(_ document: JSONDocument, _ key: SettingKey, _ value: StoredValue) {
    current.withLock { $0 = "key \(key.rawValue.debugDescription), value \(value)" }
    let old = document.find(key)
    let removedBefore = edited { try document.removing(key) }
    if let set = edited({ try document.setting(value, for: key) }) {
      let new = set.find(key)
      expect(new.count == 1, "a key that is set is there once")
      expect(
        Self.asRead(self.value(of: set, at: new[0]) ?? .null) == Self.asRead(value),
        "a key has the value that was set")
      expect(
        leaves(of: document, outside: old) == leaves(of: set, outside: new),
        "setting a key changes no other one")
      if let node = old.first.map({ document.nodes[$0] }) {
        let rest = bytes[Int(node.end)...]
        expect(
          set.bytes.starts(with: bytes[..<Int(node.start)])
            && set.bytes.reversed().starts(with: rest.reversed()),
          "setting a key that is there changes its value alone")
      } else {
        expect(isPart(bytes, of: set.bytes), "setting a new key only adds text")
      }
      let again = edited { try set.setting(value, for: key) }
      expect(again?.bytes == set.bytes, "setting the same value again changes nothing")
      let removed = edited { try set.removing(key) }
      // A value beside the key can keep it there: left alone, it would stand for another form.
      expect(
        (removed != nil) == (removedBefore != nil),
        "a key that was set can be removed, unless it could not be before")
      if let removed {
        expect(removed.find(key).isEmpty, "a removed key is gone")
        expect(
          leaves(of: removed, outside: []) == leaves(of: document, outside: old),
          "setting and removing a key changes no other one")
      }
    }
    expect(!old.isEmpty || removedBefore != nil, "a key that is not there can be removed")
    if let removed = removedBefore {
      expect(removed.find(key).isEmpty, "a removed key is gone")
      expect(
        leaves(of: removed, outside: []) == leaves(of: document, outside: old),
        "removing a key changes no other one")
      expect(isPart(removed.bytes, of: bytes), "removing a key only removes text")
      if old.isEmpty { expect(removed.bytes == bytes, "removing no key changes nothing") }
    }
  }

  /// The edited document, nil where the edit is refused for a good reason.
  private func edited(_ edit: () throws -> JSONDocument) -> JSONDocument? {
    do {
      return try edit()
    } catch JSONDocument.EditError.unfaithful {
      fail("an edit does what it should")
    } catch let error as JSONSyntaxError {
      expect(error.problem.contains("nest more than"), "an edit leaves JSON: \(error)")
    } catch {
      expect(error is JSONDocument.EditError, "an edit is refused by an error of its own")
    }
    return nil
  }

  /// A value that is no object, as the text spells it, and the names that lead to it.
  private struct Leaf: Equatable {
    let names: [[UInt8]]
    let text: [UInt8]
  }

  /// The values of the document, those in some nodes left out.
  private func leaves(of document: JSONDocument, outside excluded: [Int]) -> [Leaf] {
    var result: [Leaf] = []
    func collect(_ index: Int, _ names: [[UInt8]]) {
      if excluded.contains(index) { return }
      let node = document.nodes[index]
      if node.kind != .object {
        result.append(Leaf(names: names, text: Array(document.bytes[node.range])))
        return
      }
      for child in document.children(of: index) {
        collect(child, names + [Array(document.bytes[document.nodes[child].nameRange])])
      }
    }
    collect(0, [])
    return result
  }

  /// Whether one text is the other one with some left out, white space aside.
  private func isPart(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    var rest = part.filter { $0 > 0x20 }[...]
    for byte in whole where rest.first == byte { rest.removeFirst() }
    return rest.isEmpty
  }

  /// Values that a text format likes to get wrong.
  private static let values: [StoredValue] = [
    .null, .bool(true), .integer(0), .integer(.min), .unsigned(.max), .unsigned(1), .double(1),
    .double(-0.0), .double(.nan), .double(-.infinity), .double(.leastNonzeroMagnitude),
    .double(1.7e308),
    .double(0.1), .string(""), .string("\u{0}\u{7F}\r\n\t\u{8}\u{C}\"\\/"),
    .string("\u{2028}*/ //"),
    .string("e\u{301}\u{FEFF}\u{FFFE}\u{10FFFF}"),
    .date(Date(timeIntervalSinceReferenceDate: 0.25)),
    .date(.distantPast), .date(Date(timeIntervalSinceReferenceDate: 1e300)), .data(Data([0, 255])),
    .text("80"), .text(""), .array([]), .array([.null, .array([]), .dictionary([:])]),
    .array((0..<40).map { .integer($0) }), .dictionary([:]),
    .dictionary(["a": .integer(1), "b.c": .dictionary(["d": .string("x")])]),
    .dictionary(["@double": .string("inf")]),
    .dictionary(["@dictionary": .dictionary(["@a": .null])]),
    .dictionary(["": .dictionary(["": .text("@")])]), .dictionary(["e\u{301}": .double(.nan)]),
  ]

  // MARK: - Violations

  private func expect(
    _ holds: @autoclosure () throws -> Bool, _ sentence: @autoclosure () -> String
  ) {
    do {
      if try holds() { return }
    } catch {
      fail("\(sentence()): \(error)")
    }
    fail(sentence())
  }

  private func fail(_ sentence: String) -> Never {
    fatalError("Does not hold: \(sentence) (\(current.withLock { $0 }))")
  }
}
