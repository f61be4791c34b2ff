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
  private let maximumSize: Int
  private let verifier: ReceiptVerifier?
  private var limits = AppReceipt.Limits()
  private let questions: Questions

  /// A reporter that asks `verifier`, or none.
  ///
  /// - Parameters:
  ///   - verifier: Decides whether receipts are genuine; `nil` when that is not asked.
  ///   - questions: What is asked of each receipt.
  ///   - maximumSize: The most bytes that a receipt may have.
  ///   - now: The clock.
  package init(verifier: ReceiptVerifier?, questions: Questions, maximumSize: Int, now: Timestamp) {
    self.verifier = verifier
    self.questions = questions
    self.maximumSize = maximumSize
    self.now = now
    limits.inputSize = maximumSize
  }

  /// The most bytes of content that need to be read for one receipt.
  package var largestContent: Int { ReceiptInput.largestContent(of: maximumSize) }

  /// The report on some content.
  package func report(on content: [UInt8], name: String) -> ReceiptReport {
    do throws(InputError) {
      let input = try ReceiptInput(content, maximumSize: maximumSize)
      return report(on: input, name: name)
    } catch {
      return ReceiptReport(name: name, content: content, refusal: Verdict.Refusal(error))
    }
  }

  private func report(on input: ReceiptInput, name: String) -> ReceiptReport {
    do throws(ReceiptError) {
      switch input.kind {
      case .appReceipt:
        return report(on: DecodedReceipt(input.bytes, limits: limits), of: input, name: name)
      case .payload:
        return report(on: DecodedReceipt(payloadOnly: input.bytes, limits: limits), of: input, name: name)
      case .transactionReceipt:
        let receipt = try TransactionReceipt(decoding: input.bytes, limits: limits)
        return ReceiptReport(
          name: name, input: input, transactionReceipt: receipt, verdict: verdict(on: receipt),
          questions: questions, now: now)
      case .verifyReceiptResponse:
        let response = try VerifyReceiptResponse(decoding: input.bytes, limits: limits)
        return ReceiptReport(name: name, input: input, response: response, questions: questions, now: now)
      }
    } catch {
      return ReceiptReport(name: name, input: input, refusal: Verdict.Refusal(error))
    }
  }

  private func report(on decoded: DecodedReceipt, of input: ReceiptInput, name: String) -> ReceiptReport {
    ReceiptReport(
      name: name, input: input, decoded: decoded, verdict: verdict(on: decoded), questions: questions,
      now: now)
  }

  /// What Apple's `verifyReceipt` endpoint would have answered to a receipt, of either environment.
  package func verifyReceiptAnswer(to report: ReceiptReport) -> [UInt8] {
    guard let verifier else { return [] }
    let bytes = report.response == nil ? report.input?.bytes ?? [] : []
    return VerifyReceiptEndpoint(verifier: verifier, environment: nil).respond(toReceipt: bytes, now: now)
  }

  /// The report on content that is too large to be read.
  package func reportTooLarge(name: String) -> ReceiptReport {
    ReceiptReport(name: name, refusal: Verdict.Refusal(InputError(.size)))
  }

  private func verdict(on receipt: TransactionReceipt) -> Verdict {
    guard let verifier else { return .notChecked }
    do throws(ReceiptError) {
      return .verified(try verifier.verify(receipt, now: now))
    } catch {
      return Verdict(error)
    }
  }

  private func verdict(on decoded: DecodedReceipt) -> Verdict {
    guard let verifier else { return Verdict(decoded: decoded) }
    do throws(ReceiptError) {
      return .verified(try verifier.verify(decoded, now: now))
    } catch {
      return Verdict(error)
    }
  }
}
