// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import AppStoreReceipts
import ReceiptInput
package import ReceiptReports
package import ReceiptVerification
import VerifyReceipt

/// Makes the report on some content. Used from all threads of a batch.
package struct Reporter: Sendable {
  /// The clock, one for all reports.
  package let now: Timestamp
  private let examiner: Examiner
  private let questions: Questions

  /// A reporter that asks `verifier`, or none.
  ///
  /// - Parameters:
  ///   - verifier: Decides whether receipts are genuine; `nil` when that is not asked.
  ///   - questions: What is asked of each receipt.
  ///   - maximumSize: The most bytes that a receipt may have.
  ///   - now: The clock.
  package init(verifier: ReceiptVerifier?, questions: Questions, maximumSize: Int, now: Timestamp) {
    var limits = AppReceipt.Limits()
    limits.inputSize = maximumSize
    examiner = Examiner(verifier: verifier, limits: limits)
    self.questions = questions
    self.now = now
  }

  /// The most bytes of content that need to be read for one receipt.
  package var largestContent: Int { examiner.largestContent }

  /// The report on some content.
  package func report(on content: [UInt8], name: String) -> ReceiptReport {
    ReceiptReport(name: name, examiner.examine(content, now: now), questions: questions, now: now)
  }

  /// What Apple's `verifyReceipt` endpoint would have answered to a receipt, of either environment.
  package func verifyReceiptAnswer(to report: ReceiptReport) -> [UInt8] {
    guard let verifier = examiner.verifier else { return [] }
    let bytes = report.response == nil ? report.input?.bytes ?? [] : []
    return VerifyReceiptEndpoint(verifier: verifier, environment: nil).respond(toReceipt: bytes, now: now)
  }

  /// The report on content that is too large to be read.
  package func reportTooLarge(name: String) -> ReceiptReport {
    ReceiptReport(name: name, refusal: Verdict.Refusal(InputError(.size)))
  }
}
