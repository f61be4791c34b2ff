// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptReports
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
  /// The words that a value can be, where there are only some; a file's name where it says so.
  var values = Values.any
  let action: Action

  /// What a value can be, for the completions of shells.
  enum Values: Sendable {
    case any
    case words([String])
    case file
  }

  /// The names and, where it has one, the value's placeholder: `--root FILE`.
  var usage: String {
    let joined = names.joined(separator: ", ")
    if case .take(let placeholder, _) = action { return "\(joined) \(placeholder)" }
    return joined
  }

  /// Whether it has a value.
  var takesValue: Bool {
    if case .take = action { true } else { false }
  }
}

/// All options: parsing and help read the same table.
enum OptionTable {
  static let options: [Option] = output + checking + asking + privacy + general

  private static let output: [Option] = [
    Option(
      names: ["--json"], group: "Output", help: "JSON, one object for each input",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.json) }),
    Option(
      names: ["--ndjson"], group: "Output", help: "JSON, one line for each input",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.ndjson) }),
    Option(
      names: ["--batch"], group: "Output",
      help: "one receipt a line in, one line of JSON out, in the same order",
      action: .set { (options) throws(Options.UsageError) in
        try options.choose(.ndjson)
        options.isBatch = true
      }),
    Option(
      names: ["--keyed"], group: "Output",
      help: "with --batch: a line is a key, a tab and a receipt, and the answer has the key",
      action: .set { options in options.isKeyed = true }),
    Option(
      names: ["--select"], group: "Output",
      help: "of --ndjson and --batch, only these: verdict,receipt.in_app.product_id (may be repeated)",
      values: .words(ReceiptSelection.sections),
      action: .take("KEYS") { (options, value) throws(Options.UsageError) in
        var selection = options.selection ?? ReceiptSelection()
        for path in value.split(separator: ",", omittingEmptySubsequences: false) {
          guard !selection.add(String(path)) else { continue }
          let known = ReceiptSelection.paths
          let nearest =
            Suggestion.nearest(to: String(path), among: known).map { "; did you mean \($0)?" } ?? ""
          throw Options.UsageError(message: "--select: there is no key '\(path)'" + nearest)
        }
        options.selection = selection
      }),
    Option(
      names: ["--format"], group: "Output", help: "what Apple's verifyReceipt endpoint would have answered",
      values: .words(["verify-receipt"]),
      action: .take("verify-receipt") { (options, value) throws(Options.UsageError) in
        guard value == "verify-receipt" else {
          throw Options.UsageError(message: "--format knows one shape, verify-receipt, not '\(value)'")
        }
        try options.choose(.verifyReceipt)
      }),
    Option(
      names: ["--fields"], group: "Output", help: "every attribute by number and name, unknown ones in hex",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.fields) }),
    Option(
      names: ["--certificates"], group: "Output", help: "the certificates with all that is known of them",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.certificates) }),
    Option(
      names: ["--tree"], group: "Output", help: "the ASN.1 elements with their offsets, of any bytes",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.tree) }),
    Option(
      names: ["--timeline"], group: "Output", help: "what was paid for, as bars over months",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.timeline) }),
    Option(
      names: ["--html"], group: "Output", help: "one page for a ticket, redacted",
      action: .set { (options) throws(Options.UsageError) in try options.choose(.html) }),
    Option(
      names: ["--all"], group: "Output", help: "list every purchase, not the newest 20 only",
      action: .set { options in options.showsAll = true }),
  ]

  private static let privacy: [Option] = [
    Option(
      names: ["--redact"], group: "Privacy",
      help: "numbered tokens in the place of names, identifiers and every hex, to pass a report on",
      action: .set { (options) throws(Options.UsageError) in try options.redact(true) }),
    Option(
      names: ["--no-redact"], group: "Privacy",
      help: "show everything in --html, too, which redacts unless told",
      action: .set { (options) throws(Options.UsageError) in try options.redact(false) }),
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
      values: .words(["production", "sandbox", "xcode"]),
      action: .take("ENVIRONMENT") { (options, value) throws(Options.UsageError) in
        guard let environment = ReceiptEnvironment(rawValue: value), environment != .unknown else {
          let known = ReceiptEnvironment.allCases.filter { $0 != .unknown }.map(\.rawValue)
          let nearest =
            Suggestion.nearest(to: value.lowercased(), among: known).map { "; did you mean \($0)?" } ?? ""
          throw Options.UsageError(
            message: "--environment is production, sandbox or xcode, not '\(value)'" + nearest)
        }
        options.environments.insert(environment)
      }),
    Option(
      names: ["--root"], group: "Checking",
      help: "a root certificate to trust instead of Apple's, DER or PEM (may be repeated)",
      values: .file,
      action: .take("FILE") { options, value in options.rootFiles.append(value) }),
    Option(
      names: ["--trust-xcode"], group: "Checking",
      help: "also accept receipts that Xcode signed, marked as local testing",
      action: .set { options in options.trustsXcode = true }),
    Option(
      names: ["--no-verify"], group: "Checking", help: "only decode: prints NOT CHECKED, and proves nothing",
      action: .set { options in options.verifies = false }),
  ]

  private static let asking: [Option] = [
    Option(
      names: ["--product"], group: "Asking", help: "is this product subscribed or owned? (may be repeated)",
      action: .take("ID") { options, value in options.questions.products.append(value) }),
    Option(
      names: ["--transaction"], group: "Asking",
      help: "is this transaction in the receipt, and not cancelled? (may be repeated)",
      action: .take("ID") { options, value in options.questions.transactions.append(value) }),
    Option(
      names: ["--originally-before"], group: "Asking",
      help: "was the app first bought before this version or date? (may be repeated)",
      action: .take("VERSION|DATE") { (options, value) throws(Options.UsageError) in
        if let instant = date(value) {
          options.questions.originalPurchases.append(.beforeDate(instant))
        } else if VersionNumber(value) != nil {
          options.questions.originalPurchases.append(.beforeVersion(value))
        } else {
          throw Options.UsageError(
            message: "--originally-before is a version of numbers and points, or a date, 2024-08-06")
        }
      }),
    Option(
      names: ["--at"], group: "Asking",
      help: "the instant that is asked for, 2024-08-06 or 2024-08-06T12:00:00Z (now unless given)",
      action: .take("DATE") { (options, value) throws(Options.UsageError) in
        guard let instant = date(value) else {
          throw Options.UsageError(message: "--at is a day, 2024-08-06, or an instant, 2024-08-06T12:00:00Z")
        }
        options.questions.instant = instant
      }),
    Option(
      names: ["--exit-status", "-e"], group: "Asking", help: "exit with 1 if an answer is no",
      action: .set { options in options.answersByExitStatus = true }),
  ]

  /// An instant, or midnight UTC of a day.
  private static func date(_ text: String) -> Timestamp? {
    Timestamp(text) ?? (text.utf8.count == 10 ? Timestamp(text + "T00:00:00Z") : nil)
  }

  private static let general: [Option] = [
    Option(
      names: ["--color"], group: "General", help: "auto, always or never; NO_COLOR is heeded",
      values: .words(["auto", "always", "never"]),
      action: .take("WHEN") { (options, value) throws(Options.UsageError) in
        guard let color = Options.Color(rawValue: value) else {
          throw Options.UsageError(message: "--color is auto, always or never, not '\(value)'")
        }
        options.color = color
      }),
    Option(
      names: ["--width"], group: "General", help: "columns of a line (those of the terminal, or 100)",
      action: .take("COLUMNS") { (options, value) throws(Options.UsageError) in
        guard let width = Int(value), 40...1000 ~= width else {
          throw Options.UsageError(message: "--width is a number of columns from 40 to 1000, not '\(value)'")
        }
        options.width = width
      }),
    Option(
      names: ["--ascii"], group: "General", help: "write ASCII only",
      action: .set { options in options.isASCII = true }),
    Option(
      names: ["--timezone"], group: "General",
      help: "repeat dates in this zone: utc (not), local, or a name such as Europe/Paris",
      action: .take("ZONE") { options, value in options.timeZone = value }),
    Option(
      names: ["--jobs"], group: "General", help: "threads for --batch (as many as processors unless given)",
      action: .take("N") { (options, value) throws(Options.UsageError) in
        guard let jobs = Int(value), 1...256 ~= jobs else {
          throw Options.UsageError(message: "--jobs is a number from 1 to 256, not '\(value)'")
        }
        options.jobs = jobs
      }),
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
      names: ["--quiet", "-q"], group: "General", help: "print nothing: the exit status says it",
      action: .set { options in options.isQuiet = true }),
    Option(
      names: ["--verbose", "-v"], group: "General", help: "every purchase and the certificates in full",
      action: .set { options in
        options.showsAll = true
        options.isVerbose = true
      }),
    Option(
      names: ["--man"], group: "General", help: "the manual page, for man -l -",
      action: .set { options in options.information = .manual }),
    Option(
      names: ["--completions"], group: "General",
      help: "what a shell needs to complete options: bash, zsh or fish",
      values: .words(Completions.allCases.map(\.rawValue)),
      action: .take("SHELL") { (options, value) throws(Options.UsageError) in
        guard let shell = Completions(rawValue: value) else {
          throw Options.UsageError(message: "--completions is bash, zsh or fish, not '\(value)'")
        }
        options.information = .completions(shell)
      }),
    Option(
      names: ["--help", "-h"], group: "General", help: "this page",
      action: .set { options in options.information = .help }),
    Option(
      names: ["--version"], group: "General", help: "versions, the pinned root, and what this host can check",
      action: .set { options in options.information = .version }),
  ]
}
