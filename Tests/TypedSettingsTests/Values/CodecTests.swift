import TestSupport
import Testing
import TypedSettings

/// Every value type, with its edge values, through every store.
@Suite struct CodecTests {
  /// CASES 10, 11, 21, 22, 23, 24, 25, 26, 27 and more.
  @Test func `the table covers every kind of type`() {
    #expect(CodecTable.all.count > 230)
    #expect(CodecTable.all.filter { !$0.isStorable }.count >= 9)
  }

  @Test func `every value comes back from memory or is refused`() {
    let store = InMemoryStore()
    #expect(CodecCheck.write(to: store) == [])
    #expect(CodecCheck.verify(store) == [])
  }

  @Test func `every value comes back from a store of one's own`() {
    let store = DictionaryStore()
    #expect(CodecCheck.write(to: store) == [])
    #expect(CodecCheck.verify(store) == [])
  }

  /// A control: the check is able to fail.
  @Test func `a store that rounds numbers is found out`() {
    let store = RoundingStore()
    #expect(CodecCheck.write(to: store).count > 20)
  }

  #if UserDefaults
  /// CASES 21, 38.
  @Test func `every value comes back from UserDefaults in a new process`() throws {
    let process = try ChildProcess()
    let write = try process.run("UserDefaultsHarness", "codec-write")
    #expect(write.lines == ["done"])
    let verify = try process.run("UserDefaultsHarness", "codec-verify")
    #expect(verify.lines == ["done"])
    #expect(verify.status == 0)
  }
  #endif
}
