import Foundation
import TestSupport
import TypedSettings

/// A catalog with a setting of every kind.
struct SchemaCatalog: Configuration {
  static let shared = Self()

  @Setting(key: "name", default: "No Name", summary: "Who listens") var name: String
  @Setting(key: "volume", default: 0.5, in: 0...1) var volume: Double
  @Setting(key: "gain", default: 1) var gain: Double
  @Setting(key: "scale", default: 0.7, in: 0.7..<1.3) var scale: Float
  @Setting(key: "http.host", default: "localhost", formerly: "http") var host: String
  @Setting(key: "http.port", default: 80, in: 1...65_535, formerly: "port", summary: "Where.")
  var port: Int
  @Setting(key: "http.tls.enabled", default: false) var isTLS: Bool
  @Setting(key: "retries", default: 3) var retries: Int8
  @Setting(key: "total", default: 0) var total: Int
  @Setting(key: "size", default: 0) var size: UInt64
  @Setting(key: "theme", default: .light, formerly: "look") var theme: Theme
  @Setting(key: "accent") var accent: Theme?
  @Setting(key: "level", default: .low) var level: Priority
  @Setting(key: "features", default: Features(rawValue: 0)) var features: Features
  @Setting(key: "timeout", default: .seconds(30), in: .seconds(1)...) var timeout: Duration
  @Setting(key: "limit", in: 1...) var limit: Int?
  @Setting(key: "tags", default: ["a", "b"]) var tags: [String]
  @Setting(key: "counts", default: [1, nil]) var counts: [Int?]
  @Setting(key: "ids", default: [7]) var ids: Set<Int>
  @Setting(key: "weights", default: ["a": 1]) var weights: [String: Double]
  @Setting(key: "byTheme", default: [.dark: 1]) var byTheme: [Theme: Int]
  @Setting(key: "byNumber", default: [1: true]) var byNumber: [Int: Bool]
  @Setting(key: "window", default: 9...17) var window: ClosedRange<Int>
  @Setting(key: "born", default: Date(timeIntervalSinceReferenceDate: 0)) var born: Date
  @Setting(key: "icon", default: Data([0, 255])) var icon: Data
  @Setting(key: "home") var home: URL?
  @Setting(key: "id") var id: UUID?
  @Setting(key: "price", default: 19.5, in: 0...100) var price: Decimal
  @Setting(key: "initial", default: "é") var initial: Character
  @Setting(key: "profile") var profile: Profile?
  @Setting(key: "workers", default: 4, where: .init("an even number") { $0.isMultiple(of: 2) })
  var workers: Int
  @Setting(key: "token", default: "canary-default", secret: true) var token: String
}

/// An enum of numbers that lists its cases.
enum Priority: Int, CaseIterable, SettingValue {
  case low = -1
  case high = 7
}
