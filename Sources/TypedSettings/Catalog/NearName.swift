/// Finds the name that a mistyped one was probably meant to be.
enum NearName {
  /// The nearest of the candidates, nil where none is near.
  ///
  /// Near is a name that at most a third of its letters, and never more than three, have to be
  /// changed, added, dropped or swapped with their neighbours for. Case does not count.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let limit = min(3, max(1, name.count / 3))
    let folded = Array(name.lowercased())
    let near = candidates.compactMap { candidate -> (distance: Int, candidate: String)? in
      let distance = distance(folded, Array(candidate.lowercased()))
      return distance <= limit ? (distance, candidate) : nil
    }
    return near.min { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }?.candidate
  }

  /// The optimal string alignment distance: how many edits make one text of the other.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...second.count)
    for (i, character) in first.enumerated() {
      var row = [i + 1]
      for (j, other) in second.enumerated() {
        var cost = min(last[j] + (character == other ? 0 : 1), last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, character == second[j - 1], other == first[i - 1] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[second.count]
  }
}
