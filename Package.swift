// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "TypedSettings",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "TypedSettings", targets: ["TypedSettings"]),
    .library(name: "TypedSettingsTesting", targets: ["TypedSettingsTesting"]),
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
    .target(name: "TypedSettingsTesting", dependencies: ["TypedSettings"]),

    .executableTarget(
      name: "Quickstart", dependencies: ["TypedSettings"], path: "Examples/Quickstart"),
    .executableTarget(
      name: "Service", dependencies: ["TypedSettings"], path: "Examples/Service"),
    .target(
      name: "PlayerExample", dependencies: ["TypedSettings"], path: "Examples/Testing/Sources"),
    .testTarget(
      name: "PlayerExampleTests",
      dependencies: ["PlayerExample", "TypedSettings", "TypedSettingsTesting"],
      path: "Examples/Testing/Tests"),

    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .target(name: "TestSupport", dependencies: ["TypedSettings"], path: "Tests/TestSupport"),
    .executableTarget(
      name: "UserDefaultsHarness",
      dependencies: ["TestSupport", "TypedSettings", "TypedSettingsTesting"],
      path: "Tests/UserDefaultsHarness"),
    .executableTarget(
      name: "FileStoreHarness", dependencies: ["TypedSettings"], path: "Tests/FileStoreHarness"),
    .testTarget(
      name: "TypedSettingsTests",
      dependencies: [
        "AllocationCounter", "FileStoreHarness", "Quickstart", "Service", "TestSupport",
        "TypedSettings", "TypedSettingsTesting",
        "UserDefaultsHarness",
      ]),
    .testTarget(
      name: "TypedSettingsTestingTests",
      dependencies: ["TestSupport", "TypedSettings", "TypedSettingsTesting"]),

    .executableTarget(
      name: "Benchmarks", dependencies: ["TypedSettings"], path: "Tests/Benchmarks"),

    .executableTarget(
      name: "CrashHarness", dependencies: ["TestSupport", "TypedSettings"],
      path: "Tests/CrashHarness"),
    .testTarget(
      name: "CrashTests",
      dependencies: ["CrashHarness", "TestSupport", "TypedSettings", "TypedSettingsTesting"]),

    .testTarget(
      name: "SwiftFiveTests", dependencies: ["TypedSettings"], path: "Tests/ModeTests/SwiftFive",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "MainActorByDefaultTests", dependencies: ["TypedSettings"],
      path: "Tests/ModeTests/MainActorByDefault", swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "NonisolatedTests", dependencies: ["TypedSettings"],
      path: "Tests/ModeTests/Nonisolated"),
  ]
)

// Builds for `swift test --sanitize=thread`, by .ci/thread-sanitizer, which says why.
let sanitizesThreads = Context.environment["TYPEDSETTINGS_THREAD_SANITIZER"] != nil
if sanitizesThreads {
  // What measures, or kills processes, is of no use to it.
  package.targets.removeAll { ["Benchmarks", "CrashHarness", "CrashTests"].contains($0.name) }
  package.targets.append(
    .executableTarget(
      name: "RaceHarness", dependencies: ["TypedSettings", "TypedSettingsTesting"],
      path: "Tests/RaceHarness"))
  let tests = package.targets.first { $0.name == "TypedSettingsTests" }
  tests?.dependencies.append("RaceHarness")
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("THREAD_SANITIZER")]
  }
}

var features = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
  "NonisolatedNonsendingByDefault", "InferIsolatedConformances",
]
// For the sanitizer, the lock is another one than the import in a file says.
if sanitizesThreads { features.removeAll { $0 == "MemberImportVisibility" } }

// Clients that prove a language mode are built as any client is.
for target in package.targets where target.path?.hasPrefix("Tests/ModeTests/") != true {
  target.swiftSettings =
    (target.swiftSettings ?? [])
    + features.map { .enableUpcomingFeature($0) }
}
