// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import ReceiptInput
public import ReceiptVerification
import VerifyReceipt

/// What was found in some content: what it is, what it was decoded to, and whether it is genuine.
public struct Examination: Sendable {
  /// The content as it was given.
  let content: [UInt8]

  /// The content as it was recognised; `nil` when it is no receipt at all.
  public let input: ReceiptInput?

  /// What it was decoded to, as far as it could be; `nil` when it is no receipt at all.
  public let contents: ReceiptReport.Contents?

  /// Whether it is a genuine receipt.
  public let verdict: Verdict

  /// Nothing, for a reason that has nothing to do with the content.
  public init(undetermined error: ReceiptError) {
    self.init(content: [], input: nil, contents: nil, verdict: .undetermined(Verdict.Refusal(error)))
  }

  /// Content that is no receipt.
  public init(refused error: InputError) {
    self.init(content: [], input: nil, contents: nil, verdict: .rejected(Verdict.Refusal(error)))
  }

  init(content: [UInt8], input: ReceiptInput?, contents: ReceiptReport.Contents?, verdict: Verdict) {
    self.content = content
    self.input = input
    self.contents = contents
    self.verdict = verdict
  }
}

/// Takes content in any form, decodes it and verifies it. Used from any thread.
///
/// A class, since to copy a verifier for each receipt would cost a part of what it takes to verify it.
public final class Examiner: Sendable {
  /// The verifier; without one nothing is verified, and every verdict on a receipt is that it was not checked.
  public let verifier: ReceiptVerifier?

  /// The bounds to keep, that of the size for a receipt in binary form.
  public let limits: AppReceipt.Limits

  /// An examiner that keeps to these bounds.
  public init(verifier: ReceiptVerifier?, limits: AppReceipt.Limits = AppReceipt.Limits()) {
    self.verifier = verifier
    self.limits = limits
  }

  /// The most bytes that the content of one receipt may have, whatever its form.
  public var largestContent: Int { ReceiptInput.largestContent(of: limits.inputSize) }

  /// What is found in some content.
  ///
  /// - Parameters:
  ///   - content: The content, in any form that `ReceiptInput` takes.
  ///   - now: The verifier's clock.
  public func examine(_ content: [UInt8], now: Timestamp) -> Examination {
    let input: ReceiptInput
    do throws(InputError) {
      input = try ReceiptInput(content, maximumSize: limits.inputSize)
    } catch {
      return Examination(
        content: content, input: nil, contents: nil, verdict: .rejected(Verdict.Refusal(error)))
    }
    do throws(ReceiptError) {
      let (contents, verdict) = try examine(input, now: now)
      return Examination(content: content, input: input, contents: contents, verdict: verdict)
    } catch {
      return Examination(
        content: content, input: input, contents: nil, verdict: .rejected(Verdict.Refusal(error)))
    }
  }

  private func examine(
    _ input: ReceiptInput, now: Timestamp
  ) throws(ReceiptError) -> (ReceiptReport.Contents, Verdict) {
    switch input.kind {
    case .appReceipt:
      let decoded = DecodedReceipt(input.bytes, limits: limits)
      return (.appReceipt(decoded), verdict(on: decoded, now: now))
    case .payload:
      let decoded = DecodedReceipt(payloadOnly: input.bytes, limits: limits)
      return (.appReceipt(decoded), verdict(on: decoded, now: now))
    case .transactionReceipt:
      let receipt = try TransactionReceipt(decoding: input.bytes, limits: limits)
      return (.transactionReceipt(receipt), verdict(on: receipt, now: now))
    case .verifyReceiptResponse:
      return (.response(try VerifyReceiptResponse(decoding: input.bytes, limits: limits)), .notChecked)
    }
  }

  private func verdict(on receipt: TransactionReceipt, now: Timestamp) -> Verdict {
    do throws(ReceiptError) {
      guard let verified = try verifier?.verify(receipt, now: now) else { return .notChecked }
      return .verified(verified)
    } catch {
      return Verdict(error)
    }
  }

  private func verdict(on decoded: DecodedReceipt, now: Timestamp) -> Verdict {
    do throws(ReceiptError) {
      guard let verified = try verifier?.verify(decoded, now: now) else { return Verdict(decoded: decoded) }
      return .verified(verified)
    } catch {
      return Verdict(error)
    }
  }
}
