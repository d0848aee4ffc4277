internal import Dispatch
internal import Foundation
internal import Synchronization

/// Threads of the system, for checks of what happens at the same time.
///
/// A queue may decide to run everything on one thread, and a task cannot wait for another one.
package enum Threads {
  /// Runs the body on another thread and waits for it.
  ///
  /// - Parameter body: What to run.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package static func onOther<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    guard let value = try onOther(within: nil, body) else { throw CancellationError() }
    return value
  }

  /// Runs the body on another thread and waits for it, but not for ever.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait, nil for ever.
  ///   - body: What to run.
  /// - Returns: What the body returns, nil when it has not ended by then.
  /// - Throws: What the body throws.
  package static func onOther<Value: Sendable>(
    within seconds: Double?, _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value? {
    let outcome = Outcome<Value>()
    let end = DispatchSemaphore(value: 0)
    Thread {
      outcome.set(Result { try body() })
      end.signal()
    }.start()
    let isInTime = end.wait(timeout: seconds.map { .now() + $0 } ?? .distantFuture) == .success
    return isInTime ? try outcome.get() : nil
  }

  /// Runs the body `count` times on each of several threads, and waits for all of them.
  ///
  /// - Parameters:
  ///   - threads: The number of threads.
  ///   - count: How often each of them runs the body.
  ///   - body: What to run.
  /// - Returns: How often it threw.
  package static func parallel(
    threads: Int, count: Int, _ body: @escaping @Sendable () throws -> Void
  ) -> Int {
    let failures = Mutex(0)
    run(
      (0..<threads).map { _ in
        {
          for _ in 0..<count {
            do {
              try body()
            } catch {
              failures.withLock { $0 += 1 }
            }
          }
        }
      })
    return failures.withLock { $0 }
  }

  /// Runs each body on a thread of its own, and waits for all of them.
  ///
  /// - Parameter bodies: What to run.
  package static func run(_ bodies: [@Sendable () -> Void]) {
    let ends = bodies.map { body in
      let end = DispatchSemaphore(value: 0)
      Thread {
        body()
        end.signal()
      }.start()
      return end
    }
    for end in ends { end.wait() }
  }
}

/// What came of a body on another thread.
private final class Outcome<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  func set(_ new: Result<Value, any Error>) { result.withLock { $0 = new } }
  func get() throws -> Value? { try result.withLock { $0 }?.get() }
}
