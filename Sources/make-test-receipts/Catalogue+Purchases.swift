// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// What purchases can be, one matter a receipt.
let purchases: [TestReceipt] = [
  sandbox(
    "no-purchases.der", made: "`SampleReceipt.sandbox` as it is.",
    shows: "A receipt without any purchase: in_app is empty."
  ) { _ in },
  sandbox(
    "product-types.der", made: "Five purchases, 1707 from 0 to 4.", shows: "Every product type."
  ) {
    $0.purchases = [lifetime, coins, season, monthly(period: 1), magazine]
  },
  sandbox(
    "family-shared.der", made: "Two non-consumables, 1722 = 1 in the first and 0 in the second.",
    shows: "What the family shares next to what the buyer bought."
  ) {
    var own = lifetime
    own.productID = "com.example.app.stickers"
    own.transactionID = "2000000600000002"
    own.originalTransactionID = "2000000600000002"
    $0.purchases = [lifetime, own]
    $0.purchases[0].ownership = 1
  },
  sandbox(
    "promotional-offer.der", made: "Two subscription periods, 1721 in the second.",
    shows: "A promotional offer's id stands only in the period that it was used for."
  ) {
    $0.purchases = [monthly(period: 1), monthly(period: 2)]
    $0.purchases[1].promotionalOfferID = "pay_up_front_3_months"
  },
  sandbox(
    "refund.der", made: "A non-consumable and a subscription period with 1712 set, another period without.",
    shows: "A refund is a cancellation date; the other period still counts."
  ) {
    $0.purchases = [lifetime, monthly(period: 1), monthly(period: 5)]
    $0.purchases[0].cancellationDate = "2025-01-02T03:04:05Z"
    $0.purchases[1].cancellationDate = "2025-01-20T00:00:00Z"
  },
  sandbox(
    "trial-and-intro.der", made: "Three subscription periods: 1713 = 1, then 1719 = 1, then neither.",
    shows: "A free trial, an introductory price, and a period at full price."
  ) {
    $0.purchases = [monthly(period: 1), monthly(period: 2), monthly(period: 3)]
    $0.purchases[0].isTrialPeriod = 1
    $0.purchases[1].isInIntroOfferPeriod = 1
  },
  sandbox(
    "purchases-200.der", made: "200 hourly periods of one subscription.",
    shows: "Many rows, whose order in the receipt is not that of time."
  ) {
    $0.creationDate = "2025-06-09T12:00:00Z"
    $0.purchases = (0..<200).map(hourly)
  },
]

/// A sandbox receipt of the SHA-256 era.
func sandbox(
  _ file: String, made: String, shows: String, malformed: [TestReceipt.MalformedValue] = [],
  _ change: (inout SampleReceipt) -> Void
) -> TestReceipt {
  TestReceipt(
    file, chain: .authority(.sha256), made: made, shows: shows, malformed: malformed,
    .sandbox(created: "2025-06-01T12:00:00Z"), change)
}

/// A non-renewing subscription, which carries no expiry.
private let season = SamplePurchase(
  "com.example.app.season", transactionID: "2000000500000001", purchaseDate: "2025-04-01T00:00:00Z",
  productType: 2)

/// A free subscription, seen in 2015 only.
private let magazine = SamplePurchase(
  "com.example.app.magazine", transactionID: "2000000400000001", purchaseDate: "2025-04-02T00:00:00Z",
  productType: 4)

/// The hour of that number since 2025-06-01 00:00 of a subscription that renews every hour.
private func hourly(_ hour: Int) -> SamplePurchase {
  var purchase = SamplePurchase.subscription(
    "com.example.app.pro.yearly", transactionID: String(2_000_000_300_000_000 + hour),
    purchaseDate: instant(hour), expiresDate: instant(hour + 1),
    webOrderLineItemID: SampleInteger(2_000_000_095_000_000 + Int64(hour)))
  purchase.originalTransactionID = "2000000300000000"
  purchase.originalPurchaseDate = instant(0)
  return purchase
}

/// So many hours after 2025-06-01 00:00, within June.
private func instant(_ hours: Int) -> SampleDate {
  let (day, hour) = (hours / 24 + 1, hours % 24)
  return SampleDate("2025-06-0\(day)T\(hour < 10 ? "0" : "")\(hour):00:00Z")
}
