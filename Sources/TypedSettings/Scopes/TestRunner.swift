#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The program that runs tests, such as `swift test` or Xcode starts it.
enum TestRunner {
  /// Whether this process runs tests.
  static let isCurrentProcess = isTestRunner(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  /// Tells a test runner by what it is started with.
  ///
  /// On Linux the package manager starts `<Package>PackageTests.xctest`, on macOS a helper with a
  /// bundle of that name as argument; Xcode sets a variable.
  static func isTestRunner(arguments: [String], environment: [String: String]) -> Bool {
    if environment["XCTestConfigurationFilePath"] != nil { return true }
    guard let program = arguments.first else { return false }
    if program.hasSuffix(".xctest") { return true }
    guard let name = program.split(separator: "/").last else { return false }
    return name == "xctest" || name == "swiftpm-testing-helper"
  }
}
