/// Finds what has to do with changed keys, among many things with keys of their own.
struct KeyIndex: Sendable {
  /// Whether keys lie inside each other, so that a change of `http` is one of `http.port`.
  let nestsKeys: Bool
  private var byKey: [SettingKey: [Int]] = [:]
  /// What has a key inside that one.
  private var byParent: [String: [Int]] = [:]

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
      numbers.formUnion(byParent[key.rawValue] ?? [])
      // Part of a key of whole components is a key.
      for parent in key.parents {
        if let parent = try? SettingKey(validating: parent) {
          numbers.formUnion(byKey[parent] ?? [])
        }
      }
    }
    return numbers.sorted()
  }
}

extension SettingKey {
  /// The keys that this one lies in, such as `http` for `http.port`.
  var parents: [String] {
    let text = rawValue.utf8
    return text.indices.filter { text[$0] == UInt8(ascii: ".") }.map { String(rawValue[..<$0]) }
  }
}
