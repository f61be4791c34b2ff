// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptVerification

/// One option of the command line.
struct Option: Sendable {
  /// What taking it does.
  enum Action: Sendable {
    /// It stands alone.
    case set(@Sendable (inout Options) throws(Options.UsageError) -> Void)
    /// It has a value, called by this placeholder.
    case take(String, @Sendable (inout Options, String) throws(Options.UsageError) -> Void)
  }

  let names: [String]
  let group: String
  let help: String
  let action: Action
}

/// All options: parsing and help read the same table.
enum OptionTable {
  static let options: [Option] = output + checking + general

  private static let output: [Option] = [
    Option(
      names: ["--json"], group: "Output", help: "JSON, one object for each input",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.json) }),
    Option(
      names: ["--ndjson"], group: "Output", help: "JSON, one line for each input",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.ndjson) }),
  ]

  private static let checking: [Option] = [
    Option(
      names: ["--bundle-id"], group: "Checking",
      help: "the app that the receipt must be for (may be repeated)",
      action: .take("ID") { options, value in options.bundleIDs.append(value) }),
    Option(
      names: ["--app-version"], group: "Checking", help: "the app version that the receipt must be for",
      action: .take("VERSION") { options, value in options.appVersion = value }),
    Option(
      names: ["--guid"], group: "Checking",
      help: "a device that the receipt may be for: UUID, MAC, hex or base64 (may be repeated)",
      action: .take("GUID") { (options, value) throws(Options.UsageError) in
        guard let identifier = DeviceIdentifier(value) else {
          throw Options.UsageError(
            message: "--guid needs a UUID, a MAC address, or 6 or 16 bytes in hex or base64")
        }
        options.deviceIdentifiers.append(identifier)
      }),
    Option(
      names: ["--environment"], group: "Checking",
      help: "production, sandbox (both unless given) or xcode (may be repeated)",
      action: .take("ENVIRONMENT") { (options, value) throws(Options.UsageError) in
        guard let environment = ReceiptEnvironment(rawValue: value), environment != .unknown else {
          throw Options.UsageError(message: "--environment is production, sandbox or xcode, not '\(value)'")
        }
        options.environments.insert(environment)
      }),
    Option(
      names: ["--root"], group: "Checking",
      help: "a root certificate to trust instead of Apple's, DER or PEM (may be repeated)",
      action: .take("FILE") { options, value in options.rootFiles.append(value) }),
    Option(
      names: ["--trust-xcode"], group: "Checking",
      help: "also accept receipts that Xcode signed, marked as local testing",
      action: .set { options in options.trustsXcode = true }),
    Option(
      names: ["--no-verify"], group: "Checking", help: "only decode: prints NOT CHECKED, and proves nothing",
      action: .set { options in options.verifies = false }),
  ]

  private static let general: [Option] = [
    Option(
      names: ["--max-size"], group: "General", help: "the most bytes of a receipt (8388608 unless given)",
      action: .take("BYTES") { (options, value) throws(Options.UsageError) in
        guard let size = Int(value), 1...Int(Int32.max) ~= size else {
          throw Options.UsageError(
            message: "--max-size is a number of bytes from 1 to 2147483647, not '\(value)'")
        }
        options.maximumSize = size
      }),
    Option(
      names: ["--help", "-h"], group: "General", help: "this page",
      action: .set { options in options.information = .help }),
    Option(
      names: ["--version"], group: "General", help: "versions, the pinned root, and what this host can check",
      action: .set { options in options.information = .version }),
  ]

  // MARK: - Help

  /// The help page.
  static var help: String {
    var text = """
      Usage: receipt-dump [options] [FILE ...]

      Reads App Store receipts, says whether Apple signed them, and prints what they hold.
      A FILE is a receipt as it is or in base64; without one, or for "-", standard input is read.

      """
    var group = ""
    for option in options {
      if option.group != group {
        group = option.group
        text += "\n\(group):\n"
      }
      var names = option.names.joined(separator: ", ")
      if case .take(let placeholder, _) = option.action { names += " \(placeholder)" }
      text += "  \(names)" + String(repeating: " ", count: max(2, 30 - names.count)) + option.help + "\n"
    }
    return text + """

      Exit status, for several inputs the gravest:
         0  verified (with --no-verify: decoded)
         2  decoded, but rejected
         3  undetermined: this host could not decide
        64  the command line is wrong
        65  not a receipt, or malformed
        66  an input cannot be opened
        70  a fault of the tool itself
        74  reading or writing failed
      """ + "\n"
  }
}
