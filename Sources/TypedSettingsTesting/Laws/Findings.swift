internal import Synchronization

/// What several threads have found.
final class Findings: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }
  var isEmpty: Bool { texts.withLock { $0.isEmpty } }
  /// The first finding, and how many there are.
  var first: String {
    let all = all
    return (all.first ?? "") + (all.count > 1 ? " (and \(all.count - 1) more)" : "")
  }

  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
