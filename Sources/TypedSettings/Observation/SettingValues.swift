/// The values of a setting over time: the current one, then each change.
///
/// See ``Setting/values``.
public struct SettingValues<Value: SettingValue>: AsyncSequence, Sendable {
  private let observer: SettingObserver<Value>

  init(_ observer: SettingObserver<Value>) {
    self.observer = observer
  }

  /// Begins to observe the setting.
  ///
  /// - Returns: An iterator over the values from now on.
  public func makeAsyncIterator() -> Iterator {
    guard let store = observer.store else { return Iterator(AsyncStream { $0.finish() }) }
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let last = LastValue<Value>()
    let observation = observer.observe(
      store,
      onLook: { new, isFirst in
        // Under its lock: the first value and a change at the same time are told in order.
        _ = last.exchange(for: new, isFirst: isFirst) { continuation.yield($0) }
      }, onEnd: { continuation.finish() })
    continuation.onTermination = { _ in observation.cancel() }
    return Iterator(stream)
  }

  /// Gives the values one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: AsyncStream<Value>.Iterator

    init(_ stream: AsyncStream<Value>) {
      base = stream.makeAsyncIterator()
    }

    /// Waits for the next value.
    ///
    /// - Parameter actor: Where the caller runs.
    /// - Returns: The value, nil when the store or the task has ended.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Value? {
      await base.next(isolation: actor)
    }
  }
}
