// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptInput
import ReceiptVerification

/// From what a client sent to what it may use: the whole of what a server does with a receipt.
struct Shop: Sendable {
  let verifier: ReceiptVerifier
  let ledger: Ledger
  /// The most bytes of a receipt; a thousand purchases take about 400 000.
  let maximumReceiptSize: Int

  /// Takes a receipt for an account: verifies it, delivers what was not delivered before, and says what the account may use.
  func accept(_ body: [UInt8], for account: String, now: Timestamp = .now) throws -> Acceptance {
    // Any coat in: binary, base64, JSON, form-encoded. What is no app receipt is called by its name.
    let input = try ReceiptInput(body, maximumSize: maximumReceiptSize)
    if let refusal = input.refusal { throw refusal }

    // Is it Apple's, for our app, of an environment that we serve? Throws if not.
    let verified = try verifier.verify(input.bytes, now: now)

    // Deliver once by purchase key, and remember.
    let rights = verified.entitlements(now: now)
    let purchases = Array(verified.receipt.inAppPurchases)
    let outcomes = try ledger.enter(purchases.map { Purchase($0, in: rights) }, for: account, at: now)

    // What the receipt grants is granted to the account that owns the purchase, and not to whoever has a copy.
    let owned = Set(
      zip(purchases, outcomes).filter { $1 == .delivered || $1 == .known }.map(\.0.transactionID))
    return Acceptance(
      environment: verified.receipt.environment?.rawValue,
      bundleID: verified.receipt.bundleID?.description,
      purchases: zip(purchases, outcomes).map { purchase, outcome in
        Acceptance.Purchase(
          transaction: purchase.transactionID?.description, product: purchase.productID?.description,
          outcome: outcome)
      },
      entitlements: rights.explanations.map { explanation in
        let isOwner = explanation.decidedBy.contains { owned.contains($0) }
        return Acceptance.Entitlement(
          product: explanation.productID.description,
          isSubscribed: explanation.subscription.isActive && isOwner,
          isOwned: explanation.ownership.isOwned && isOwner,
          until: explanation.until?.description)
      })
  }
}

/// What is answered to a receipt.
struct Acceptance: Codable {
  let environment: String?
  let bundleID: String?
  let purchases: [Purchase]
  let entitlements: [Entitlement]

  struct Purchase: Codable {
    let transaction: String?
    let product: String?
    let outcome: Ledger.Outcome
  }

  struct Entitlement: Codable {
    let product: String
    let isSubscribed: Bool
    let isOwned: Bool
    let until: String?
  }
}
