import TypedSettings

/// The lock that the thread sanitizer understands; this program is only built for it.
typealias Mutex = TypedSettings.Mutex
