#if UserDefaults
internal import Foundation
internal import Synchronization

/// The settings of the user as Foundation's `UserDefaults` keeps them.
///
/// Values that other programs may read keep their natural property-list form: truth values,
/// numbers, strings, data, lists, dictionaries, and dates of whole seconds. What a property list
/// would change is kept in a dictionary with one entry whose name begins with `@`: `@null`,
/// `@double` (-0.0 and NaN), `@date` (fractions of seconds), `@string` (characters that XML
/// lacks), `@text`, and `@dictionary` (one that would be taken for any of these, or has such names).
///
/// Every read goes through to `UserDefaults`, since other code may write there. Values that it
/// registers with `register(defaults:)` count as stored; the defaults of settings are never
/// registered, so code that reads `UserDefaults` itself does not see them.
///
/// ## What Linux cannot promise
/// Foundation for Linux writes to disk only in ``synchronize()``, which this store also calls when
/// the process ends by itself. A process that is killed loses what it wrote since. The file is
/// truncated and written in place, so a kill in that moment can damage it, and two processes that
/// write different keys of one domain can lose each other's. With `HOME` unset the file is in
/// `/.config`. A file that is damaged is never written over: every call throws until it is repaired
/// or deleted. Arguments of the form `-key value` take the place of stored values, as `UserDefaults`
/// has it everywhere.
public final class UserDefaultsStore: SettingStore {
  /// Tells of changes that this package makes; of others nothing is known.
  public let notifier: SettingNotifier? = SettingNotifier()
  /// The settings of this program.
  public static let standard = UserDefaultsStore(suite: nil)

  /// The domain as Foundation gives it, or why the suite is refused.
  ///
  /// `UserDefaults` may be used from any thread, as its documentation says; only the mark
  /// `Sendable` is missing.
  nonisolated(unsafe) private let domainDefaults: Result<UserDefaults, SettingError>
  /// The name of the domain, which on Linux is that of its file.
  private let domain: String

  /// Held by the one writer.
  private let writing = Mutex(())
  /// Held while changes are applied, and by look-ups, so that none sees the middle of a change.
  private let applying = Mutex(())
  /// Where the state of the content lies, as long as the store is cached.
  public let revisionCell: SettingRevisionCell? = SettingRevisionCell()

  /// One store per suite, so that its lock and its revision are the suite's.
  private static let suites = Mutex<[String: UserDefaultsStore]>([:])

  /// Returns the store of a suite, the same one each time.
  ///
  /// Opening never fails: a name that `UserDefaults` cannot use, such as one with a slash, makes
  /// every later call throw.
  ///
  /// - Parameters:
  ///   - name: The name of the suite, such as `group.example`.
  ///   - cached: Whether values are kept between reads. Only for suites that this package alone
  ///     writes, and only while everyone who opens the suite says so.
  /// - Returns: The store.
  public static func suite(_ name: String, cached: Bool = false) -> UserDefaultsStore {
    if name == standard.domain { return standard }
    let store = suites.withLock { suites in
      if let known = suites[name] { return known }
      let store = UserDefaultsStore(suite: name, cached: cached)
      suites[name] = store
      return store
    }
    if !cached { store.revisionCell?.stop() }
    return store
  }

  private init(suite name: String?, cached: Bool = false) {
    if !cached { revisionCell?.stop() }
    domain = name ?? Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    if let name, let flaw = Self.flaw(in: name) {
      domainDefaults = .failure(.refusedSuite(name, flaw: flaw))
    } else if let damage = Self.damage(of: domain) {
      domainDefaults = .failure(damage)
    } else if let defaults = name.map(UserDefaults.init(suiteName:)) ?? .standard {
      domainDefaults = .success(defaults)
    } else {
      domainDefaults = .failure(.refusedSuite(domain, flaw: "it belongs to the system"))
    }
    if !Platform.savesUserDefaultsByItself { Self.synchronizeAtExit }
  }

