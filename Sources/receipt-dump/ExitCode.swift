// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptReports

/// How the tool ends, in the order in which one outcome outweighs another when there are several inputs.
enum ExitCode: Int32 {
  /// Every input is verified, or decoded under `--no-verify`.
  case success = 0
  /// The answer to a question is no.
  case answeredNo = 1
  /// An input is a receipt, and rejected.
  case rejected = 2
  /// An input could not be decided here.
  case undetermined = 3
  /// The command line is wrong.
  case usage = 64
  /// An input is no receipt, or malformed.
  case malformed = 65
  /// An input cannot be opened.
  case cannotOpen = 66
  /// A fault of the tool itself.
  case internalFault = 70
  /// Reading or writing failed.
  case inputOutput = 74

  /// The outcome for one verdict.
  init(_ verdict: Verdict) {
    switch verdict {
    case .verified, .notChecked: self = .success
    case .undetermined: self = .undetermined
    case .rejected(let refusal):
      switch refusal.code.prefix(while: { $0 != "." }) {
      case "input", "limit", "encoding", "structure", "payload": self = .malformed
      default: self = .rejected
      }
    }
  }

  /// The outcome for one report. An answer that nobody signs is decided by nobody, unless nothing is to be verified.
  init(_ report: ReceiptReport, verifies: Bool) {
    self = report.response != nil && verifies ? .undetermined : ExitCode(report.verdict)
  }

  private static let byWeight: [ExitCode] = [
    .internalFault, .inputOutput, .cannotOpen, .malformed, .rejected, .undetermined, .answeredNo, .usage,
    .success,
  ]

  /// The outcome of several inputs: the first of 70, 74, 66, 65, 2, 3, 1, 0 that occurred.
  static func worst(of codes: [ExitCode]) -> ExitCode {
    byWeight.first { codes.contains($0) } ?? .success
  }
}
