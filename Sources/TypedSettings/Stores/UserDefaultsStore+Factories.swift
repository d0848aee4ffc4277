#if UserDefaults
extension SettingSource where Self == UserDefaultsStore {
  /// The settings of this program in `UserDefaults`.
  public static var userDefaults: UserDefaultsStore { .standard }

  /// Returns the store of a suite of `UserDefaults`, the same one each time.
  ///
  /// - Parameters:
  ///   - suite: The name of the suite, such as `group.example`. A name that cannot be used, such
  ///     as one with a slash, makes every later call throw.
  ///   - cached: Whether values are kept between reads, for suites that this package alone writes.
  /// - Returns: The store.
  public static func userDefaults(suite: String, cached: Bool = false) -> UserDefaultsStore {
    .suite(suite, cached: cached)
  }
}

extension SettingError {
  static func refusedSuite(_ name: String, flaw: String) -> Self {
    store(
      "UserDefaults has no suite \(name.quotedForMessage): \(flaw)",
      advice: "Use a name such as group.example, without slashes.")
  }

  static func damagedDomain(_ file: String, reason: String) -> Self {
    store(
      "the file \(file) is not a property list", reason: reason,
      advice: "Repair or delete the file; it is not written over.")
  }
}
#endif
