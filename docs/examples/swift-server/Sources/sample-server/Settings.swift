// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// The command line.
struct Settings {
  static let usage = """
    Usage: sample-server --bundle-id ID --environment E [options]

      --bundle-id ID     the app whose receipts are accepted
      --environment E    production, or sandbox for App Review, TestFlight and testers; may be given twice
      --database FILE    what was delivered to whom (default: deliveries.sqlite)
      --port N           port on the loopback address; 0 for any that is free (default: 8080)
      --secret TEXT      the shared secret that /verifyReceipt asks for (default: none)
      --test-root FILE   trust this root certificate, in DER, in Apple's place: for receipts made by ReceiptForge

    """

  var bundleID = ""
  var environments: Set<ReceiptEnvironment> = []
  var database = "deliveries.sqlite"
  var port: UInt16 = 8080
  var secret: String?
  var testRoot: String?

  /// Why the command line cannot be used.
  struct UsageError: Error {
    let message: String
  }

  /// The settings by the arguments after the program's name.
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let option = rest.next() {
      guard let value = rest.next() else { throw UsageError(message: "\(option) needs a value.") }
      switch option {
      case "--bundle-id": bundleID = value
      case "--environment":
        guard value == "production" || value == "sandbox",
          let environment = ReceiptEnvironment(rawValue: value)
        else {
          throw UsageError(message: "--environment is production or sandbox.")
        }
        environments.insert(environment)
      case "--database": database = value
      case "--port":
        guard let number = UInt16(value) else { throw UsageError(message: "--port is a number up to 65535.") }
        port = number
      case "--secret": secret = value
      case "--test-root": testRoot = value
      default: throw UsageError(message: "There is no option \(option).")
      }
    }
    // Neither has a default: each decides whose purchases count.
    guard !bundleID.isEmpty else { throw UsageError(message: "--bundle-id is missing.") }
    guard !environments.isEmpty else { throw UsageError(message: "--environment is missing.") }
  }
}
