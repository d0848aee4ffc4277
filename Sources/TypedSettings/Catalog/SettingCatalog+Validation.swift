extension SettingCatalog {
  /// Checks everything that can be wrong with the settings, and reports all of it at once.
  ///
  /// A program calls it at its start, before it relies on a value. Wrong are:
  /// - a source that cannot be read, such as a file that is not JSON;
  /// - a value that counts and does not convert, is out of range or does not pass its check;
  /// - an optional setting declared with `required: true` that has no value, or an empty one;
  /// - a default that its own declaration refuses;
  /// - a name in a settings file, a `.env` file, a directory, the command line or the environment
  ///   (there only with the prefix) that no setting of this catalog has;
  /// - two settings with names that a source cannot tell apart;
  /// - two settings with one key that differ in type, default, range or secrecy, and a former key
  ///   that is the key of another setting.
  ///
  /// A known setting that nobody has set is never a problem.
  ///
  /// ## Usage
  /// ```swift
  /// struct ServerConfiguration: Configuration {
  ///   static let shared = Self()
  ///   @Setting(key: "http.port", default: 80, in: 1...65_535) var port: Int
  /// }
  ///
  /// do {
  ///   try ServerConfiguration.validate()
  /// } catch {
  ///   print(error)
  /// }
  /// ```
  ///
  /// - Throws: ``SettingError`` of kind ``SettingError/Kind/invalidSettings``, whose
  ///   ``SettingError/problems`` are the errors, and whose description lists them.
  public static func validate() throws(SettingError) {
    let problems = CatalogCheck(members).problems
    if !problems.isEmpty { throw .invalidSettings(problems) }
  }
}

/// A type whose settings are flags on the command line, which `--no-` turns off.
private protocol FlagValue {}
extension Bool: FlagValue {}
extension Optional: FlagValue where Wrapped: FlagValue {}

extension CatalogSetting {
  /// Whether another setting of the key is declared in the same way.
  fileprivate func isDeclared(like other: any CatalogSetting) -> Bool {
    isSecret == other.isSecret && isRequired == other.isRequired
      && defaultForm == other.defaultForm && expectations == other.expectations
  }
}

/// A look at all settings of a catalog and at their sources.
struct CatalogCheck {
  private(set) var problems: [SettingError] = []
  /// The problems so far, for a quick look.
  private var known: Set<SettingError> = []
  /// What is wrong with the sources that cannot be read.
  private var knownSources: Set<String?> = []
  private let foreignOptions: Set<String>

  /// Checks settings.
  ///
  /// - Parameters:
  ///   - members: The settings.
  ///   - foreignOptions: Options on the command line that are none of settings: `--json`.
  init(_ members: [any CatalogSetting], besides foreignOptions: Set<String> = []) {
    self.foreignOptions = foreignOptions
    let groups = SourceGroup.groups(of: members)
    for group in groups { checkReadability(of: group) }
    for member in members {
      for problem in member.problems { add(problem) }
    }
    for group in groups { checkNames(in: group) }
    checkKeys(of: members)
  }

  /// Adds a problem; a source that cannot be read is one problem, not one of each setting.
  private mutating func add(_ problem: SettingError) {
    if problem.kind == .storeFailed {
      let problem = problem.ofSource()
      if knownSources.insert(problem.problem).inserted { problems.append(problem) }
    } else if known.insert(problem.listed).inserted {
      problems.append(problem.listed)
    }
  }

  private mutating func checkReadability(of group: SourceGroup) {
    do {
      _ = try group.source.keys()
    } catch {
      let place = group.members.first.map { group.source.origin(of: $0.key) }
      add(SettingError.failure(error, of: place ?? "a source", .reading))
    }
  }

  /// Finds names that no setting has, and settings that share a name.
  private mutating func checkNames(in group: SourceGroup) {
    guard let source = group.source as? any CheckedSource else { return }
    let keys = group.members.flatMap { [$0.key] + $0.formerKeys }
    let near = NearName(among: keys.map(source.spelling))
    do {
      for entry in try source.entries(besides: keys)
      where !(source is ArgumentsSource && foreignOptions.contains(entry.name)) {
        add(.unknownName(entry, near: near.nearest(to: entry.name)))
      }
    } catch {
      // Reported with the readability of the source.
      return
    }
    var keysByName: [String: [SettingKey]] = [:]
    for member in group.members {
      let name = source.spelling(of: member.key)
      let others = keysByName[name, default: []]
      if others.contains(member.key) { continue }
      for other in others { add(.sameName(other, member.key, name)) }
      keysByName[name] = others + [member.key]
    }
    if source is ArgumentsSource {
      for member in group.members where member.valueType is any FlagValue.Type {
        let negated = "--no-" + source.spelling(of: member.key).dropFirst(2)
        for other in keysByName[negated] ?? [] { add(.sameName(member.key, other, negated)) }
      }
    }
    guard source is JSONFileStore else { return }
    let all = Set(group.members.map(\.key))
    for member in group.members {
      for parent in member.key.parents where all.contains(parent) {
        add(.nestedNames(parent, member.key))
      }
    }
  }

  /// Finds settings of one key that are declared in different ways, and former keys in use.
  private mutating func checkKeys(of members: [any CatalogSetting]) {
    var membersByKey: [SettingKey: [any CatalogSetting]] = [:]
    for member in members {
      for other in membersByKey[member.key] ?? [] where other.store === member.store {
        if other.valueType != member.valueType {
          add(
            .conflictingTypes(
              member.key, other.valueType, at: other.location, member.valueType,
              at: member.location))
        } else if !member.isDeclared(like: other) {
          add(.declaredTwice(member.key, at: other.location, at: member.location))
        }
      }
      membersByKey[member.key, default: []].append(member)
    }
    for member in members {
      for former in member.formerKeys
      where membersByKey[former]?.contains(where: { $0.store === member.store }) == true {
        add(.formerKeyInUse(former, of: member.key))
      }
    }
  }
}
