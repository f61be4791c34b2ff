// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptVerification
import VerifyReceipt

/// Something that a person should know about a receipt or an answer, and that does not change the verdict.
public struct ReportWarning: Hashable, Sendable {
  /// A stable name, `class.reason`.
  public let code: String

  /// One sentence.
  public let message: String

  /// The receipt is verified by a root certificate that was given: what it proves is what that root's owner signs.
  static let customRoot = ReportWarning(
    code: "chain.custom-root", message: "By a root certificate that was given, and not by Apple's.")

  /// Every warning that a report can hold.
  public static var all: [ReportWarning] {
    [customRoot] + VerificationWarning.Code.allCases.map { ReportWarning($0) }
      + ResponseWarning.Code.allCases.map { ReportWarning($0) }
  }
}

extension ReportWarning {
  /// What a person should know about a verified receipt.
  static func warnings(of verified: VerifiedReceipt) -> [ReportWarning] {
    (verified.trust == .custom ? [customRoot] : []) + verified.warnings.map { ReportWarning($0.code) }
  }

  init(_ code: VerificationWarning.Code) {
    self.init(code: code.rawValue, message: code.message)
  }

  init(_ code: ResponseWarning.Code) {
    self.init(code: code.rawValue, message: code.message)
  }
}
