/// Finds the name that a mistyped one was probably meant to be.
struct NearName {
  /// The names that may be meant.
  private let candidates: [(name: String, letters: [Unicode.Scalar], mask: UInt64)]

  init(among candidates: [String]) {
    self.candidates = candidates.map { name in
      let letters = Self.letters(of: name)
      return (name, letters, Self.mask(of: letters))
    }
  }

  private static func letters(of name: String) -> [Unicode.Scalar] {
    Array(name.lowercased().unicodeScalars)
  }

  /// Which letters there are, 64 kinds of them: an edit changes two at most.
  private static func mask(of letters: [Unicode.Scalar]) -> UInt64 {
    letters.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
  }

  /// The nearest of the candidates, nil where none is near.
  ///
  /// Near is a name that at most a third of its letters, and never more than three, have to be
  /// changed, added, dropped or swapped with their neighbours for. Case does not count.
  func nearest(to name: String) -> String? {
    let letters = Self.letters(of: name)
    let mask = Self.mask(of: letters)
    var best: (distance: Int, name: String)?
    for candidate in candidates {
      let limit = best?.distance ?? min(3, max(1, letters.count / 3))
      if (candidate.mask ^ mask).nonzeroBitCount > 2 * limit { continue }
      guard let distance = Self.distance(letters, candidate.letters, limit: limit) else { continue }
      if let best, (best.distance, best.name) <= (distance, candidate.name) { continue }
      best = (distance, candidate.name)
    }
    return best?.name
  }

  /// The optimal string alignment distance: how many edits make one text of the other; nil where
  /// it is above the limit.
  ///
  /// - Complexity: O(n) in the letters, for a small limit.
  private static func distance(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], limit: Int
  ) -> Int? {
    if abs(first.count - second.count) > limit { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for i in first.indices {
      // Further from the diagonal there are more edits than the limit.
      var row = [Int](repeating: limit + 1, count: second.count + 1)
      row[0] = i + 1
      var least = row[0]
      for j in max(0, i - limit)..<max(0, i - limit, min(second.count, i + limit + 1)) {
        let isSame = first[i] == second[j]
        var cost = min(last[j] + (isSame ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], second[j] == first[i - 1] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row[j + 1] = cost
        least = min(least, cost)
      }
      // A swap of neighbours steps over one row.
      if least > limit && (last.min() ?? 0) > limit { return nil }
      (beforeLast, last) = (last, row)
    }
    return last[second.count] <= limit ? last[second.count] : nil
  }
}
