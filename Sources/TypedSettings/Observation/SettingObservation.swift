internal import Synchronization

/// An observation that goes on until it is cancelled, or until nobody holds it any more.
///
/// Cancelling is safe at any time, also inside the function that is observing. Once `cancel()` has
/// returned no new call begins; one that another thread has begun may still be running.
public final class SettingObservation: Sendable {
  private let end: Mutex<(@Sendable () -> Void)?>

  init(end: @escaping @Sendable () -> Void) {
    self.end = Mutex(end)
  }

  deinit { cancel() }

  /// Ends the observation; later calls do nothing.
  public func cancel() {
    let end = end.withLock { end in
      defer { end = nil }
      return end
    }
    end?()
  }
}
