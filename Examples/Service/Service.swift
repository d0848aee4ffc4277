import Foundation
import TypedSettings

/// A server without the serving: how a program gets its settings, checks them and follows them.
///
/// Run it with `--token=secret`, and try `settings help`. It ends with its standard input, or by a
/// signal. With wrong settings it does not start, and its status is 78 (`EX_CONFIG`).
@main
struct Service {
  static func main() {
    DefaultSettingStore.use(Layers.all)
    SettingsCommand.runIfAsked(ServiceConfiguration.self)

    do {
      try ServiceConfiguration.validate()
    } catch {
      show("\(error)", on: .standardError)
      exit(78)
    }

    show("Started with\n" + ServiceConfiguration.report())
    let observation = ServiceConfiguration.onChange { _ in
      do {
        try ServiceConfiguration.validate()
        show("Changed to\n" + ServiceConfiguration.report())
      } catch {
        // A setting that is wrong has its default now.
        show("Changed to what is not right. \(error)", on: .standardError)
      }
    }
    withExtendedLifetime(observation) {
      while readLine() != nil {}
    }
  }

  /// Prints at once, into a pipe too.
  private static func show(_ text: String, on output: FileHandle = .standardOutput) {
    output.write(Data((text + "\n").utf8))
  }
}
