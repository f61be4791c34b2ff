// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// All that may be asked, without the places of rows in the receipt.
struct Answers: Equatable {
  private var values: [String] = []
  private var statuses: [SubscriptionStatus] = []
  private var ownerships: [Ownership] = []
  private var outcomes: [Explanation.Outcome] = []
  private var periods: [[Range<Timestamp>]] = []

  init(_ rights: Entitlements) {
    func names(_ purchases: [InAppPurchase]) -> String {
      let values = purchases.map { $0.attributes.flatMap(\.value) }
      return values.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }
    values += rights.products.map(\.description)
    values += rights.activeSubscriptions.map { "\($0.productID) \($0.until)" }
    values += rights.originalTransactions.map { "\($0.identifier): \(names($0.purchases))" }
    values.append("\(rights.introductoryOfferUsed()) \(rights.isReceiptExpired)")
    for product in PlainReceipt.products {
      let explanation = rights.explanation(of: product)
      statuses += [rights.subscriptionStatus(of: product), explanation.subscription]
      ownerships += [rights.ownership(of: product), explanation.ownership]
      outcomes += explanation.rows.map(\.outcome)
      values += [explanation.description, names(explanation.rows.map(\.purchase))]
      values += [names(rights.purchases(of: product)), "\(explanation.decidedBy)"]
      values.append("\(explanation.since?.description ?? "-") \(explanation.until?.description ?? "-")")
    }
    statuses.append(rights.subscriptionStatus(ofAnyIn: PlainReceipt.products))
    let coverage = rights.coverage(ofAnyIn: PlainReceipt.products)
    periods = [coverage.periods, coverage.gaps, coverage.segments.map(\.period)]
    values += coverage.segments.map { "\($0.isTrial) \($0.isIntroductory) \($0.isCancelled)" }
    for transaction in 0..<8 {
      values += [names(rights.transaction("\(transaction)")), "\(rights.isCancelled("\(transaction)"))"]
    }
  }
}
