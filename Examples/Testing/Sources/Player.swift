import TypedSettings

/// A music player without sound.
public struct Player {
  /// Creates a player.
  public init() {}

  /// Makes the music louder, up to the limit.
  public func turnUp() {
    PlayerConfiguration.volume = min(PlayerConfiguration.volume + 0.125, 1)
  }

  /// Adds a title to the end of the queue.
  ///
  /// - Parameter title: The title.
  public func enqueue(_ title: String) {
    PlayerConfiguration.queue.append(title)
  }

  /// Takes the next title from the queue; with repetition it goes to the end again.
  ///
  /// - Returns: The title, nil when the queue is empty.
  /// - Throws: ``SettingError`` when the queue cannot be read or written.
  public func next() throws -> String? {
    try PlayerConfiguration.$queue.update { queue in
      guard !queue.isEmpty else { return nil }
      let title = queue.removeFirst()
      if PlayerConfiguration.repeats { queue.append(title) }
      return title
    }
  }
}
