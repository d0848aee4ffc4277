import Synchronization
import Testing
import TypedSettings

@testable import TypedSettingsTesting

@Suite struct StoreLawTests {
  /// A wrong store, and a law that finds it out.
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: FlawedStore.Flaw
    let law: String
    var testDescription: String { "\(flaw): \(law)" }

    init(_ flaw: FlawedStore.Flaw, _ law: String) {
      self.flaw = flaw
      self.law = law
    }
  }

  static let cases = [
    Case(.inventsValues, "A key that was never written is nil and not listed"),
    Case(.roundsDoubles, "Every form of value comes back equal"),
    Case(.ignoresLikeValues, "Each form replaces each other one, however alike they are"),
    Case(.dropsNulls, "A stored null is a value, and not the same as nothing"),
    Case(.losesWhatItRefuses, "What is refused leaves the old value"),
    Case(.listsKeysTwice, "A written key is listed once"),
    Case(.keepsRemovedKeys, "A removed key is nil and not listed, and can be removed again"),
    Case(.hasNoOrigins, "Every key has an origin, written or not"),
    Case(.comparesKeysByScalars, "Keys that Swift calls equal are one key"),
    Case(.ignoresCase, "Names with dots, spaces and any letters are different keys"),
    Case(.cutsLongKeys, "Keys of 100,000 bytes are kept apart or refused"),
    Case(.synchronizesByForgetting, "Bringing values to a safe place works and changes nothing"),
    Case(.locksReadersOut, "Reads go on while a transaction is open"),
    Case(.spoilsValuesOnErrors, "A transaction that throws changes nothing"),
    Case(.appliesOnlySome, "All changes of a transaction are applied, removals too"),
    Case(.appliesOneByOne, "The changes of a transaction are seen together"),
    Case(.hasOneRevision, "A change moves the revision, and reading does not"),
    Case(
      .makesCells, "The cell of the revision is one for the life of the store, and says what it is"),
    Case(
      .movesRevisionEarly,
      "The revision belongs to the values that can be read, no earlier and no later"),
    Case(
      .movesRevisionLate,
      "The revision belongs to the values that can be read, no earlier and no later"),
    Case(.hasNoLock, "1,000 parallel updates give 1,000"),
    Case(.hasNoLock, "A transaction begins when the one before it has ended"),
    Case(.writesWholeCopies, "Writers of different keys do not undo each other"),
    Case(.makesNotifiers, "The store has one notifier for its life"),
    Case(.tellsTwice, "A change is told once, by its key"),
    Case(.tellsEachKey, "A transaction is told once, by all its keys, after its end"),
    Case(.tellsFailures, "An equal value is not told, nor what fails"),
    Case(.tellsEarly, "A change can be seen by all when it is told"),
    Case(.tellsUnderItsLock, "No lock is held while observers run"),
    Case(
      .stopsTelling, "A setting is told of each change, and of the last of parallel ones"),
    Case(.forgetsWhenClosed, "Reopened, a store has the same values and keys"),
    Case(.cannotBeWrittenAgain, "Reopened, a store can be written"),
  ]

  private func violations(_ flaw: FlawedStore.Flaw?, of laws: [StoreLaw]) -> [String] {
    let fixture = StoreUnderTest(
      allowances: flaw == .losesWhatItRefuses ? .refusals : [], patience: flaw == nil ? 10 : 0.3,
      make: { FlawedStore(flaw) }, reopen: { ($0 as? FlawedStore)?.reopened() ?? $0 })
    return laws.compactMap { $0.violation(in: fixture) }
  }

  @Test(arguments: cases) func `a wrong store is found out`(_ item: Case) throws {
    let law = try #require(StoreLaw.all.first { $0.description == item.law })
    let violations = violations(item.flaw, of: [law])
    #expect(violations.count == 1)
    #expect(violations.allSatisfy { $0.hasPrefix(item.law + ": ") })
  }

  @Test func `a store whose reads wait for its writes gets one violation, in time`() {
    let fixture = StoreUnderTest(patience: 0.3, make: { FlawedStore(.locksReadersOut) })
    let violations = StoreLaw.violations(in: fixture)
    #expect(violations.count == 1)
    #expect(violations.first?.contains("waits while a transaction is open") == true)
  }

  @Test(arguments: StoreLaw.all) func `the same store without a flaw obeys`(_ law: StoreLaw) {
    #expect(violations(nil, of: [law]) == [])
  }

  @Test func `the table has every flaw and every law but those that stores cannot break`() {
    #expect(Set(Self.cases.map(\.flaw)) == Set(FlawedStore.Flaw.allCases))
    let broken = Set(Self.cases.map(\.law))
    let others = StoreLaw.all.map(\.description).filter { !broken.contains($0) }
    // What they demand is done by `update(_:)` for all stores.
    #expect(
      others == [
        "A transaction sees its own changes, and nobody else does",
        "An update inside an update is part of it",
        "A transaction is not to be used after its end",
      ])
  }

  @Test func `each broken law is an issue of its own`() {
    let law = StoreLaw.all.first { $0.description == "A written key is listed once" }
    withKnownIssue {
      law?.expect { FlawedStore(.listsKeysTwice) }
    } matching: { issue in
      issue.comments.first?.rawValue
        == "A written key is listed once: keys() has it 2 times"
    }
    let count = Mutex(0)
    withKnownIssue {
      expectStoreLaws { FlawedStore(.hasNoOrigins) }
    } matching: { _ in
      count.withLock { $0 += 1 }
      return true
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func `a store that cannot be made is one that breaks the law`() {
    let make: @Sendable () throws -> InMemoryStore = { throw CancellationError() }
    for law in StoreLaw.all {
      #expect(law.violation(of: make)?.contains("CancellationError") == true)
    }
    // All of them together say it once.
    let violations = StoreLaw.violations(of: make)
    #expect(violations.count == 1)
    #expect(violations.first?.contains("CancellationError") == true)
  }

  @Test func `no law has the sentence of another one`() {
    #expect(Set(StoreLaw.all).count == StoreLaw.all.count)
  }
}
