// expected: requires that 'Box' conform to 'SettingValue'
import TypedSettings

final class Box {}

func declare() { _ = Setting(key: "box", default: Box()) }
