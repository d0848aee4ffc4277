// expected: stored property 'count' of 'Sendable'-conforming class 'Box' is mutable
import TypedSettings

final class Box: Codable, SettingValue {
  var count = 0
}
