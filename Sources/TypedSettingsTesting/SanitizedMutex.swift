#if THREAD_SANITIZER
internal import TypedSettings

/// The lock that the thread sanitizer understands.
typealias Mutex = TypedSettings.Mutex
#endif
