// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import ReceiptInput

/// What there is to say about one input: how it arrived, what it holds, and whether it is genuine.
///
/// Every output form is a rendering of this value.
public struct ReceiptReport: Sendable {
  /// The name under which the input is reported: a file's, or that of standard input.
  public let name: String

  /// The input as it was recognised; `nil` when it is no receipt at all.
  public let input: ReceiptInput?

  /// The receipt as far as it could be decoded; `nil` when the input is no receipt at all.
  public let decoded: DecodedReceipt?

  /// Whether the receipt is genuine.
  public let verdict: Verdict

  /// The report of an input that was recognised and, as far as possible, decoded.
  public init(name: String, input: ReceiptInput, decoded: DecodedReceipt, verdict: Verdict) {
    self.name = name
    self.input = input
    self.decoded = decoded
    self.verdict = verdict
  }

  /// The report of something that is no receipt.
  public init(name: String, refusal: Verdict.Refusal) {
    self.name = name
    input = nil
    decoded = nil
    verdict = .rejected(refusal)
  }

  /// The report of an input that could not be read, in the words of the system.
  public init(name: String, failure: String) {
    self.name = name
    input = nil
    decoded = nil
    verdict = .undetermined(
      Verdict.Refusal(
        code: "internal.io", message: "It cannot be read: \(failure).", hint: nil, offset: nil, path: nil))
  }

  /// What the receipt says; `nil` when decoding did not get that far.
  public var receipt: AppReceipt? { decoded?.receipt }
}
