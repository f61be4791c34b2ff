// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import CReceiptsHeader
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import Synchronization

/// What came of one receipt, for C code.
struct VerificationResult: ~Copyable {
  /// Why the receipt is not verified; `nil` if it is.
  let refusal: Refusal?

  private let examination: Examination
  /// The verifier's clock.
  private let now: Timestamp
  /// The report, made when it is first asked for.
  private let report = Mutex<OwnedText?>(nil)

  /// The result of an examination.
  ///
  /// - Parameter now: The verifier's clock at the examination.
  init(_ examination: consuming Examination, now: Timestamp) {
    self.now = now
    refusal =
      switch examination.verdict {
      case .verified: nil
      case .rejected(let words), .undetermined(let words): Refusal(words)
      case .notChecked: examination.input?.refusal.map { Refusal(Verdict.Refusal($0)) }
      }
    self.examination = examination
  }

  /// Why a receipt is not verified, in texts that stay where they are.
  struct Refusal {
    let code: OwnedText
    let message: OwnedText
    let hint: OwnedText?
    let path: OwnedText?
    let offset: Int?

    init(_ refusal: Verdict.Refusal) {
      code = OwnedText(refusal.code.utf8)
      message = OwnedText(refusal.message.utf8)
      hint = refusal.hint.map { OwnedText($0.utf8) }
      path = refusal.path.map { OwnedText($0.utf8) }
      offset = refusal.offset
    }
  }

  /// The receipt, if it is proven.
  var receipt: VerifiedReceipt? {
    if case .verified(let receipt) = examination.verdict { receipt } else { nil }
  }

  /// The verdict. What nobody signs is no receipt, and so rejected.
  var verdict: receipts_verdict {
    switch examination.verdict {
    case .verified: RECEIPTS_VERIFIED
    case .rejected, .notChecked: RECEIPTS_REJECTED
    case .undetermined: RECEIPTS_UNDETERMINED
    }
  }

  /// The report as JSON.
  var json: OwnedText {
    report.withLock { report in
      if let report { return report }
      let document = ReceiptJSON.document(
        ReceiptReport(name: "memory", examination, now: now), onOneLine: false)
      let text = OwnedText(document)
      report = text
      return text
    }
  }
}

extension VerificationResult: HandleContent {
  static let tag: UInt64 = 0x7265_6365_7265_7303
}
