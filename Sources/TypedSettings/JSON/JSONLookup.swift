internal import Synchronization

/// What is remembered of a document, so that many questions about it take no longer than one.
///
/// It says nothing that the bytes and nodes of the document do not say.
final class JSONLookup: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// How many keys were looked for.
    var count = 0
    /// The nodes that a key leads to, by the key; nil before it is worth its while.
    var nodes: [String: [Int]]?
    var marks: [JSONPosition.Mark]?
  }

  /// After so many keys all of them are listed: an edit, which asks for few, is faster without.
  private static let limit = 16

  /// The nodes that a key leads to.
  func find(
    _ key: String, in document: JSONDocument, _ findAlone: () -> [Int]
  ) -> [Int] {
    let nodes = state.withLock { state in
      state.count += 1
      if state.nodes == nil && state.count > Self.limit { state.nodes = document.nodesByKey() }
      return state.nodes
    }
    guard let nodes else { return findAlone() }
    return nodes[key] ?? []
  }

  /// Line and column of a byte.
  func position(of offset: Int, in bytes: [UInt8]) -> JSONPosition {
    let marks = state.withLock { state in
      if let marks = state.marks { return marks }
      let marks = JSONPosition.marks(in: bytes)
      state.marks = marks
      return marks
    }
    let mark = marks[min(max(offset, 0) / JSONPosition.distanceOfMarks, marks.count - 1)]
    return JSONPosition(of: offset, in: bytes, after: mark)
  }
}
