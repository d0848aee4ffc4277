extension SettingCatalog {
  /// Checks everything that can be wrong with the settings, and reports all of it at once.
  ///
  /// A program calls it at its start, before it relies on a value. Wrong are:
  /// - a source that cannot be read, such as a file that is not JSON;
  /// - a value that counts and does not convert, is out of range or does not pass its check;
  /// - an optional setting declared with `required: true` that has no value;
  /// - a default that its own declaration refuses;
  /// - a name in a settings file, a `.env` file, a directory, the command line or the environment
  ///   (there only with the prefix) that no setting of this catalog has;
  /// - two settings with names that a source cannot tell apart.
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

/// A look at all settings of a catalog and at their sources.
struct CatalogCheck {
  private(set) var problems: [SettingError] = []
  private let members: [any CatalogSetting]
  private let foreignOptions: Set<String>

  /// Checks settings.
  ///
  /// - Parameters:
  ///   - members: The settings.
  ///   - foreignOptions: Options on the command line that are none of settings: `--json`.
  init(_ members: [any CatalogSetting], besides foreignOptions: Set<String> = []) {
    self.members = members
    self.foreignOptions = foreignOptions
    let groups = SourceGroup.groups(of: members)
    for group in groups { checkReadability(of: group) }
    for member in members {
      for problem in member.problems { add(problem) }
    }
    for group in groups { checkNames(in: group) }
    checkTypes()
  }

  /// Adds a problem; a source that cannot be read is one problem, not one of each setting.
  private mutating func add(_ problem: SettingError) {
    if problem.kind == .storeFailed {
      let problem = problem.ofSource()
      if !problems.contains(where: { $0.problem == problem.problem }) { problems.append(problem) }
    } else if !problems.contains(problem.listed) {
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
    let names = keys.map(source.spelling)
    do {
      for entry in try source.entries(besides: keys)
      where !(source is ArgumentsSource && foreignOptions.contains(entry.name)) {
        add(.unknownName(entry, near: NearName.nearest(to: entry.name, among: names)))
      }
    } catch {
      // Reported with the readability of the source.
      return
    }
    for (index, member) in group.members.enumerated() {
      for other in group.members.dropFirst(index + 1) where other.key != member.key {
        if source.spelling(of: member.key) == source.spelling(of: other.key) {
          add(.sameName(member.key, other.key, source.spelling(of: member.key)))
        } else if source is JSONFileStore, let parent = member.key.parent(with: other.key) {
          add(.nestedNames(parent, parent == member.key ? other.key : member.key))
        }
      }
    }
  }

  /// Finds settings of one key and different types.
  private mutating func checkTypes() {
    for (index, member) in members.enumerated() {
      for other in members.dropFirst(index + 1)
      where other.key == member.key && other.valueType != member.valueType
        && other.store === member.store
      {
        add(
          .conflictingTypes(
            member.key, member.valueType, at: member.location, other.valueType, at: other.location))
      }
    }
  }
}

/// A source, and the settings that read from it.
struct SourceGroup {
  let source: any SettingSource
  var members: [any CatalogSetting]

  /// The sources of the settings in the order in which they first appear.
  static func groups(of members: [any CatalogSetting]) -> [SourceGroup] {
    var stores: [(store: any SettingStore, members: [any CatalogSetting])] = []
    for member in members {
      let store = member.store
      if let index = stores.firstIndex(where: { $0.store === store }) {
        stores[index].members.append(member)
      } else {
        stores.append((store, [member]))
      }
    }
    var groups: [SourceGroup] = []
    for (store, members) in stores {
      for source in store.orderedSources {
        // Two stores can have a layer in common.
        if let index = groups.firstIndex(where: { $0.isOf(source) }) {
          groups[index].members += members
        } else {
          groups.append(SourceGroup(source: source, members: members))
        }
      }
    }
    return groups
  }

  /// Whether the group is that of a source.
  func isOf(_ other: any SettingSource) -> Bool {
    // A source that is a value has no identity: each copy counts as a source of its own.
    type(of: source) is AnyClass && type(of: other) is AnyClass
      && source as AnyObject === other as AnyObject
  }
}

extension SettingKey {
  /// The one of two keys under which the other one lies, nil where neither does.
  fileprivate func parent(with other: SettingKey) -> SettingKey? {
    if other.rawValue.hasPrefix(rawValue + ".") { return self }
    if rawValue.hasPrefix(other.rawValue + ".") { return other }
    return nil
  }
}
