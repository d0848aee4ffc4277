// expected: requires that 'NonValue' conform to 'SettingValue'
import TypedSettings

struct NonValue: Sendable, Hashable {}

func declare() { _ = Setting(key: "a", default: [NonValue(): 1]) }
