#if THREAD_SANITIZER
import TypedSettings

/// The lock of the tests too, so that the thread sanitizer understands what it guards.
typealias Mutex = TypedSettings.Mutex
#endif
