// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
public import ReceiptInput
import PKCS7Decoding
import ReceiptVerification
public import VerifyReceipt

/// What there is to say about one input: how it arrived, what it holds, and whether it is genuine.
///
/// Every output form is a rendering of this value.
public struct ReceiptReport: Sendable {
  /// The name under which the input is reported: a file's, or that of standard input.
  public let name: String

  /// The input as it was recognised; `nil` when it is no receipt at all.
  public let input: ReceiptInput?

  /// The bytes that a tree is made of: the receipt, or what there was in its place.
  let bytes: [UInt8]

  /// What the input was decoded to, as far as it could be; `nil` when it is no receipt at all.
  public let contents: Contents?

  /// Whether the receipt is genuine.
  public let verdict: Verdict

  /// What was asked.
  public let questions: Questions

  /// What the buyer is entitled to, and how far that is proven; `nil` without a receipt.
  public let rights: Rights?

  /// What an input was decoded to.
  public enum Contents: Sendable {
    /// An app receipt, or the content of one without its signature.
    case appReceipt(DecodedReceipt)
    /// A transaction receipt of iOS 6.
    case transactionReceipt(TransactionReceipt)
    /// An answer of the `verifyReceipt` endpoint, which nobody signs.
    case response(VerifyReceiptResponse)
  }

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
    bytes = input.bytes
    contents = .appReceipt(decoded)
    self.verdict = verdict
    self.questions = questions
    rights = decoded.receipt.map { Rights($0, verdict, at: questions.instant, now: now) }
  }

  /// The report of a transaction receipt.
  public init(
    name: String, input: ReceiptInput, transactionReceipt receipt: TransactionReceipt, verdict: Verdict,
    questions: Questions = Questions(), now: Timestamp
  ) {
    self.name = name
    self.input = input
    bytes = input.bytes
    contents = .transactionReceipt(receipt)
    self.verdict = verdict
    self.questions = questions
    rights = Rights(receipt.receipt, verdict, at: questions.instant, now: now)
  }

  /// The report of an answer of the `verifyReceipt` endpoint. Its questions are about the time of the answer unless they say
  /// otherwise.
  public init(
    name: String, input: ReceiptInput, response: VerifyReceiptResponse, questions: Questions = Questions(),
    now: Timestamp
  ) {
    self.name = name
    self.input = input
    bytes = input.bytes
    contents = .response(response)
    verdict = .notChecked
    self.questions = questions
    rights = response.unverifiedEntitlements(at: questions.instant ?? response.requestDate ?? now)
      .map { Rights(unproven: $0) }
  }

  /// The report of something that is no app receipt, with the input if it was recognised as something else.
  public init(name: String, input: ReceiptInput? = nil, content: [UInt8] = [], refusal: Verdict.Refusal) {
    self.init(name: name, input: input, content: content, verdict: .rejected(refusal))
  }

  /// The report of some content that was examined.
  ///
  /// - Parameters:
  ///   - name: The name under which the content is reported.
  ///   - examination: What was found in it.
  ///   - questions: What is asked of it.
  ///   - now: The clock, for what the buyer is entitled to.
  public init(name: String, _ examination: Examination, questions: Questions = Questions(), now: Timestamp) {
    switch (examination.input, examination.contents) {
    case (let input?, .appReceipt(let decoded)?):
      self.init(
        name: name, input: input, decoded: decoded, verdict: examination.verdict, questions: questions,
        now: now)
    case (let input?, .transactionReceipt(let receipt)?):
      self.init(
        name: name, input: input, transactionReceipt: receipt, verdict: examination.verdict,
        questions: questions, now: now)
    case (let input?, .response(let response)?):
      self.init(name: name, input: input, response: response, questions: questions, now: now)
    case (let input, _):
      self.init(name: name, input: input, content: examination.content, verdict: examination.verdict)
    }
  }

  /// The report of an input that could not be read, in the words of the system.
  public init(name: String, failure: String) {
    let refusal = Verdict.Refusal(
      code: "internal.io", message: "It cannot be read: \(failure).", hint: nil, offset: nil, path: nil)
    self.init(name: name, input: nil, content: [], verdict: .undetermined(refusal))
  }

  private init(name: String, input: ReceiptInput?, content: [UInt8], verdict: Verdict) {
    self.name = name
    self.input = input
    bytes = input?.bytes ?? content
    contents = nil
    self.verdict = verdict
    questions = Questions()
    rights = nil
  }

  /// What the receipt says; `nil` when decoding did not get that far.
  public var receipt: AppReceipt? {
    switch contents {
    case .appReceipt(let decoded)?: decoded.receipt
    case .transactionReceipt(let receipt)?: receipt.receipt
    case .response(let response)?: response.receipt
    case nil: nil
    }
  }

  /// The name of what it is in JSON output; `nil` for what is no receipt.
  var kind: String? {
    switch contents {
    case .appReceipt(let decoded)?:
      decoded.signedData.isSignedData && input?.kind == .appReceipt ? "app-receipt" : nil
    case .transactionReceipt?: "transaction-receipt"
    case .response?: "verify-receipt-response"
    case nil: nil
    }
  }

  /// The answer of the `verifyReceipt` endpoint, if the input is one: something that nobody signs.
  public var response: VerifyReceiptResponse? {
    if case .response(let response)? = contents { response } else { nil }
  }

  /// The transaction receipt, if the input is one.
  var transactionReceipt: TransactionReceipt? {
    if case .transactionReceipt(let receipt)? = contents { receipt } else { nil }
  }

  /// What a person should know about the receipt, or about the question to an answer.
  var warnings: [ReportWarning] {
    if case .verified(let verified) = verdict { return ReportWarning.warnings(of: verified) }
    guard let response, let rights else { return [] }
    return response.warnings(at: rights.entitlements.instant).map { ReportWarning($0.code) }
  }

  // MARK: - Who signed

  /// The embedded certificates.
  var certificates: [CertificateSummary] {
    switch contents {
    case .appReceipt(let decoded)?: CertificateSummary.all(of: decoded.signedData)
    case .transactionReceipt(let receipt)?:
      receipt.signature.map { [CertificateSummary(certificate: $0.certificate, role: .signer)] } ?? []
    case .response?, nil: []
    }
  }

  /// The instant at which certificates must be valid: the creation of an app receipt, the purchase of a transaction receipt.
  var signingDate: Timestamp? { transactionReceipt?.purchase.purchaseDate ?? receipt?.creationDate }

  /// How the receipt is signed; `nil` when that cannot be told.
  var signer: SignerSummary? {
    switch contents {
    case .appReceipt(let decoded)?: SignerSummary(decoded.signedData)
    case .transactionReceipt(let receipt)?: receipt.signature.map { SignerSummary($0) }
    case .response?, nil: nil
    }
  }

  /// The name of standard input, which is no file's.
  public static let standardInput = "standard input"

  /// Whether something was asked whose answer is no. Nothing is answered by what is no receipt.
  public var hasNegativeAnswer: Bool {
    guard let rights else { return !questions.isEmpty }
    return rights.answers(to: questions, naming: { $0.description }).contains { !$0.isYes }
  }
}
