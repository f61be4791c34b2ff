// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import StrictJSON

extension ReceiptJSON {
  /// Entitlements and answers. What is computed on unproven data has keys of its own, so that nobody takes it for proven.
  func writeRights(_ report: ReceiptReport, to object: inout JSONObjectWriter) {
    guard let rights = report.rights else { return }
    let isUnproven = if case .notChecked = rights.proof { true } else { false }
    object.object(isUnproven ? "unverified_entitlements" : "entitlements") {
      writeEntitlements(rights, to: &$0)
    }
    let answers = rights.answers(to: report.questions, naming: redaction.transaction)
    guard !answers.isEmpty else { return }
    object.array("answers") { array in
      for answer in answers { array.object { writeAnswer(answer, to: &$0) } }
    }
  }

  func writeEntitlements(_ rights: Rights, to object: inout JSONObjectWriter) {
    let explanations = rights.entitlements.explanations
    object.member("at", string: rights.entitlements.instant.description)
    object.array("auto_renewable") { array in
      for explanation in explanations where explanation.subscription != .notSubscribed {
        array.object { object in
          object.member("product_id", string: explanation.productID.utf8)
          object.member("is_subscribed", bool: rights.isShown && explanation.subscription.isActive)
          object.member("state", string: rights.isShown ? explanation.subscription.name : "unverified")
          if rights.isShown {
            object.member("since", string: explanation.since?.description)
            object.member("until", string: explanation.until?.description)
          }
          writeDeciders(rights.isShown ? explanation.decidedBy : [], to: &object)
        }
      }
    }
    object.array("persistent") { array in
      for explanation in explanations where explanation.ownership != .notOwned {
        array.object { object in
          object.member("product_id", string: explanation.productID.utf8)
          object.member("is_valid", bool: rights.isShown && explanation.ownership.isOwned)
          object.member("product_type", string: explanation.rows.first?.purchase.productType?.reportName)
          writeDeciders(rights.isShown ? explanation.decidedBy : [], to: &object)
        }
      }
    }
    guard rights.isShown else { return }
    object.member("introductory_offer_used", bool: rights.entitlements.introductoryOfferUsed())
  }

  private func writeAnswer(_ answer: Answer, to object: inout JSONObjectWriter) {
    switch answer.subject {
    case .product(let product, let isSubscribed, let isValid, let decidedBy):
      object.member("product_id", string: product)
      object.member("is_subscribed", bool: isSubscribed)
      object.member("is_valid", bool: isValid)
      writeDeciders(decidedBy, to: &object)
    case .transaction(let transaction, let isPresent, let isCancelled, let products):
      object.member("transaction_id", string: redaction.transaction(ReceiptText(transaction)))
      object.member("is_present", bool: isPresent)
      object.member("is_cancelled", bool: isCancelled)
      object.array("product_ids") { array in
        for product in products { array.element(string: product.utf8) }
      }
    case .originalPurchase(.beforeVersion(let version), let isBefore):
      object.member("originally_before", string: version)
      object.member("is_before", bool: isBefore)
    case .originalPurchase(.beforeDate(let date), let isBefore):
      object.member("originally_before", string: date.description)
      object.member("is_before", bool: isBefore)
    }
    object.member("because", string: answer.because)
  }

  private func writeDeciders(_ transactions: [ReceiptText], to object: inout JSONObjectWriter) {
    object.array("decided_by") { array in
      for transaction in transactions { array.element(string: redaction.transaction(transaction)) }
    }
  }
}