  /// What keeps a name from being that of a suite, nil when nothing does.
  private static func flaw(in name: String) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.contains("/") { return "it contains a slash" }
    if name == "." || name == ".." { return "it names a folder" }
    if name == UserDefaults.globalDomain { return "it belongs to the system" }
    if name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
      return "it contains a control character"
    }
    return name.utf8.count > 200 ? "it is longer than 200 bytes" : nil
  }

  /// Why the file of a domain cannot be used, nil where it can.
  ///
  /// Foundation for Linux takes a damaged file for an empty one and writes over it.
  private static func damage(of domain: String) -> SettingError? {
    if Platform.savesUserDefaultsByItself { return nil }
    let file = file(of: domain)
    guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else { return nil }
    do {
      let list = try PropertyListSerialization.propertyList(from: data, format: nil)
      if list is [String: Any] { return nil }
      return .damagedDomain(file, reason: "It is no dictionary at the top.")
    } catch {
      return .damagedDomain(file, reason: "\(error)".asSentence)
    }
  }

  /// Asks for a call at the end of the process, once.
  private static let synchronizeAtExit: Void = Platform.atExit {
    for store in [UserDefaultsStore.standard] + suites.withLock({ Array($0.values) }) {
      if case .success(let defaults) = store.domainDefaults {
        _ = store.whileNobodyApplies { defaults.synchronize() }
      }
    }
  }

  // MARK: - Reading

  /// Returns the value under the key, nil when there is none.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when nothing is stored under the key.
  /// - Throws: ``SettingError`` when the suite was refused.
  public func value(for key: SettingKey) throws -> StoredValue? {
    let defaults = try domainDefaults.get()
    return try whileNobodyApplies {
      let object =
        defaults.object(forKey: key.rawValue)
        ?? Self.spellings(of: key).dropFirst().lazy
        .compactMap { defaults.object(forKey: $0) }.first
      return try object.map(PropertyListForm.storedValue(of:))
    }
  }

  /// Returns the keys that are stored in this domain, in alphabetical order.
  ///
  /// - Returns: The keys; names that are not valid keys are left out.
  /// - Throws: ``SettingError`` when the suite was refused.
  public func keys() throws -> [SettingKey] {
    let names = try domainDefaults.get().persistentDomain(forName: domain)?.keys.map { $0 } ?? []
    return Set(names.compactMap { try? SettingKey(validating: $0) }).sorted()
  }

  /// Returns a phrase for messages that names the key and the domain, on Linux its file.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The phrase, such as `UserDefaults key "volume" in the domain org.example.Player`.
  public func origin(of key: SettingKey) -> String {
    let place = Platform.savesUserDefaultsByItself ? "the domain \(domain)" : Self.file(of: domain)
    return "UserDefaults key \(key.rawValue.debugDescription) in \(place)"
  }

  /// The file of a domain where Foundation for Linux keeps it.
  private static func file(of domain: String) -> String {
    let environment = ProcessInfo.processInfo.environment
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
      return "\(folder)/\(domain).plist"
    }
    return "\(environment["HOME"] ?? "")/.config/\(domain).plist"
  }

  /// The state of the content for a store that was opened as cached, otherwise nil.
  public var revision: SettingRevision? {
    revisionCell?.revision
  }

  /// The names under which a key may be stored: as written, composed, decomposed.
  ///
  /// Equal Swift strings can differ for `UserDefaults`, where letters with accents are spelt in
  /// more than one way.
  private static func spellings(of key: SettingKey) -> [String] {
    let name = key.rawValue
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return [name] }
    return [
      name, name.precomposedStringWithCanonicalMapping, name.decomposedStringWithCanonicalMapping,
    ]
  }

  // MARK: - Writing

  /// Asks for changes while no other writer of this process can come in, and applies them.
  ///
  /// - Parameter changes: Returns what to change.
  /// - Throws: What the closure throws, or ``SettingError`` when the suite was refused.
  public func performTransaction(_ changes: () throws -> [SettingChange]) throws {
    let defaults = try domainDefaults.get()
    try writing.withLock { _ in
      let changes = try changes()
      for change in changes { try check(change) }
      whileNobodyApplies {
        for change in changes { apply(change, to: defaults) }
        revisionCell?.change()
      }
    }
  }

  /// Throws for what a property list loses.
  private func check(_ change: SettingChange) throws {
    guard PropertyListForm.isSafe(change.key.rawValue) else {
      throw SettingError.notRepresentable(
        "a key with a character that a property list loses", expected: "a key without it")
    }
    if let value = change.newValue,
      PropertyListForm.depth(of: value) > PropertyListForm.maximumDepth
    {
      throw SettingError.tooDeep(atMost: PropertyListForm.maximumDepth)
    }
  }

  private func apply(_ change: SettingChange, to defaults: UserDefaults) {
    let spellings = Self.spellings(of: change.key)
    for other in spellings.dropFirst() where defaults.object(forKey: other) != nil {
      defaults.removeObject(forKey: other)
    }
    guard let value = change.newValue else {
      return defaults.removeObject(forKey: spellings[0])
    }
    if Platform.ignoresEqualUserDefaults { defaults.removeObject(forKey: spellings[0]) }
    defaults.set(PropertyListForm.object(for: value), forKey: spellings[0])
  }

  /// Runs the body while nobody else is in the middle of a change of several steps.
  ///
  /// There are several steps only on Linux. Elsewhere `UserDefaults` may call observers from
  /// within, and these may read settings, so no lock must be held.
  private func whileNobodyApplies<Value: Sendable>(
    _ body: () throws -> Value
  ) rethrows -> Value {
    if !Platform.ignoresEqualUserDefaults { return try body() }
    return try applying.withLock { _ in try body() }
  }

  /// Asks `UserDefaults` to save, which on Linux is the only time it does.
  ///
  /// - Throws: ``SettingError`` when it says that it could not.
  public func synchronize() throws {
    let defaults = try domainDefaults.get()
    guard whileNobodyApplies({ defaults.synchronize() }) else {
      throw SettingError.store(
        "UserDefaults could not save the domain \(domain)",
        advice: "Check that \(Self.file(of: domain)) can be written.")
    }
  }
}

