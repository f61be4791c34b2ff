// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts

/// Reads every field of a receipt and of its purchases, and gives a sum over them, so that nothing is left out.
struct EveryField {
  /// Whether texts become strings of their own, rather than views of the receipt's bytes.
  let makesStrings: Bool

  func sum(_ receipt: AppReceipt) -> Int64 {
    var sum: Int64 = 0
    add(receipt.receiptType, &sum)
    add(receipt.bundleID, &sum)
    add(receipt.appVersion, &sum)
    add(receipt.originalAppVersion, &sum)
    add(receipt.ageRating, &sum)
    add(receipt.creationDate, &sum)
    add(receipt.originalPurchaseDate, &sum)
    add(receipt.appPurchaseDate, &sum)
    add(receipt.expirationDate, &sum)
    add(receipt.appItemID, &sum)
    add(receipt.downloadID, &sum)
    add(receipt.versionExternalID, &sum)
    add(receipt.developerID, &sum)
    add(receipt.clientVersion, &sum)
    add(receipt.deviceModelCode, &sum)
    add(receipt.serverVersion?.number, &sum)
    sum &+= receipt.platform == .iOS ? 1 : 0
    sum &+= Int64(receipt.opaqueValue?.count ?? 0) &+ Int64(receipt.sha1Hash?.count ?? 0)
    for purchase in receipt.inAppPurchases { add(purchase, &sum) }
    return sum
  }

  private func add(_ purchase: InAppPurchase, _ sum: inout Int64) {
    add(purchase.productID, &sum)
    add(purchase.transactionID, &sum)
    add(purchase.originalTransactionID, &sum)
    add(purchase.promotionalOfferID, &sum)
    add(purchase.purchaseDate, &sum)
    add(purchase.originalPurchaseDate, &sum)
    add(purchase.expirationDate, &sum)
    add(purchase.cancellationDate, &sum)
    add(purchase.itemID, &sum)
    add(purchase.webOrderLineItemID, &sum)
    sum &+= purchase.quantity ?? 0
    sum &+= purchase.cancellationReason ?? 0
    sum &+= purchase.productType == .autoRenewableSubscription ? 1 : 0
    sum &+= purchase.ownershipType == .purchased ? 1 : 0
    sum &+= purchase.isTrialPeriod == true ? 1 : 0
    sum &+= purchase.isInIntroductoryOfferPeriod == true ? 1 : 0
    sum &+= purchase.hasProblems ? 1 : 0
  }

  private func add(_ text: ReceiptText?, _ sum: inout Int64) {
    guard let text else { return }
    sum &+= Int64(makesStrings ? text.description.utf8.count : text.utf8.count)
  }

  private func add(_ date: Timestamp?, _ sum: inout Int64) {
    sum &+= date?.millisecondsSince1970 ?? 0
  }

  private func add(_ number: ASN1Integer?, _ sum: inout Int64) {
    sum &+= number?.int64 ?? 0
  }
}
