public import TypedSettings

/// The settings of a music player.
public struct PlayerConfiguration: Configuration {
  /// The one instance whose properties are the settings.
  public static let shared = Self()

  /// The loudness, from 0, silent, to 1.
  @Setting(key: "player.volume", default: 0.5, in: 0...1)
  public var volume: Double

  /// The titles to play, in order.
  @Setting(key: "player.queue", default: [])
  public var queue: [String]

  /// Whether playing goes on at the start of the queue.
  @Setting(key: "player.repeats", default: false)
  public var repeats: Bool
}
