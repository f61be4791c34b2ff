// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts

extension TextReport {
  /// How many purchases are listed unless all are asked for.
  private static var listedPurchases: Int { 20 }

  mutating func writePurchases(_ receipt: AppReceipt) {
    let all = receipt.inAppPurchases.sorted { left, right in
      (left.purchaseDate ?? .latest, left.index) < (right.purchaseDate ?? .latest, right.index)
    }
    guard !all.isEmpty else { return lines.heading("No in-app purchases") }
    let listed = style.showsAll ? all[...] : all.suffix(Self.listedPurchases)
    let rest = listed.count < all.count ? ", the newest; --all for the rest" : ""
    lines.heading("In-app purchases: \(listed.count) of \(all.count) shown\(rest)")
    lines.prose("By purchase date; #0 is the first in the receipt, whose order means nothing.", indent: 2)
    for purchase in listed { write(purchase) }
  }

  private mutating func write(_ purchase: InAppPurchase) {
    let product = purchase.productID.map(shown) ?? "(no readable product identifier)"
    let date = purchase.purchaseDate.map(style.time) ?? "(no readable date)"
    let number = "#\(purchase.index)"
    lines.field(number, "\(date)  \(product)", width: 6)
    lines.facts(facts(of: purchase), indent: 8)
  }

  private func facts(of purchase: InAppPurchase) -> [String] {
    var facts: [String] = []
    if let date = purchase.cancellationDate { facts.append("CANCELLED \(style.time(date))") }
    if purchase.hasProblems { facts.append("NOT READABLE, grants nothing") }
    if let type = purchase.productType { facts.append(words(for: type)) }
    if let date = purchase.expirationDate { facts.append("until \(style.time(date))") }
    if purchase.isTrialPeriod == true { facts.append("free trial") }
    if purchase.isInIntroductoryOfferPeriod == true { facts.append("introductory price") }
    if let offer = purchase.promotionalOfferID { facts.append("offer \(shown(offer))") }
    if case .familyShared? = purchase.ownershipType { facts.append("family shared") }
    if let quantity = purchase.quantity, quantity != 1 { facts.append("quantity \(quantity)") }
    if let transaction = purchase.transactionID { facts.append("transaction \(named(transaction))") }
    if let original = purchase.originalTransactionID, original != purchase.transactionID {
      facts.append("original \(named(original))")
    }
    if let item = purchase.webOrderLineItemID, item.int64 != 0 {
      let shown = style.redaction?.token("order", item.description.utf8) ?? item.description
      facts.append("order line \(shown)")
    }
    return facts.isEmpty ? ["nothing else is readable"] : facts
  }

  private func words(for type: ProductType) -> String {
    switch type {
    case .nonConsumable: "non-consumable"
    case .consumable: "consumable"
    case .nonRenewingSubscription: "non-renewing subscription"
    case .autoRenewableSubscription: "auto-renewable subscription"
    case .freeSubscription: "free subscription"
    case .other(let number): "product type \(number)"
    }
  }

  /// A transaction's identifier, or its token.
  func named(_ transaction: ReceiptText) -> String { terminalText(style.redaction.transaction(transaction)) }

  // MARK: - Problems

  private func shown(_ octets: ArraySlice<UInt8>) -> String {
    if style.redaction != nil { return style.redaction.hex(octets) }
    return hexadecimalText(octets.prefix(32)) + (octets.count > 32 ? "…" : "")
  }

  mutating func writeProblems(_ receipt: AppReceipt) {
    let problems = receipt.problems
    guard !problems.isEmpty else { return }
    let listed = style.showsAll ? problems[...] : problems.prefix(Self.listedPurchases)
    let rest = listed.count < problems.count ? "; --all for the rest" : ""
    lines.heading("Problems: \(listed.count) of \(problems.count) shown\(rest)")
    for problem in listed {
      lines.prose("\(problem.code): \(problem.error.message)", indent: 2)
      let value = problem.value.map { [shown($0)] } ?? []
      lines.facts(["byte \(problem.offset)", problem.path] + value, indent: 4)
    }
  }
}
