// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptInput
import ReceiptVerification

/// What the command line asks for.
struct Options {
  /// What is printed.
  enum Output {
    case text
    case json
    case ndjson
  }

  /// What the tool does instead of reading receipts.
  enum Information {
    case help
    case version
  }

  var output = Output.text
  var information: Information?
  var verifies = true
  var bundleIDs: [String] = []
  var appVersion: String?
  var deviceIdentifiers: [DeviceIdentifier] = []
  var environments: Set<ReceiptEnvironment> = []
  var rootFiles: [String] = []
  var trustsXcode = false
  var maximumSize = ReceiptInput.defaultMaximumSize
  /// The inputs by name; `-` is standard input.
  var files: [String] = []

  /// Why a command line cannot be followed.
  struct UsageError: Error {
    let message: String
  }

  /// Reads a command line without the tool's own name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        files += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        files.append(argument)
        continue
      }
      try take(argument, &rest)
    }
    if files.isEmpty { files = ["-"] }
  }

  /// Takes one option, with its value from behind `=` or from the next argument.
  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = OptionTable.options.first(where: { $0.names.contains(String(parts[0])) }) else {
      throw UsageError(message: "unknown option '\(parts[0])'")
    }
    switch option.action {
    case .set(let apply):
      guard parts.count == 1 else { throw UsageError(message: "\(parts[0]) takes no value") }
      try apply(&self)
    case .take(let placeholder, let apply):
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
        throw UsageError(message: "\(parts[0]) needs a value: \(placeholder)")
      }
      try apply(&self, value)
    }
  }

  mutating func choose(_ output: Output) throws(UsageError) {
    guard self.output == .text || self.output == output else {
      throw UsageError(message: "only one kind of output can be chosen")
    }
    self.output = output
  }
}
