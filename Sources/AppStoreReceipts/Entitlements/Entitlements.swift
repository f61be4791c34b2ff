// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What the buyer is entitled to at one instant, by what a receipt says.
///
/// The answers are literal: they hold for the instant that was asked for, past or future, as far as the receipt knows. It
/// knows nothing that happened after its creation: no renewal, no refund, and never grace periods or billing retries.
/// docs/entitlements.md has the rules in one table.
public struct Entitlements: Sendable {
  /// The receipt that the answers come from.
  public let receipt: AppReceipt

  /// The instant that the answers are for.
  public let instant: Timestamp

  /// How many seconds longer than paid for a subscription counts, from 0 up.
  public let tolerance: Int64

  /// Whether the receipt was made for local testing, so that anyone could have made it.
  public let isLocalTesting: Bool

  /// All purchases, in the receipt's order.
  let rows: [PurchaseRow]

  /// Whether the receipt itself has expired (type 21, volume purchases), or does not say readably when it does. Nothing is
  /// granted then.
  public let isReceiptExpired: Bool

  package init(receipt: AppReceipt, at instant: Timestamp, tolerance: Int64, isLocalTesting: Bool) {
    self.receipt = receipt
    self.instant = instant
    self.tolerance = max(0, tolerance)
    self.isLocalTesting = isLocalTesting
    rows = PurchaseRow.all(of: receipt)
    isReceiptExpired = receipt.lastInstant.map { $0 <= instant } ?? true
  }

  // MARK: - The two questions

  /// Whether a product is an auto-renewable subscription whose paid period holds the instant.
  ///
  /// `true` when some row of the product is auto-renewable, sound, not cancelled, and purchase ≤ instant < expiration.
  public func isSubscribedWithAutoRenewProduct(_ productID: String) -> Bool {
    subscriptionStatus(of: productID).isActive
  }

  /// Whether a product is a non-consumable or a non-renewing subscription that was bought and not cancelled.
  ///
  /// The receipt has no end for a non-renewing subscription: how long it lasts is for the caller to know.
  public func isValidWithPersistentProductId(_ productID: String) -> Bool {
    ownership(of: productID).isOwned
  }

  // MARK: - Their reasons

  /// Where a subscription stands.
  public func subscriptionStatus(of productID: String) -> SubscriptionStatus {
    subscriptionStatus(ofAnyIn: [productID])
  }

  /// Where a subscription stands that may be had as any of several products, those of a subscription group for instance.
  public func subscriptionStatus(ofAnyIn productIDs: [String]) -> SubscriptionStatus {
    decision(on: rows(of: productIDs)).status
  }

  /// Whether a product is owned.
  public func ownership(of productID: String) -> Ownership {
    ownership(of: rows(of: [productID]))
  }

  /// The products of which a subscription is active, each with the end of what is paid, in the order of their bytes.
  public var activeSubscriptions: [(productID: ReceiptText, until: Timestamp)] {
    rowsByProduct.compactMap { product, rows in
      guard case .active(let until) = decision(on: rows).status else { return nil }
      return (product, until)
    }
  }

  // MARK: - Purchases

  /// Every product that a row names, in the order of their bytes.
  public var products: [ReceiptText] {
    rowsByProduct.map(\.productID)
  }

  /// The purchases of a product, whatever they are worth, by purchase date.
  public func purchases(of productID: String) -> [InAppPurchase] {
    rows(of: [productID]).map(\.purchase).sortedByPurchaseDate()
  }

  /// The rows of a transaction: none when the receipt does not have it, several when it has it more than once.
  public func transaction(_ transactionID: String) -> [InAppPurchase] {
    rows.filter { $0.purchase.transactionID?.matches(transactionID) == true }.map(\.purchase)
  }

  /// Whether some row of a transaction is cancelled, so that all of them are.
  public func isCancelled(_ transactionID: String) -> Bool {
    rows.contains { $0.purchase.transactionID?.matches(transactionID) == true && $0.isCancelled }
  }

  // MARK: - Rows

  /// The rows of each product, the products in the order of their bytes.
  var rowsByProduct: [(productID: ReceiptText, rows: [PurchaseRow])] {
    var groups: [ReceiptText: [PurchaseRow]] = [:]
    for row in rows {
      guard let product = row.productID else { continue }
      groups[product, default: []].append(row)
    }
    return groups.sorted { $0.key < $1.key }.map { (productID: $0.key, rows: $0.value) }
  }

  func rows(of productIDs: [String]) -> [PurchaseRow] {
    rows.filter { row in productIDs.contains { row.productID?.matches($0) == true } }
  }
}

extension AppReceipt {
  /// What a receipt of which nothing is proven would entitle to: for looking at receipts, never for granting anything.
  ///
  /// - Parameters:
  ///   - instant: The instant that is asked for.
  ///   - tolerance: How many seconds longer than paid for a subscription counts, from 0 up.
  public func unverifiedEntitlements(at instant: Timestamp, tolerance: Int64 = 0) -> Entitlements {
    Entitlements(receipt: self, at: instant, tolerance: tolerance, isLocalTesting: false)
  }

  /// The first instant at which the receipt is worth nothing: `latest` without one, `nil` when it cannot be read.
  var lastInstant: Timestamp? {
    guard payload.values.hasMet(21) else { return .latest }
    guard let slot = payload.values[21] else { return nil }
    return slot == noDate ? .latest : Timestamp(millisecondsSince1970: slot)
  }
}

extension [InAppPurchase] {
  /// By purchase date, those without one last; at the same instant in the receipt's order.
  func sortedByPurchaseDate() -> [InAppPurchase] {
    sorted { left, right in
      (left.purchaseDate ?? .latest, left.index) < (right.purchaseDate ?? .latest, right.index)
    }
  }
}
