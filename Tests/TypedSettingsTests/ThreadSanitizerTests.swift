#if THREAD_SANITIZER
import TestSupport
import Testing

/// The thread sanitizer itself: it finds what is there, and nothing else.
@Suite struct ThreadSanitizerTests {
  @Test func `a planted race is found`() throws {
    let outcome = try ChildProcess().run("RaceHarness", "planted")
    #expect(outcome.status != 0)
    #expect(outcome.errorOutput.contains("WARNING: ThreadSanitizer: "))
  }

  @Test func `the same program with its lock is silent`() throws {
    let outcome = try ChildProcess().run("RaceHarness")
    #expect(outcome.status == 0)
    #expect(outcome.output == "done, 0 failures\n")
    #expect(!outcome.errorOutput.contains("ThreadSanitizer"))
  }
}
#endif
