// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// What the command line asks for.
struct Options {
  /// How a receipt or certificate is written.
  enum Form {
    case binary
    case base64
    case pem
  }

  /// What the tool does.
  enum Task {
    case receipt
    case batch
    case root
    case help
  }

  /// Why a command line cannot be followed.
  struct UsageError: Error {
    let message: String
  }

  var task = Task.receipt
  var form = Form.binary
  /// The name of the test authority; the forge's own when `nil`.
  var authority: String?
  /// The recipe's file; `-` is standard input.
  var file = "-"

  /// Reads a command line without the tool's own name.
  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var files: [String] = []
    while let argument = rest.popFirst() {
      switch argument {
      case "--base64": try choose(.base64)
      case "--pem": try choose(.pem)
      case "--batch": try choose(.batch)
      case "--root": try choose(.root)
      case "--help", "-h":
        task = .help
        return
      case "--authority":
        guard let name = rest.popFirst() else { throw UsageError(message: "--authority needs a value: NAME") }
        authority = name
      case "--":
        files += rest
        rest = []
      default:
        if argument.hasPrefix("--authority=") {
          authority = String(argument.dropFirst("--authority=".count))
        } else if argument.hasPrefix("-"), argument != "-" {
          throw UsageError(message: "unknown option '\(argument)'")
        } else {
          files.append(argument)
        }
      }
    }
    if task == .root, !files.isEmpty { throw UsageError(message: "--root takes no recipe") }
    if task == .batch, form == .pem { throw UsageError(message: "--batch writes base64, one receipt a line") }
    if files.count > 1 { throw UsageError(message: "one recipe at a time; --batch makes many") }
    file = files.first ?? "-"
  }

  private mutating func choose(_ form: Form) throws(UsageError) {
    guard self.form == .binary || self.form == form else {
      throw UsageError(message: "--base64 and --pem exclude each other")
    }
    self.form = form
  }

  private mutating func choose(_ task: Task) throws(UsageError) {
    guard self.task == .receipt || self.task == task else {
      throw UsageError(message: "--batch and --root exclude each other")
    }
    self.task = task
  }

  // MARK: - Help

  static let help = """
    Usage: receipt-forge [options] [RECIPE]
           receipt-forge --batch [options] [RECIPES] > receipts.txt
           receipt-forge --root [options] > test-root.der

    Makes App Store receipts for tests, signed by a test authority that nobody trusts but your tests.
    A RECIPE is JSON. Without one, or for "-", standard input is read. The same recipe gives the same bytes.

    Options:
      --base64            write base64 on one line instead of binary
      --pem               write PEM instead of binary
      --batch             one recipe a line in, one receipt in base64 a line out, in the same order
      --root              write the test authority's root certificate: what your verifier has to trust
      --authority NAME    the authority that signs where the recipe names none (\(TestAuthority.defaultName) unless given)
      --help, -h          this page

    A recipe holds (everything may be left out):
      receipt      the fields, by the keys that receipt-dump --json prints under "receipt"; null takes one away,
                   {"hex": "…"} writes any octets; in_app rows may have copies and renewals
      like         what gives the fields not named: sandbox (unless given), production, mac, xcode, nothing
      guid         the device in hex, for the device hash
      chain        any-date (unless given), sha256, sha1, late-2015, xcode-like
      authority    a name, as --authority
      forged       other-root, wrong-signer, other-key, changed-byte
      cut_to       how many bytes are kept
      append       bytes in hex that follow the receipt
      comment      any text

    Examples:
      receipt-forge --root > test-root.der
      echo '{"receipt": {"bundle_id": "com.example.app"}}' | receipt-forge > receipt.der
      receipt-dump --root test-root.der receipt.der
      receipt-dump --json receipt.der | jq '{like: "nothing", receipt}' | receipt-forge > copy.der

    Exit status: 0 made, 64 the command line is wrong, 65 a recipe is wrong, 66 it cannot be opened,
    70 a fault of the tool itself, 74 reading or writing failed.

    """
}
