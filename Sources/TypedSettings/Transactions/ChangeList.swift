/// Changes, one of each key.
///
/// Most transactions change one value. A few are looked through faster than they are hashed, and take
/// less memory.
struct ChangeList: Sendable {
  private var changes: [SettingChange] = []
  /// The places of the changes, where there are more than a few.
  private var places: [SettingKey: Int] = [:]

  /// From so many changes on, their places are hashed.
  private static let hashedCount = 8

  /// The change of the key, nil where there is none.
  subscript(key: SettingKey) -> SettingChange? {
    place(of: key).map { changes[$0] }
  }

  /// Adds a change, in the place of an earlier one of its key.
  mutating func add(_ change: SettingChange) {
    if changes.isEmpty {
      changes = [change]
      return
    }
    if let place = place(of: change.key) {
      changes[place] = change
      return
    }
    changes.append(change)
    if changes.count == Self.hashedCount {
      for (place, change) in changes.enumerated() { places[change.key] = place }
    } else if changes.count > Self.hashedCount {
      places[change.key] = changes.count - 1
    }
  }

  /// The changes in the order of their keys.
  var inOrder: [SettingChange] {
    changes.count < 2 ? changes : changes.sorted { $0.key < $1.key }
  }

  private func place(of key: SettingKey) -> Int? {
    changes.count < Self.hashedCount ? changes.firstIndex { $0.key == key } : places[key]
  }
}