/// Stored values as objects of a property list.
private enum PropertyListForm {
  static func object(for value: StoredValue) -> Any {
    switch value {
    case .null: tagged("@null", true)
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .unsigned(let value): NSNumber(value: value)
    case .double(let value):
      value.isNaN || (value == 0 && value.sign == .minus)
        ? tagged("@double", String(value.bitPattern, radix: 16)) : NSNumber(value: value)
    case .string(let value): text(value)
    case .text(let value): tagged("@text", text(value))
    case .date(let value): date(value)
    case .data(let value): value
    case .array(let values): values.map(object(for:))
    case .dictionary(let values): dictionary(values)
    }
  }

  /// How deep a property list may nest: Foundation for Linux reads files that nest deeper as empty.
  static let maximumDepth = 500

  /// How deep the object for a value nests.
  static func depth(of value: StoredValue) -> Int {
    func depth(of object: Any) -> Int {
      if let array = object as? [Any] { return 1 + (array.map(depth(of:)).max() ?? 0) }
      guard let dictionary = object as? [String: Any] else { return 0 }
      return 1 + (dictionary.values.map(depth(of:)).max() ?? 0)
    }
    switch value {
    case .array, .dictionary: return depth(of: object(for: value))
    default: return 0
    }
  }

  /// The value that an object stands for.
  static func storedValue(of object: Any) throws -> StoredValue {
    // Numbers come first: they are read most, and each cast takes as long as a read of a setting.
    // Foundation for Linux has them as Swift's own types, which are found out faster.
    let dynamicType = type(of: object)
    if dynamicType == Int.self, let number = object as? Int { return .integer(Int64(number)) }
    if dynamicType == Bool.self, let truth = object as? Bool { return .bool(truth) }
    if dynamicType == Double.self, let number = object as? Double { return .double(number) }
    if let number = object as? NSNumber { return storedValue(of: number) }
    if let string = object as? String { return .string(string) }
    if let date = object as? Date { return .date(date) }
    if let data = object as? Data { return .data(data) }
    if let array = object as? [Any] { return .array(try array.map(storedValue(of:))) }
    if let dictionary = object as? [String: Any] {
      if let entry = dictionary.first, dictionary.count == 1,
        let value = try untagged(entry.key, entry.value)
      {
        return value
      }
      return .dictionary(try dictionary.mapValues(storedValue(of:)))
    }
    throw SettingError.store("UserDefaults holds an object of type \(type(of: object))")
  }

