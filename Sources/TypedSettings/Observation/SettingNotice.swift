/// What a source tells its observers.
public struct SettingNotice: Hashable, Sendable {
  /// The keys whose values have changed; nil where any value may have.
  public let keys: Set<SettingKey>?
}

extension SettingSource {
  /// Calls the function after each change in the source, until the observation ends.
  ///
  /// It is told what has been written; whether a setting has another value for that is told by
  /// ``Setting/onChange(_:)``. The function may use settings and stores, and end the observation.
  ///
  /// - Parameter body: A function that is given each notice, on the thread of the change.
  /// - Returns: The observation, which ends when it is cancelled or nobody holds it any more. That
  ///   of a source without a notifier is never told anything.
  public func onChange(
    _ body: @escaping @Sendable (SettingNotice) -> Void
  ) -> SettingObservation {
    notifier?.observe { notice, _ in body(notice) } ?? SettingObservation {}
  }
}
