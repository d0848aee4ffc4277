import TypedSettings
import XCTest

/// Tests of XCTest get a store of their own by running inside `withSettingStore`.
final class XCTestTests: XCTestCase {
  private static let number = Setting(key: "n", default: 0)

  override func invokeTest() {
    withSettingStore(.inMemory(["n": 3])) { super.invokeTest() }
  }

  func testStartsWithTheStore() {
    XCTAssertEqual(Self.number.value, 3)
    Self.number.value = 4
  }

  func testSeesNothingOfOtherTests() {
    XCTAssertEqual(Self.number.value, 3)
    Self.number.value = 5
  }

  func testHoldsInTasks() async {
    XCTAssertEqual(Self.number.value, 3)
    let number = Self.number
    let inTask = await Task { number.value }.value
    XCTAssertEqual(inTask, 3)
  }
}
