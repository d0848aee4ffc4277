/// The arguments of a program, read only: the key `http.port` is `--http.port` or `--http-port`.
///
/// The value follows as the next word, `--http-port 80`, or after an equals sign,
/// `--http-port=80`. An option without a value is `true`; `--no-color` without a value also makes
/// `color` false. `--` ends the options. The type of the setting parses the text, strictly.
///
/// A word after an option is its value unless it begins with `--`, because the source does not know
/// which settings are flags: `--verbose file.txt` gives the flag the value `file.txt`, which no
/// Bool takes, and `--no-color file.txt` says nothing about `color`. Write `--verbose=true`,
/// `--color=false`, or put the flag in front of another option.
///
/// An option that is given several times is a list, each occurrence of which may be one:
/// `--tag a,b --tag c` has three tags. A setting that is no list takes an option once, in whichever
/// of its spellings.
///
/// Words that are neither options nor their values are ``operands``. Short options such as `-v` are
/// none of both, and left to the program.
///
/// ## Usage
/// ```swift
/// let source = ArgumentsSource(["tool", "in.txt", "--http-port", "8080", "--tag=a", "--tag=b"])
/// print(source.integer(forKey: "http.port", default: 80))  // 8080
/// print(source.object(forKey: "tag", default: [String]()))  // ["a", "b"]
/// print(source.operands)  // ["in.txt"]
/// ```
public final class ArgumentsSource: SettingSource {
  /// The words that are neither options nor values of options, and all words after `--`.
  public let operands: [String]
  private let options: [CommandLineOption]
  /// Where the state of the content lies.
  public let revisionCell: SettingRevisionCell? = SettingRevisionCell()

  /// Creates a source from the words of a command line.
  ///
  /// - Parameter arguments: The words, the first of which is the name of the program; those of the
  ///   process where it is not said.
  public init(_ arguments: [String] = CommandLine.arguments) {
    (options, operands) = CommandLineOption.parse(arguments.dropFirst())
  }

  /// Returns the text of the option, true for one without a value, a list for a repeated one.
  ///
  /// - Parameter key: The key to look up.
  /// - Returns: The value, nil when the option is not given.
  /// - Throws: ``SettingError`` for a repeated option with a value that does not split into a list.
  public func value(for key: SettingKey) throws -> StoredValue? {
    let given = options(of: key)
    guard given.count > 1 else { return given.first?.form }
    var elements: [StoredValue] = []
    for (option, form) in given {
      guard case .text(let text) = form else {
        elements.append(form)
        continue
      }
      do {
        elements += try TextList.elements(of: text)
      } catch {
        throw SettingError.unsplittable(place(of: [option]), reason: error.reason)
      }
    }
    return .array(elements)
  }

  /// Returns the keys that the options stand for, in the order of the command line.
  ///
  /// - Returns: The keys, `http.port` for `--http-port` too; names that no key has are left out.
  public func keys() -> [SettingKey] {
    var seen: Set<SettingKey> = []
    return options.compactMap(\.key).filter { seen.insert($0).inserted }
  }

  /// Returns the place of an option, such as `argument 3 (--http-port)`.
  ///
  /// - Parameter key: The key in question.
  /// - Returns: The phrase, which counts words from 1 after the name of the program and names all
  ///   places of a repeated option.
  public func origin(of key: SettingKey) -> String {
    let given = options(of: key).map(\.option)
    return given.isEmpty ? "option \(spelling(of: key))" : place(of: given)
  }

  /// The state of the content, always the same.
  public var revision: SettingRevision? { revisionCell?.revision }

  /// Nil, because the content never changes.
  public var notifier: SettingNotifier? { nil }

  /// The options that belong to a key, and what each one says about it.
  private func options(of key: SettingKey) -> [(option: CommandLineOption, form: StoredValue)] {
    let names = Set([key.rawValue, key.optionSpelling])
    return options.compactMap { option in option.form(for: names).map { (option, $0) } }
  }

  private func place(of options: [CommandLineOption]) -> String {
    var names: [String] = []
    for option in options where !names.contains(option.spelling) { names.append(option.spelling) }
    let name = names.joined(separator: ", ")
    let positions = options.map { "\($0.position)" }
    guard let last = positions.last, positions.count > 1 else {
      return "argument \(positions.joined()) (\(name))"
    }
    let others = positions.dropLast().joined(separator: ", ")
    return "repeated option \(name) (arguments \(others) and \(last))"
  }
}

extension ArgumentsSource: CheckedSource {
  func entries(besides keys: [SettingKey]) -> [SourceEntry] {
    let names = Set(keys.flatMap { [$0.rawValue, $0.optionSpelling] })
    let unknown = options.filter { $0.form(for: names) == nil }
    let byName = Dictionary(grouping: unknown, by: \.spelling)
    return byName.values.sorted { ($0.first?.position ?? 0) < ($1.first?.position ?? 0) }
      .map { SourceEntry(name: $0.first?.spelling ?? "--", origin: place(of: $0)) }
  }

  func spelling(of key: SettingKey) -> String { "--" + key.optionSpelling }

  func advice(for key: SettingKey) -> String {
    let given = options(of: key).map(\.option)
    if given.count > 1 {
      return "Give \(spelling(of: key)) once; only a list takes it several times."
    }
    guard let option = given.first else { return "Give \(spelling(of: key)) a value." }
    if option.form(for: [key.rawValue, key.optionSpelling]) == .bool(false) {
      return "Give \(spelling(of: key))=VALUE; --no- is for settings that are true or false."
    }
    guard let value = option.value else {
      return "Give \(option.spelling) a value, as in \(option.spelling)=VALUE."
    }
    // A number is no operand that a flag has swallowed.
    return option.hasNextWord && Double(value) == nil
      ? "Correct the value; a word after an option is its value, unless it is a flag and written "
        + "\(option.spelling)=true."
      : "Correct the value of \(option.spelling)."
  }
}

extension SettingSource where Self == ArgumentsSource {
  /// Creates a source of the options on a command line.
  ///
  /// - Parameter arguments: The words, the first of which is the name of the program; those of the
  ///   process where it is not said.
  /// - Returns: A new source.
  public static func arguments(
    _ arguments: [String] = CommandLine.arguments
  ) -> ArgumentsSource {
    ArgumentsSource(arguments)
  }
}

extension SettingError {
  /// A repeated option with a value that is no list.
  fileprivate static func unsplittable(_ place: String, reason: String?) -> Self {
    store(
      "\(place) does not split into a list, and the option is given several times",
      expected: "the option once, or each time with a list such as a,b,\"c, d\"", reason: reason,
      advice: "Correct the list, or give the option once.")
  }
}
