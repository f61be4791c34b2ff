// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// Every receipt that `TestReceipts` holds.
let catalogue: [TestReceipt] = kinds + purchases + values

/// One of each kind of receipt that exists: environment, platform, digest, encoding.
private let kinds: [TestReceipt] = [
  TestReceipt(
    "sandbox-sha256.der", chain: .authority(.sha256),
    made: "`SampleReceipt.sandbox` with two subscription periods, a consumable and a non-consumable.",
    shows: "A sandbox receipt of today, SHA-256 throughout, with a few purchases.",
    .sandbox(created: "2025-06-01T12:00:00Z")
  ) {
    $0.purchases = [monthly(period: 1), monthly(period: 2), coins, lifetime]
  },
  TestReceipt(
    "production-sha256.der", chain: .authority(.sha256),
    made: "`SampleReceipt.production` with a non-consumable and a subscription period.",
    shows: "A production receipt of today: item, download, developer and build ids are not zero.",
    .production(created: "2025-06-01T12:00:00Z")
  ) {
    $0.purchases = [lifetime, monthly(period: 1)]
    $0.purchases[0].itemID = 1_234_567_998
    $0.purchases[1].itemID = 1_234_567_999
  },
  TestReceipt(
    "production-sha1.der", chain: .authority(.sha1),
    made: "`SampleReceipt.production` dated 2016: no 1719, no 1722.",
    shows: "A production receipt of 2016, SHA-1 throughout; its chain ended in February 2023.",
    .production(created: "2016-09-27T11:55:36Z")
  ) {
    $0.serverVersion = "P247"
    $0.clientVersion = 90_302
    $0.originalPurchaseDate = "2016-03-04T05:06:07Z"
    $0.purchases = [
      SamplePurchase(
        "com.example.app.crystal", transactionID: "310000144000001", purchaseDate: "2016-09-27T11:54:02Z")
    ]
    $0.purchases[0].itemID = 987_654_321
    $0.purchases[0].ownership = nil
  },
  TestReceipt(
    "sandbox-sha1.der", chain: .authority(.sha1),
    made: "`SampleReceipt.sandbox` dated 2021, the rows with 1722.",
    shows: "A sandbox receipt of 2021, SHA-1 throughout.", .sandbox(created: "2021-11-23T08:00:00Z")
  ) {
    $0.serverVersion = "P256"
    $0.clientVersion = 150_100
    $0.purchases = [
      .subscription(
        "com.example.app.pro.monthly", transactionID: "1000000900000001",
        purchaseDate: "2021-11-23T07:50:00Z", expiresDate: "2021-11-23T07:55:00Z",
        webOrderLineItemID: 1_000_000_068_000_001)
    ]
  },
  TestReceipt(
    "production-late-2015.der", chain: .authority(.late2015),
    made:
      "`SampleReceipt.production` dated October 2015, its leaf signed with SHA-256, the receipt with SHA-1.",
    shows: "The digest of a receipt is SignerInfo's and not that of its certificate.",
    .production(created: "2015-10-07T09:10:11Z")
  ) {
    $0.serverVersion = "P239"
    $0.clientVersion = 90_002
    $0.originalPurchaseDate = "2014-05-06T07:08:09Z"
  },
  TestReceipt(
    "mac.der", chain: .authority(.sha256), made: "`SampleReceipt.mac`: no type 20, a GUID of 6 bytes.",
    shows: "A receipt of a Mac app: platform 2, the device hash made with a MAC address.",
    .mac(created: "2025-03-14T15:09:26Z")
  ) {
    $0.purchases = [lifetime]
    $0.purchases[0].itemID = 1_234_567_998
  },
  TestReceipt(
    "vpp.der", chain: .authority(.sha256),
    made: "`SampleReceipt.production` of type ProductionVPP with type 21.",
    shows: "A receipt from volume purchase, which expires as a whole.",
    .production(created: "2025-06-01T12:00:00Z")
  ) {
    $0.receiptType = "ProductionVPP"
    $0.expirationDate = "2025-12-31T23:59:59Z"
    $0.purchases = [lifetime]
    $0.purchases[0].itemID = 1_234_567_998
  },
  TestReceipt(
    "xcode.der", chain: .xcodeLike, made: "`SampleReceipt.xcode`, no purchase.",
    shows: "Xcode's encoding: BER with indefinite lengths, 8 opaque bytes, a self-signed certificate.",
    .xcode(created: "2023-10-19T01:18:54Z")),
  TestReceipt(
    "xcode-purchases.der", chain: .xcodeLike,
    made:
      "`SampleReceipt.xcode` with two purchases and local offsets; rows hold 1701 to 1704, 1708, 1719 only.",
    shows: "Dates with an offset and no colon, rows without types or original ids, transaction id 0.",
    .xcode(created: SampleDate("2023-10-19T04:45:40+0300", utc: "2023-10-19T01:45:40Z"))
  ) {
    $0.expirationDate = SampleDate("4001-01-01T03:00:00+0300", utc: "4001-01-01T00:00:00Z")
    $0.purchases = [
      .xcode(
        "com.example.app.pass", transactionID: "0",
        purchaseDate: SampleDate("2023-10-19T04:45:36+0300", utc: "2023-10-19T01:45:36Z"),
        expiresDate: SampleDate("2023-11-19T04:45:36+0300", utc: "2023-11-19T01:45:36Z")),
      .xcode("coins.100", transactionID: "1", purchaseDate: "2023-10-19T01:45:39Z"),
    ]
    $0.purchases[0].isInIntroOfferPeriod = 1
  },
]

/// A month of the monthly subscription in 2025, `period` being its month.
func monthly(period: Int) -> SamplePurchase {
  var purchase = SamplePurchase.subscription(
    "com.example.app.pro.monthly", transactionID: "200000080000000\(period)",
    purchaseDate: SampleDate("2025-0\(period)-15T10:00:00Z"),
    expiresDate: SampleDate("2025-0\(period + 1)-15T10:00:00Z"),
    webOrderLineItemID: SampleInteger(2_000_000_090_000_000 + Int64(period)))
  purchase.originalTransactionID = "2000000800000001"
  purchase.originalPurchaseDate = "2025-01-15T10:00:00Z"
  return purchase
}

/// A consumable.
let coins = SamplePurchase(
  "com.example.app.coins.100", transactionID: "2000000700000001", purchaseDate: "2025-05-31T23:59:59Z")

/// A non-consumable.
let lifetime = SamplePurchase(
  "com.example.app.lifetime", transactionID: "2000000600000001", purchaseDate: "2024-12-24T18:00:00Z",
  productType: 0)
