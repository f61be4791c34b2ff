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

  /// All purchases, by purchase date.
  let rows: [PurchaseRow]

  /// Where in `rows` those of each product stand: a receipt may have many products, and each is asked about.
  private let positions: [ReceiptText: [Int]]

  /// Whether the receipt itself has expired (type 21, volume purchases), or does not say readably when it does. Nothing is
  /// granted then.
  public let isReceiptExpired: Bool

  /// - Parameter graceEnds: Until when subscriptions go on for another reason than payment, by the indices of the purchases
  ///   whose periods that prolongs. No binary receipt knows.
  package init(
    receipt: AppReceipt, at instant: Timestamp, tolerance: Int64, isLocalTesting: Bool,
    graceEnds: [Int: Timestamp] = [:]
  ) {
    self.receipt = receipt
    self.instant = instant
    self.tolerance = max(0, tolerance)
    self.isLocalTesting = isLocalTesting
    rows = PurchaseRow.all(of: receipt, graceEnds: graceEnds)
    var positions: [ReceiptText: [Int]] = [:]
    for (position, row) in rows.enumerated() {
      if let productID = row.productID { positions[productID, default: []].append(position) }
    }
    self.positions = positions
    isReceiptExpired = receipt.firstInstantExpired.map { $0 <= instant } ?? false
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
    decision(on: rows(of: productIDs.map { ReceiptText($0) })).status
  }

  /// Whether a product is owned.
  public func ownership(of productID: String) -> Ownership {
    ownership(of: rows(of: [ReceiptText(productID)]))
  }

  /// The products of which a subscription is active, each with the end of what is paid, in the order of their bytes.
  public var activeSubscriptions: [(productID: ReceiptText, until: Timestamp)] {
    products.compactMap { product in
      guard case .active(let until) = decision(on: rows(of: [product])).status else { return nil }
      return (product, until)
    }
  }

  // MARK: - Purchases

  /// Every product that a row names, in the order of their bytes.
  public var products: [ReceiptText] {
    positions.keys.sorted()
  }

  /// The purchases of a product, whatever they are worth, by purchase date.
  public func purchases(of productID: String) -> [InAppPurchase] {
    rows(of: [ReceiptText(productID)]).map(\.purchase)
  }

  /// The rows of a transaction, by purchase date: none when the receipt does not have it, several when it has it more than
  /// once.
  public func transaction(_ transactionID: String) -> [InAppPurchase] {
    rows.filter { $0.purchase.transactionID?.matches(transactionID) == true }.map(\.purchase)
  }

  /// Whether some row of a transaction is cancelled, so that all of them are.
  public func isCancelled(_ transactionID: String) -> Bool {
    rows.contains { $0.purchase.transactionID?.matches(transactionID) == true && $0.isCancelled }
  }

  // MARK: - Rows

  /// The rows of some products, by purchase date.
  func rows(of productIDs: [ReceiptText]) -> [PurchaseRow] {
    Set(productIDs).flatMap { positions[$0] ?? [] }.sorted().map { rows[$0] }
  }
}

extension AppReceipt {
  /// What a receipt of which nothing is proven would entitle to: for looking at receipts, never for granting anything.
  ///
  /// - Parameters:
  ///   - instant: The instant that is asked for.
  ///   - tolerance: How many seconds longer than paid for a subscription counts, from 0 up.
  public func unverifiedEntitlements(at instant: Timestamp, tolerance: Int64 = 0) -> Entitlements {
    Entitlements(receipt: self, at: instant, tolerance: tolerance, isLocalTesting: environment == .xcode)
  }

  /// The first instant at which the receipt is worth nothing: `nil` when there is none, the first of all when type 21 cannot
  /// be read.
  ///
  /// Xcode writes the first instant of the year 4001 for never (observed), whatever the question's instant.
  var firstInstantExpired: Timestamp? {
    guard payload.values.hasMet(21), payload.values[21] != noDate else { return nil }
    guard let date = expirationDate else { return .earliest }
    return date == Timestamp(millisecondsSince1970: 64_092_211_200_000) ? nil : date
  }
}
