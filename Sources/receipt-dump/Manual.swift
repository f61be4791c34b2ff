// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What help and the manual page say beside the options.
enum Manual {
  /// How the tool is called.
  static let usages = [
    "receipt-dump [options] [FILE ...]",
    "receipt-dump diff [options] OLD NEW",
    "receipt-dump --batch [options] < receipts.txt > results.ndjson",
  ]

  /// What the tool does.
  static let purpose = """
    Reads App Store receipts, says whether Apple signed them, and prints what they hold.
    A FILE is a receipt in any form, binary, base64, PEM, hex or in JSON, or an app that holds one.
    Without a FILE, or for "-", standard input is read.
    """

  /// What each exit status means.
  static let exitStatuses: [(code: ExitCode, meaning: String)] = [
    (.success, "verified (with --no-verify: decoded)"),
    (.answeredNo, "an answer is no (with --exit-status), or diff found differences"),
    (.rejected, "decoded, but rejected"),
    (.undetermined, "undetermined: this host could not decide"),
    (.usage, "the command line is wrong"),
    (.malformed, "not a receipt, or malformed"),
    (.cannotOpen, "an input cannot be opened"),
    (.internalFault, "a fault of the tool itself"),
    (.inputOutput, "reading or writing failed"),
  ]

  /// Commands that people will want to type.
  static let examples: [(command: String, meaning: String)] = [
    ("receipt-dump receipt.der", "Is it real, what was bought, what is active?"),
    ("receipt-dump --bundle-id com.example.app receipt.der", "... and is it for our app?"),
    ("receipt-dump --product com.example.pro -e receipt.der", "Is the product subscribed or owned?"),
    ("receipt-dump --redact receipt.der", "A report that can be passed on."),
    ("receipt-dump --json receipt.der | jq .verdict", "Everything, for a script."),
  ]

  /// The options, in groups as they stand in the table.
  static var groups: [(name: String, options: [Option])] {
    var groups: [(name: String, options: [Option])] = []
    for option in OptionTable.options {
      if groups.last?.name != option.group { groups.append((option.group, [])) }
      groups[groups.count - 1].options.append(option)
    }
    return groups
  }

  // MARK: - Help

  /// The help page.
  static var help: String {
    var text = "Usage: " + usages.joined(separator: "\n       ") + "\n\n" + purpose + "\n"
    for group in groups {
      text += "\n\(group.name):\n"
      for option in group.options {
        text +=
          "  \(option.usage)" + String(repeating: " ", count: max(2, 30 - option.usage.count)) + option.help
          + "\n"
      }
    }
    text += "\nExit status, for several inputs the gravest:\n"
    for status in exitStatuses {
      let code = String(status.code.rawValue)
      text += String(repeating: " ", count: max(0, 4 - code.count)) + "\(code)  \(status.meaning)\n"
    }
    text += "\nExamples:\n"
    for example in examples { text += "  \(example.command)\n" }
    return text
  }
}
