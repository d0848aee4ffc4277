internal import Synchronization

/// Lets threads take turns at a piece of work; who comes while it is done waits for nothing.
final class Turns: Sendable {
  private let state = Mutex(State())

  private struct State {
    var isTaken = false
    var isWanted = false
  }

  /// Does the work, and once more after each call that has come meanwhile.
  ///
  /// Such a call returns at once, also one by the work itself: what it is about is done next. No
  /// lock is held during the work.
  func take(_ work: () -> Void) {
    let begins = state.withLock { state in
      if state.isTaken {
        state.isWanted = true
        return false
      }
      state.isTaken = true
      return true
    }
    if !begins { return }
    var isDone = false
    while !isDone {
      work()
      isDone = state.withLock { state in
        if state.isWanted {
          state.isWanted = false
          return false
        }
        state.isTaken = false
        return true
      }
    }
  }
}
