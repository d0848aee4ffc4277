package import TypedSettings

/// The codec table against a store, in two steps that can run in two processes.
package enum CodecCheck {
  /// Writes every value; returns what is wrong at once.
  package static func write(to store: any SettingStore) -> [String] {
    CodecTable.all.enumerated().compactMap { index, item in
      let key = key(index)
      do {
        try item.writeOther(store, key)
      } catch {
        return "\(item): the other value was refused: \(error)"
      }
      do {
        try item.write(store, key)
      } catch {
        if item.isStorable { return "\(item): \(error)" }
        return item.flawOfOther(store, key).map { "\(item): the old value: \($0)" }
      }
      if !item.isStorable { return "\(item): was not refused" }
      return item.flaw(store, key).map { "\(item): \($0)" }
    }
  }

  /// Reads every value; returns what is wrong.
  package static func verify(_ store: any SettingStore) -> [String] {
    CodecTable.all.enumerated().compactMap { index, item in
      let flaw = item.isStorable ? item.flaw : item.flawOfOther
      return flaw(store, key(index)).map { "\(item): \($0)" }
    }
  }

  /// Settings of the types of all values, under the keys of the values.
  package static var settings: [any AnySetting] {
    CodecTable.all.enumerated().map { index, item in item.setting(key(index)) }
  }

  private static func key(_ index: Int) -> SettingKey {
    do {
      return try SettingKey(validating: "codec.case\(index)")
    } catch {
      fatalError("\(error)")
    }
  }
}
