// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts
import ReceiptVerification

/// What a report may say of entitlements, by how much is proven.
public struct Rights: Sendable {
  /// The computation, whatever it is worth.
  public let entitlements: Entitlements

  /// What it is worth.
  public let proof: Proof

  /// What a computation is worth.
  public enum Proof: Sendable {
    /// The receipt is verified.
    case verified
    /// Nobody looked at the signature.
    case notChecked
    /// The receipt is refused, or could not be decided: it grants nothing, for this reason.
    case refused(code: String)
  }

  /// The rights of a receipt under a verdict.
  init(_ receipt: AppReceipt, _ verdict: Verdict, at instant: Timestamp?, now: Timestamp) {
    switch verdict {
    case .verified(let verified):
      proof = .verified
      entitlements = instant.map { verified.entitlements(at: $0) } ?? verified.entitlements(now: now)
      return
    case .notChecked: proof = .notChecked
    case .rejected(let refusal), .undetermined(let refusal): proof = .refused(code: refusal.code)
    }
    entitlements = receipt.unverifiedEntitlements(at: instant ?? max(now, receipt.creationDate ?? now))
  }

  /// What somebody says that nobody signed.
  init(unproven entitlements: Entitlements) {
    self.entitlements = entitlements
    proof = .notChecked
  }

  /// Whether the computation may be shown as it is.
  var isShown: Bool {
    if case .refused = proof { false } else { true }
  }

  // MARK: - Answers

  /// The answers to some questions. Unless the receipt is verified, none is a yes.
  ///
  /// - Parameter naming: How a transaction is called in the sentences.
  func answers(to questions: Questions, naming: (ReceiptText) -> String) -> [Answer] {
    questions.products.map { answer(onProduct: $0, naming) }
      + questions.transactions.map { answer(onTransaction: $0, naming) }
      + questions.originalPurchases.map(answer(onOriginalPurchase:))
  }

  private func answer(onProduct product: String, _ naming: (ReceiptText) -> String) -> Answer {
    let explanation = entitlements.explanation(of: product)
    let (isSubscribed, isValid) = (
      isProven && explanation.subscription.isActive, isProven && explanation.ownership.isOwned
    )
    return Answer(
      subject: .product(
        product, isSubscribed: isSubscribed, isValid: isValid,
        decidedBy: isProven ? explanation.decidedBy : []
      ),
      isYes: isSubscribed || isValid,
      because: reason(explanation.sentence { terminalText(naming($0)) }))
  }

  private func answer(onTransaction transaction: String, _ naming: (ReceiptText) -> String) -> Answer {
    let rows = entitlements.transaction(transaction)
    let isCancelled = entitlements.isCancelled(transaction)
    let isSound = rows.contains { !$0.hasProblems }
    let shown = terminalText(naming(ReceiptText(transaction)))
    let sentence =
      if rows.isEmpty {
        "The receipt does not hold transaction \(shown)."
      } else if entitlements.isReceiptExpired {
        "The receipt holds transaction \(shown), and has expired itself."
      } else if isCancelled {
        "The receipt holds transaction \(shown), and it is cancelled."
      } else if !isSound {
        "The receipt holds transaction \(shown), and it cannot be read."
      } else {
        "The receipt holds transaction \(shown)."
      }
    return Answer(
      subject: .transaction(
        transaction, isPresent: isProven && !rows.isEmpty, isCancelled: isProven && isCancelled,
        products: isProven ? rows.compactMap(\.productID) : []),
      isYes: isProven && isSound && !isCancelled && !entitlements.isReceiptExpired, because: reason(sentence))
  }

  private func answer(onOriginalPurchase question: Questions.OriginalPurchase) -> Answer {
    let receipt = entitlements.receipt
    let (result, bound, known): (Bool?, String, String?) =
      switch question {
      case .beforeVersion(let version):
        (
          entitlements.wasOriginallyBought(beforeVersion: version), "version \(version)",
          receipt.originalAppVersion.map { "version \($0)" }
        )
      case .beforeDate(let date):
        (
          entitlements.wasOriginallyBought(before: date), date.description,
          receipt.originalPurchaseDate?.description
        )
      }
    let sandbox = receipt.environment == .sandbox ? " The sandbox says 1.0 and 2013-08-01 for every app." : ""
    let sentence =
      switch result {
      case false? where entitlements.isReceiptExpired: "The receipt itself has expired."
      case true?: "The app was first bought before \(bound): \(known ?? "?")."
      case false?: "The app was not first bought before \(bound): \(known ?? "?")."
      case nil: "The receipt does not say whether the app was first bought before \(bound)."
      }
    return Answer(
      subject: .originalPurchase(question, isBefore: isProven ? result : false),
      isYes: isProven && result == true,
      because: reason(terminalText(sentence + sandbox)))
  }

  private var isProven: Bool {
    if case .verified = proof { true } else { false }
  }

  private func reason(_ sentence: String) -> String {
    switch proof {
    case .verified: sentence
    case .notChecked: "Nobody checked the signature. " + sentence
    case .refused(let code): "The receipt grants nothing: \(code)."
    }
  }
}
