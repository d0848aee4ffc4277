/// Finds what has to do with changed keys, among many things with keys of their own.
struct KeyIndex: Sendable {
  /// Whether keys lie inside each other, so that a change of `http` is one of `http.port`.
  let nestsKeys: Bool
  private var byKey: [SettingKey: [Int]] = [:]
  /// What has a key inside that one.
  private var byParent: [SettingKey: [Int]] = [:]

  init(nestsKeys: Bool) {
    self.nestsKeys = nestsKeys
  }

  /// Adds the thing with a number, which has to do with some keys.
  mutating func add(_ number: Int, under keys: [SettingKey]) {
    for key in keys {
      byKey[key, default: []].append(number)
      if nestsKeys {
        for parent in key.parents { byParent[parent, default: []].append(number) }
      }
    }
  }

  /// The numbers of all that has to do with one of the keys, in ascending order, each once.
  func numbers(relatedTo keys: Set<SettingKey>) -> [Int] {
    var numbers: Set<Int> = []
    for key in keys {
      numbers.formUnion(byKey[key] ?? [])
      guard nestsKeys else { continue }
      numbers.formUnion(byParent[key] ?? [])
      for parent in key.parents { numbers.formUnion(byKey[parent] ?? []) }
    }
    return numbers.sorted()
  }
}
