import PlayerExample
import Testing
import TypedSettings

/// Each test has a store of its own; they run in parallel and touch no real settings.
@Suite struct PlayerTests {
  @Test func `the volume has a limit`() {
    withSettingStore(.inMemory(["player.volume": 0.9])) {
      let player = Player()
      player.turnUp()
      #expect(PlayerConfiguration.volume == 1)
      player.turnUp()
      #expect(PlayerConfiguration.volume == 1)
    }
  }

  @Test func `titles come in order`() throws {
    try withSettingStore(.inMemory()) {
      let player = Player()
      player.enqueue("Gymnopédie No. 1")
      player.enqueue("Für Elise")
      let titles = [try player.next(), try player.next(), try player.next()]
      #expect(titles == ["Gymnopédie No. 1", "Für Elise", nil])
    }
  }

  @Test(arguments: [true, false])
  func `repetition keeps the queue`(_ repeats: Bool) async throws {
    let store = InMemoryStore(["player.queue": ["a", "b"], "player.repeats": .bool(repeats)])
    try await withSettingStore(store) {
      let player = Player()
      let title = try await Task { try player.next() }.value
      #expect(title == "a")
      #expect(PlayerConfiguration.queue == (repeats ? ["b", "a"] : ["b"]))
    }
  }
}
