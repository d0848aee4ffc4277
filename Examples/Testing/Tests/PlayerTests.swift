import PlayerExample
import Testing
import TypedSettings
import TypedSettingsTesting

/// Each test has a store of its own; they run in parallel and touch no real settings.
@Suite(.isolatedSettings) struct PlayerTests {
  @Test(.settings(in: .inMemory(["player.volume": 0.9]))) func `the volume has a limit`() {
    let player = Player()
    player.turnUp()
    #expect(PlayerConfiguration.volume == 1)
    player.turnUp()
    #expect(PlayerConfiguration.volume == 1)
  }

  @Test func `titles come in order`() throws {
    let player = Player()
    player.enqueue("Gymnopédie No. 1")
    player.enqueue("Für Elise")
    let titles = [try player.next(), try player.next(), try player.next()]
    #expect(titles == ["Gymnopédie No. 1", "Für Elise", nil])
  }

  @Test(.settings(in: .inMemory(["player.queue": ["a", "b"]])), arguments: [true, false])
  func `repetition keeps the queue`(_ repeats: Bool) async throws {
    PlayerConfiguration.repeats = repeats
    let title = try await Task { try Player().next() }.value
    #expect(title == "a")
    #expect(PlayerConfiguration.queue == (repeats ? ["b", "a"] : ["b"]))
  }

  @Test func `nothing is lost while the settings cannot be written`() throws {
    let store = FailingStore(.inMemory(["player.queue": ["a"]]), failing: .writes)
    try withSettingStore(store) {
      #expect(throws: SettingError.self) { try Player().next() }
      store.failure = .none
      let title = try Player().next()
      #expect(title == "a")
    }
  }

  @Test(.settings { RecordingStore() }) func `a title is stored once`() {
    Player().enqueue("a")
    let store = SettingScope.current.store as? RecordingStore
    #expect(store?.writes(of: "player.queue") == 1)
  }
}
