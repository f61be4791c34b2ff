// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import StrictJSON

/// The answer about an app receipt, in the order of keys that Apple has (observed).
struct AppReceiptAnswer {
  let receipt: AppReceipt
  /// The receipt as it was sent.
  let bytes: [UInt8]
  let excludesOldTransactions: Bool
  let now: Timestamp

  func write(to writer: inout JSONWriter) {
    // A row that cannot be read in full must not look like one that says less.
    let purchases = receipt.inAppPurchases.filter { !$0.hasProblems }
    writer.object { object in
      object.member("status", integer: VerifyReceiptResponse.Status.valid.rawValue)
      object.member("environment", string: receipt.environment == .sandbox ? "Sandbox" : "Production")
      object.object("receipt") { receipt in
        writeReceipt(to: &receipt)
        receipt.array("in_app") { array in
          for purchase in purchases { array.object { write(purchase, to: &$0) } }
        }
      }
      guard !purchases.isEmpty else { return }
      object.array("latest_receipt_info") { array in
        for purchase in latest(purchases) { array.object { write(purchase, to: &$0) } }
      }
      object.member("latest_receipt", string: base64Text(bytes))
    }
  }

  private func writeReceipt(to object: inout JSONObjectWriter) {
    object.member("receipt_type", string: receipt.receiptType?.utf8)
    object.member("adam_id", integer: receipt.appItemID?.int64)
    object.member("app_item_id", integer: receipt.appItemID?.int64)
    object.member("bundle_id", string: receipt.bundleID?.utf8)
    object.member("application_version", string: receipt.appVersion?.utf8)
    object.member("download_id", integer: receipt.downloadID?.int64)
    object.member("version_external_identifier", integer: receipt.versionExternalID?.int64)
    object.date(
      "receipt_creation_date", "receipt_creation_date_ms", "receipt_creation_date_pst", receipt.creationDate)
    object.date("request_date", "request_date_ms", "request_date_pst", now)
    object.date(
      "original_purchase_date", "original_purchase_date_ms", "original_purchase_date_pst",
      receipt.originalPurchaseDate)
    object.member("original_application_version", string: receipt.originalAppVersion?.utf8)
    object.date("expiration_date", "expiration_date_ms", "expiration_date_pst", receipt.expirationDate)
  }

  private func write(_ purchase: InAppPurchase, to object: inout JSONObjectWriter) {
    object.member("quantity", string: purchase.quantity)
    object.member("product_id", string: purchase.productID?.utf8)
    object.member("transaction_id", string: purchase.transactionID?.utf8)
    object.member("original_transaction_id", string: purchase.originalTransactionID?.utf8)
    object.date("purchase_date", "purchase_date_ms", "purchase_date_pst", purchase.purchaseDate)
    object.date(
      "original_purchase_date", "original_purchase_date_ms", "original_purchase_date_pst",
      purchase.originalPurchaseDate)
    object.date("expires_date", "expires_date_ms", "expires_date_pst", purchase.expirationDate)
    if let item = purchase.webOrderLineItemID, item.int64 != 0 {
      object.member("web_order_line_item_id", string: item.description)
    }
    object.member("is_trial_period", string: purchase.isTrialPeriod.map { "\($0)" })
    object.member("is_in_intro_offer_period", string: purchase.isInIntroductoryOfferPeriod.map { "\($0)" })
    object.member("promotional_offer_id", string: purchase.promotionalOfferID?.utf8)
    switch purchase.ownershipType {
    case .purchased?: object.member("in_app_ownership_type", string: "PURCHASED")
    case .familyShared?: object.member("in_app_ownership_type", string: "FAMILY_SHARED")
    case .other?, nil: break
    }
    object.date(
      "cancellation_date", "cancellation_date_ms", "cancellation_date_pst", purchase.cancellationDate)
    object.member("cancellation_reason", string: purchase.cancellationReason)
  }

  /// The rows of `latest_receipt_info`: all, by purchase date, or of subscriptions the last period alone.
  private func latest(_ purchases: [InAppPurchase]) -> [InAppPurchase] {
    let order = purchases.enumerated().map { place, purchase in (purchase.purchaseDate ?? .latest, place) }
    let sorted = order.sorted(by: <).map { _, place in purchases[place] }
    guard excludesOldTransactions else { return sorted }
    // The last row of each subscription, by the transaction that began it.
    var met: Set<ReceiptText> = []
    let last = sorted.reversed().filter { purchase in
      guard purchase.isAutoRenewable, let subscription = purchase.subscription else { return true }
      return met.insert(subscription).inserted
    }
    return last.reversed()
  }
}

extension InAppPurchase {
  /// What all periods of a subscription have in common.
  fileprivate var subscription: ReceiptText? { originalTransactionID ?? transactionID }
}

extension JSONObjectWriter {
  /// A date under the three keys that Apple gives it.
  fileprivate mutating func date(
    _ key: StaticString, _ millisecondsKey: StaticString, _ pacificKey: StaticString, _ date: Timestamp?
  ) {
    guard let date else { return }
    member(key, string: StoreDate.greenwichText(date))
    member(millisecondsKey, string: date.millisecondsSince1970)
    member(pacificKey, string: StoreDate.pacificText(date))
  }
}
