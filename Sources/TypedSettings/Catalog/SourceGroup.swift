/// A source, and the settings that read from it, through whichever store.
struct SourceGroup {
  let source: any SettingSource
  var members: [any CatalogSetting]

  /// The sources of the settings in the order in which they first appear.
  static func groups(of members: [any CatalogSetting]) -> [SourceGroup] {
    var stores: [(store: any SettingStore, members: [any CatalogSetting])] = []
    var storeNumbers: [ObjectIdentifier: Int] = [:]
    for member in members {
      let store = member.store
      if let number = storeNumbers[ObjectIdentifier(store)] {
        stores[number].members.append(member)
      } else {
        storeNumbers[ObjectIdentifier(store)] = stores.count
        stores.append((store, [member]))
      }
    }
    var groups: [SourceGroup] = []
    for (store, members) in stores {
      var seen: Set<Int> = []
      for source in store.orderedSources {
        let index = groups.firstIndex { $0.isOf(source) } ?? groups.count
        if index == groups.count { groups.append(SourceGroup(source: source, members: [])) }
        // A source can be a layer twice.
        if seen.insert(index).inserted { groups[index].members += members }
      }
    }
    return groups
  }

  /// Whether the source of the group is that one; values that are no objects are different.
  func isOf(_ other: any SettingSource) -> Bool {
    guard type(of: source) is AnyClass, type(of: other) is AnyClass else { return false }
    return source as AnyObject === other as AnyObject
  }
}
