import Synchronization
import TypedSettings

/// Collects what is reported while a closure runs.
final class Reports: Sendable {
  private let list = Mutex<[SettingError]>([])

  var all: [SettingError] { list.withLock { $0 } }
  var kinds: [SettingError.Kind] { all.map(\.kind) }

  /// Runs the body and returns what was reported in it.
  static func collect(_ body: () throws -> Void) rethrows -> [SettingError] {
    let reports = Reports()
    try SettingDiagnostics.withHandler({ reports.add($0) }, body)
    return reports.all
  }

  func add(_ error: SettingError) { list.withLock { $0.append(error) } }
}