  private static func storedValue(of number: NSNumber) -> StoredValue {
    switch UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
    // Small integers have the same encoding as truth values, but on Apple systems another class.
    case "c" where type(of: number) == type(of: NSNumber(value: true)), "B":
      .bool(number.boolValue)
    case "d", "f": .double(number.doubleValue)
    case "Q" where number.uint64Value > UInt64(Int64.max): .unsigned(number.uint64Value)
    default: .integer(number.int64Value)
    }
  }

  // MARK: - What a property list would change

  private static func tagged(_ tag: String, _ object: Any) -> Any { [tag: object] }

  private static func text(_ text: String) -> Any {
    isSafe(text) ? text : tagged("@string", Data(text.utf8))
  }

  /// Whether XML 1.0 has every character and keeps it.
  ///
  /// Foundation for Linux drops a byte order mark in front.
  static func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      switch $0.value {
      case 0x09, 0x0A: true
      case 0..<0x20, 0xFEFF, 0xFFFE, 0xFFFF: false
      default: true
      }
    }
  }

  /// Property lists in XML keep whole seconds of the years with four digits.
  private static func date(_ date: Date) -> Any {
    let seconds = date.timeIntervalSinceReferenceDate
    let isKept =
      seconds == seconds.rounded() && (-62_000_000_000...250_000_000_000).contains(seconds)
      && !(seconds == 0 && seconds.sign == .minus)
    return isKept ? date : tagged("@date", object(for: .double(seconds)))
  }

  private static func dictionary(_ values: [String: StoredValue]) -> Any {
    let looksTagged = values.count == 1 && values.keys.contains { $0.hasPrefix("@") }
    if looksTagged || !values.keys.allSatisfy(isSafe) {
      return tagged(
        "@dictionary", values.map { [text($0.key), object(for: $0.value)] })
    }
    return values.mapValues(object(for:))
  }

  /// The value in a dictionary with one entry, nil when that is an ordinary dictionary.
  private static func untagged(_ tag: String, _ object: Any) throws -> StoredValue? {
    switch tag {
    case "@null":
      return .null
    case "@double":
      return (object as? String).flatMap { UInt64($0, radix: 16) }
        .map { .double(Double(bitPattern: $0)) }
    case "@string":
      return (object as? Data).map { .string(String(decoding: $0, as: UTF8.self)) }
    case "@text":
      guard case .string(let text) = try storedValue(of: object) else { return nil }
      return .text(text)
    case "@date":
      guard case .double(let seconds) = try storedValue(of: object) else { return nil }
      return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case "@dictionary":
      guard let pairs = object as? [[Any]] else { return nil }
      var values: [String: StoredValue] = [:]
      for pair in pairs {
        guard pair.count == 2, case .string(let key) = try storedValue(of: pair[0]) else {
          return nil
        }
        values[key] = try storedValue(of: pair[1])
      }
      return .dictionary(values)
    default:
      return nil
    }
  }
}
#endif
