public import TypedSettings

/// One thing that every store must do, as a sentence and a check of it.
///
/// In a test that uses Swift Testing, ask for all laws by `expectStoreLaws`, or for each one in a
/// test case of its own. With another framework, compare the list of ``violations(allowing:of:)``
/// with the empty one:
///
/// ```swift
/// import TypedSettingsTesting
///
/// let broken = StoreLaw.violations { InMemoryStore() }
/// print(broken)  // []
/// ```
///
/// Each law is checked with a new store. It writes below `law.` only, and does not mind what else
/// the store holds. Whether a store that keeps its values somewhere brings them back is checked
/// where a way to reopen it is given.
public struct StoreLaw: Sendable, Hashable, CustomStringConvertible {
  /// What holds for a store that obeys the law, in a sentence.
  public let description: String
  let check: @Sendable (StoreUnderTest) throws -> Void

  init(_ sentence: String, _ check: @escaping @Sendable (StoreUnderTest) throws -> Void) {
    description = sentence
    self.check = check
  }

  /// Every law, from simple reads to reopening.
  public static let all: [StoreLaw] =
    ofValues + ofTransactions + ofRevisions + ofThreads + ofNotices + ofReopening

  /// What a store is allowed to do other than the strictest one.
  public struct Allowances: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set of allowances from its bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A date or data comes back as the text that its type reads as well, as in a JSON file.
    public static let datesAndDataAsText = Self(rawValue: 1)
    /// Some forms of value and some names of keys are refused: writing them throws.
    public static let refusals = Self(rawValue: 2)
    /// A notice that names no key may come once more, as from a watched file that shows the
    /// store's own writing.
    public static let extraNotices = Self(rawValue: 4)
  }

  // MARK: - Checking

  /// Returns what is wrong with a store according to this law.
  ///
  /// - Parameters:
  ///   - allowances: What the store may do other than the strictest one.
  ///   - makeStore: Makes the store; each call another one, where that is possible.
  /// - Returns: The sentence of the law and what was found, nil when the law holds.
  public func violation(
    allowing allowances: Allowances = [],
    of makeStore: @escaping @Sendable () throws -> some SettingStore
  ) -> String? {
    violation(in: StoreUnderTest(allowances: allowances, make: makeStore, reopen: nil))
  }

  /// Returns what is wrong with a store that can be reopened, according to this law.
  ///
  /// - Parameters:
  ///   - allowances: What the store may do other than the strictest one.
  ///   - makeStore: Makes the store; each call another one, where that is possible.
  ///   - reopen: Makes another store over what a store has kept.
  /// - Returns: The sentence of the law and what was found, nil when the law holds.
  public func violation<Store: SettingStore>(
    allowing allowances: Allowances = [], of makeStore: @escaping @Sendable () throws -> Store,
    reopening reopen: @escaping @Sendable (Store) throws -> Store
  ) -> String? {
    violation(in: StoreUnderTest(allowances: allowances, make: makeStore, reopening: reopen))
  }

  /// Returns what is wrong with a store according to all laws.
  ///
  /// - Parameters:
  ///   - allowances: What the store may do other than the strictest one.
  ///   - makeStore: Makes the store; each call another one, where that is possible.
  /// - Returns: For each law that does not hold, its sentence and what was found.
  public static func violations(
    allowing allowances: Allowances = [],
    of makeStore: @escaping @Sendable () throws -> some SettingStore
  ) -> [String] {
    violations(in: StoreUnderTest(allowances: allowances, make: makeStore))
  }

  /// Returns what is wrong with a store that can be reopened, according to all laws.
  ///
  /// - Parameters:
  ///   - allowances: What the store may do other than the strictest one.
  ///   - makeStore: Makes the store; each call another one, where that is possible.
  ///   - reopen: Makes another store over what a store has kept.
  /// - Returns: For each law that does not hold, its sentence and what was found.
  public static func violations<Store: SettingStore>(
    allowing allowances: Allowances = [], of makeStore: @escaping @Sendable () throws -> Store,
    reopening reopen: @escaping @Sendable (Store) throws -> Store
  ) -> [String] {
    violations(in: StoreUnderTest(allowances: allowances, make: makeStore, reopening: reopen))
  }

  /// What is wrong with a store according to all laws; one alone where none can be checked.
  package static func violations(in fixture: StoreUnderTest) -> [String] {
    if let first = sentence("No law can be checked", { try fixture.checkReadingInTransaction() }) {
      return [first]
    }
    return all.compactMap { law in sentence(law.description) { try law.check(fixture) } }
  }

  /// What is wrong with a store, nil when the law holds.
  package func violation(in fixture: StoreUnderTest) -> String? {
    Self.sentence(description) {
      try fixture.checkReadingInTransaction()
      try check(fixture)
    }
  }

  /// What a check throws, after what was checked; nil where it throws nothing.
  private static func sentence(_ subject: String, _ check: () throws -> Void) -> String? {
    do {
      try check()
      return nil
    } catch let breach as Breach {
      return "\(subject): \(breach.text)"
    } catch {
      return "\(subject): the store threw this: \(error)"
    }
  }

  // MARK: - Comparing

  /// Whether two laws are the same one.
  ///
  /// - Parameters:
  ///   - first: A law.
  ///   - second: Another one.
  /// - Returns: Whether their sentences are equal, which no two laws share.
  public static func == (first: StoreLaw, second: StoreLaw) -> Bool {
    first.description == second.description
  }

  /// Feeds what identifies the law to a hasher.
  ///
  /// - Parameter hasher: The hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

/// Why a law does not hold.
struct Breach: Error {
  let text: String
}

/// Throws a breach of the law where a condition does not hold.
func require(_ condition: Bool, _ text: @autoclosure () -> String) throws {
  if !condition { throw Breach(text: text()) }
}
