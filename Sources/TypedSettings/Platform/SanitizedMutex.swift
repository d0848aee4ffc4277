#if THREAD_SANITIZER
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// A lock that the thread sanitizer understands, in the place of the one of `Synchronization`.
///
/// It is only there in a build for the sanitizer, where a type of the module takes the name from
/// the imported one. On Linux the standard library's lock waits in a system call that the sanitizer
/// does not know, so that it takes everything behind that lock for a race. This can go when
/// `swift test --sanitize=thread` is silent without it.
@usableFromInline
package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  // Unchecked: the value is only reached while the lock is held.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// Creates a lock around a value.
  package init(_ initialValue: consuming sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Runs the body with the value while no other thread does.
  @usableFromInline
  package borrowing func withLock<Result: ~Copyable, Failure>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
#endif
