// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptReports

extension Options {
  /// What of the command line contradicts itself, or asks for what cannot be had; `nil` when nothing does.
  var conflict: String? {
    Self.first(of: [
      (isDiff && files.count != 2, "diff compares two receipts: diff OLD NEW"),
      (isDiff && output != .text, "diff has one kind of output, text"),
      (
        isBatch && !files.isEmpty,
        "--batch reads receipts from standard input, one a line, and takes no files"
      ),
      (isBatch && isQuiet, "--batch has nothing to say but its output, which --quiet would take away"),
      (
        isBatch && answersByExitStatus,
        "--batch ends with 0 when the stream is done, whatever the answers are"
      ),
      (jobs != nil && !isBatch, "--jobs goes with --batch"),
      (isKeyed && !isBatch, "--keyed goes with --batch"),
      (
        isKeyed && redacts,
        "--redact would have to replace the keys of --keyed: leave out one of them"
      ),
      (selection != nil && output != .ndjson, "--select goes with --ndjson and --batch"),
      (isQuiet && isVerbose, "--quiet and --verbose contradict each other"),
      (redaction == true && output == .tree, "--tree shows every byte: it cannot be redacted"),
      (
        output == .verifyReceipt && !verifies,
        "--format verify-receipt answers for receipts that are verified, not --no-verify"
      ),
      (
        redaction == true && output == .verifyReceipt,
        "--format verify-receipt has Apple's keys and values: it cannot be redacted"
      ),
      (isASCII && output.isJSON, "--ascii is for text; JSON is UTF-8"),
      (isASCII && output == .html, "--ascii is for text; a page is UTF-8"),
      (
        answersByExitStatus && questions.isEmpty,
        "--exit-status needs a question: --product, --transaction or --originally-before"
      ),
      (!verifies && checksSomething, "--no-verify checks nothing: leave out what else is to be checked"),
      (
        verifies && environments == [.xcode] && !trustsXcode,
        "--environment xcode accepts nothing without --trust-xcode, which accepts that environment by itself"
      ),
    ])
  }

  private static func first(of conflicts: [(applies: Bool, message: String)]) -> String? {
    conflicts.first { $0.applies }?.message
  }

  /// Whether an option of checking was given beside `--no-verify`.
  private var checksSomething: Bool {
    !bundleIDs.isEmpty || appVersion != nil || !deviceIdentifiers.isEmpty || !environments.isEmpty
      || !rootFiles.isEmpty || trustsXcode
  }
}

extension Options.Output {
  var isJSON: Bool { self == .json || self == .ndjson || self == .verifyReceipt }
}
