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

  /// What was asked.
  public let questions: Questions

  /// What the buyer is entitled to, and how far that is proven; `nil` without a receipt.
  public let rights: Rights?

  /// The report of an input that was recognised and, as far as possible, decoded.
  ///
  /// - Parameters:
  ///   - name: The name under which the input is reported.
  ///   - input: The input as it was recognised.
  ///   - decoded: The receipt as far as it could be decoded.
  ///   - verdict: Whether it is genuine.
  ///   - questions: What is asked of it.
  ///   - now: The clock, for what the buyer is entitled to.
  public init(
    name: String, input: ReceiptInput, decoded: DecodedReceipt, verdict: Verdict,
    questions: Questions = Questions(),
    now: Timestamp
  ) {
    self.name = name
    self.input = input
    self.decoded = decoded
    self.verdict = verdict
    self.questions = questions
    rights = decoded.receipt.map { Rights($0, verdict, at: questions.instant, now: now) }
  }

  /// The report of something that is no app receipt, with the input if it was recognised as something else.
  public init(name: String, input: ReceiptInput? = nil, refusal: Verdict.Refusal) {
    self.name = name
    self.input = input
    decoded = nil
    questions = Questions()
    rights = nil
    verdict = .rejected(refusal)
  }

  /// The report of an input that could not be read, in the words of the system.
  public init(name: String, failure: String) {
    self.name = name
    input = nil
    decoded = nil
    questions = Questions()
    rights = nil
    verdict = .undetermined(
      Verdict.Refusal(
        code: "internal.io", message: "It cannot be read: \(failure).", hint: nil, offset: nil, path: nil))
  }

  /// What the receipt says; `nil` when decoding did not get that far.
  public var receipt: AppReceipt? { decoded?.receipt }

  /// The name of standard input, which is no file's.
  public static let standardInput = "standard input"

  /// Whether something was asked whose answer is no. Nothing is answered by what is no receipt.
  public var hasNegativeAnswer: Bool {
    guard let rights else { return !questions.isEmpty }
    return rights.answers(to: questions, naming: { $0.description }).contains { !$0.isYes }
  }
}
