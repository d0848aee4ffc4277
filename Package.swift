// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TypedSettings",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TypedSettings", targets: ["TypedSettings"])
  ],
  traits: [
    .trait(
      name: "UserDefaults",
      description: "UserDefaultsStore, which needs the whole of Foundation. Servers can do without."
    ),
    .default(enabledTraits: ["UserDefaults"]),
  ],
  targets: [
    .target(name: "TypedSettings"),
    .target(name: "TestSupport", dependencies: ["TypedSettings"], path: "Tests/TestSupport"),
    .executableTarget(
      name: "UserDefaultsHarness", dependencies: ["TestSupport", "TypedSettings"],
      path: "Tests/UserDefaultsHarness"),
    .testTarget(
      name: "TypedSettingsTests",
      dependencies: ["TestSupport", "TypedSettings", "UserDefaultsHarness"]),
  ]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? [])
    + [
      "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
      "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
    ].map { .enableUpcomingFeature($0) }
}
