// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptInput
import ReceiptReports
import ReceiptVerification

/// What the command line asks for.
struct Options {
  /// What is printed.
  enum Output {
    case text
    case json
    case ndjson
    case fields
    case certificates
    case tree
    case timeline
    case html
    case verifyReceipt
  }

  /// What the tool does instead of reading receipts.
  enum Information {
    case help
    case version
    case manual
    case completions(Completions)
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
  var questions = Questions()
  /// Whether an answer that is no is a failure.
  var answersByExitStatus = false
  var showsAll = false
  /// Whether certificates are shown in full.
  var isVerbose = false
  /// Whether nothing is printed.
  var isQuiet = false
  /// Whether tokens stand for what identifies a person; as the output has it when `nil`.
  var redaction: Bool?

  var redacts: Bool { redaction ?? (output == .html) }
  var color = Color.automatic
  /// The columns of a line; those of the terminal when `nil`.
  var width: Int?
  var isASCII = false
  var timeZone = "utc"
  /// Whether two receipts are compared.
  var isDiff = false
  /// Whether standard input holds a receipt on each line.
  var isBatch = false
  /// Whether each line of a batch begins with a key.
  var isKeyed = false
  /// What is kept of each object of JSON; all of it when `nil`.
  var selection: ReceiptSelection?
  /// How many threads work on a batch; as many as there are processors when `nil`.
  var jobs: Int?
  var maximumSize = ReceiptInput.defaultMaximumSize
  /// The inputs by name; `-` is standard input.
  var files: [String] = []

  /// When text is coloured.
  enum Color: String {
    /// On a terminal that can, unless `NO_COLOR` is set.
    case automatic = "auto"
    case always
    case never
  }

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
        if argument == "diff", files.isEmpty, !isDiff { isDiff = true } else { files.append(argument) }
        continue
      }
      try take(argument, &rest)
    }
    if let conflict { throw UsageError(message: conflict) }
    if files.isEmpty { files = ["-"] }
  }

  /// Takes one option, with its value from behind `=` or from the next argument.
  private mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = OptionTable.options.first(where: { $0.names.contains(String(parts[0])) }) else {
      let names = OptionTable.options.flatMap(\.names)
      let nearest =
        Suggestion.nearest(to: String(parts[0]), among: names).map { "; did you mean \($0)?" } ?? ""
      throw UsageError(message: "unknown option '\(parts[0])'" + nearest)
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

  mutating func redact(_ redacts: Bool) throws(UsageError) {
    guard redaction ?? redacts == redacts else {
      throw UsageError(message: "--redact and --no-redact contradict each other")
    }
    redaction = redacts
  }

  mutating func choose(_ output: Output) throws(UsageError) {
    guard self.output == .text || self.output == output else {
      throw UsageError(message: "only one kind of output can be chosen")
    }
    self.output = output
  }
}
