/// The settings of a program as typed static properties, in every language mode.
///
/// Declare settings as instance properties and one shared instance; reach them as if they were
/// static:
///
/// ```swift
/// struct AppConfiguration: Configuration {
///   static let shared = Self()
///   @Setting(key: "user.name", default: "No Name") var name: String
///   let editor = Editor()
///
///   struct Editor: Sendable {
///     @Setting(key: "editor.fontSize", default: 12, in: 6...72) var fontSize: Int
///   }
/// }
///
/// AppConfiguration.name = "Ada"
/// AppConfiguration.editor.fontSize = 14
/// try AppConfiguration.$name.reset()
/// ```
///
/// A typo is an error of the compiler. The editor completes `AppConfiguration.shared.`, but not the
/// static form, which it cannot know.
@dynamicMemberLookup
public protocol Configuration: SettingCatalog, Sendable {
  /// The one instance whose properties are the settings.
  static var shared: Self { get }
}

extension Configuration {
  /// All settings of the shared instance and of the groups in it, in the order of declaration.
  ///
  /// Groups are properties that hold a struct or a class instance; lists of groups are no groups.
  ///
  /// - Complexity: Found by reflection each time it is asked for.
  public static var settings: [any AnySetting] {
    var visited: Set<ObjectIdentifier> = []
    return Self.settings(in: shared, visited: &visited)
  }

  /// Collects settings from the properties of a value and of the values in it.
  private static func settings(
    in group: Any, visited: inout Set<ObjectIdentifier>
  ) -> [any AnySetting] {
    let mirror = Mirror(reflecting: group)
    switch mirror.displayStyle {
    case .struct: break
    case .class:
      guard visited.insert(ObjectIdentifier(group as AnyObject)).inserted else { return [] }
    default: return []
    }
    let members = sequence(first: mirror, next: \.superclassMirror).flatMap(\.children)
    return members.flatMap { member in
      if let setting = member.value as? any AnySetting { return [setting] }
      return settings(in: member.value, visited: &visited)
    }
  }

  /// A property of the shared instance that can be read.
  ///
  /// - Parameter member: The property.
  @inlinable
  public static subscript<Member>(dynamicMember member: KeyPath<Self, Member>) -> Member {
    shared[keyPath: member]
  }

  /// A setting of the shared instance.
  ///
  /// - Parameter member: The property.
  @inlinable
  public static subscript<Member>(
    dynamicMember member: ReferenceWritableKeyPath<Self, Member>
  ) -> Member {
    get { shared[keyPath: member] }
    set { shared[keyPath: member] = newValue }
    // A key path knows reading and assigning only; the setting must be told that this is neither.
    _modify {
      var copy = shared[keyPath: member]
      yield &copy
      assignAfterChangeInPlace(copy, to: member)
    }
  }

  /// Assigns what was changed in place; see ``Setting/value``.
  @usableFromInline
  static func assignAfterChangeInPlace<Member>(
    _ value: Member, to member: ReferenceWritableKeyPath<Self, Member>
  ) {
    ChangeInPlace.mark { shared[keyPath: member] = value }
  }
}
