// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A purchase as the rules of entitlement see it.
struct PurchaseRow: Sendable {
  let purchase: InAppPurchase
  let productID: ReceiptText?
  let kind: Kind
  /// Whether this row, or another one of the same transaction, is cancelled.
  let isCancelled: Bool
  /// When it was cancelled, if a row of the transaction says so readably; the earliest instant of several.
  let cancellationDate: Timestamp?

  /// Until when a subscription goes on for another reason than payment, if that is known and counts.
  let graceEnd: Timestamp?

  /// Which of the two questions a row can answer.
  enum Kind: Hashable {
    case autoRenewable
    case persistent
    case neither(ProductType)
  }

  /// All rows of a receipt, by purchase date.
  static func all(of receipt: AppReceipt, graceEnds: [Int: Timestamp]) -> [PurchaseRow] {
    let purchases = receipt.inAppPurchases.sortedByPurchaseDate()
    // A cancellation counts for every row of its transaction.
    var cancelled: Set<ReceiptText> = []
    var dates: [ReceiptText: Timestamp] = [:]
    for purchase in purchases where purchase.saysCancelled {
      guard let transaction = purchase.transactionID else { continue }
      cancelled.insert(transaction)
      if let date = purchase.cancellationDate { dates[transaction] = min(date, dates[transaction] ?? date) }
    }
    return purchases.map { purchase in
      let transaction = purchase.transactionID
      return PurchaseRow(
        purchase: purchase, productID: purchase.productID, kind: kind(of: purchase),
        isCancelled: purchase.saysCancelled || transaction.map { cancelled.contains($0) } == true,
        cancellationDate: transaction.flatMap { dates[$0] } ?? purchase.cancellationDate,
        graceEnd: graceEnds[purchase.index])
    }
  }

  /// Xcode's receipts have no types: there, a row with an expiration date is a subscription.
  private static func kind(of purchase: InAppPurchase) -> Kind {
    switch purchase.productType {
    case .autoRenewableSubscription?: .autoRenewable
    case .nonConsumable?, .nonRenewingSubscription?: .persistent
    case let type?: .neither(type)
    case nil: purchase.expirationDate == nil ? .persistent : .autoRenewable
    }
  }

  /// The period that was paid for, with the grace behind it; `nil` when a date is missing, or it is empty.
  var period: Range<Timestamp>? {
    guard let start = purchase.purchaseDate, let end = purchase.expirationDate, start < end else {
      return nil
    }
    return start..<max(end, graceEnd ?? end)
  }

  /// The period as far as it counts, if the row is one of a subscription.
  var coverage: Range<Timestamp>? {
    !isCancelled && !purchase.hasProblems ? period : nil
  }
}

extension Sequence<InAppPurchase> {
  /// By purchase date, those without one last.
  ///
  /// Of those with the same date, their transactions decide, and then their bytes: it never matters in which order a
  /// receipt has them.
  func sortedByPurchaseDate() -> [InAppPurchase] {
    sorted { left, right in
      let (first, second) = (left.purchaseDate ?? .latest, right.purchaseDate ?? .latest)
      return first < second || first == second && left.precedesWithoutDate(right)
    }
  }
}

extension InAppPurchase {
  /// Whether this comes first of two rows that have the same purchase date, or none.
  fileprivate func precedesWithoutDate(_ other: InAppPurchase) -> Bool {
    let (first, second) = (transactionID ?? "", other.transactionID ?? "")
    return first < second || first == second && octets.lexicographicallyPrecedes(other.octets)
  }

  /// The row as it stands in the receipt, as far as it does: one that is cut off says that it goes on.
  fileprivate var octets: ArraySlice<UInt8> {
    payload.bytes[payload.purchases[index].value.range.clamped(to: payload.range)]
  }

  /// Whether the row has a cancellation date, one that cannot be read included, or was upgraded to another product.
  fileprivate var saysCancelled: Bool {
    if payload.composition?.upgradedPurchases.contains(index) == true { return true }
    let slot = 1712 - AttributeTable.purchase.firstType
    return payload.purchases[index].hasMet(slot) && payload.purchases.value(index, slot) != noDate
  }
}
