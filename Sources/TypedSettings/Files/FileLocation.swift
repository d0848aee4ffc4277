#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The path of a file or folder, or why there is none.
package typealias FileLocation = Result<String, SettingError>

extension FileLocation {
  /// The path that a URL names.
  static func path(of url: URL) -> Self {
    if url.isFileURL { return .success(url.path) }
    return .failure(
      .store(
        "\(url.absoluteString.quotedForMessage) is not the URL of a file",
        advice: "Use URL(fileURLWithPath:)."))
  }

  /// The path, nil where there is none.
  var path: String? {
    if case .success(let path) = self { path } else { nil }
  }

  /// What messages call the file: the last part of its path, nil where there is none.
  var name: String? {
    path.map { path in
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
    }
  }
}
