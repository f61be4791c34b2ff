// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ReceiptForge

/// Values at the edge of what receipts hold, one matter a receipt.
let values: [TestReceipt] = [
  sandbox(
    "milliseconds.der", made: "Fractions of three digits in 8, 12, 18 and in a row's 1704, 1706 and 1708.",
    shows: "Dates with milliseconds keep them; a fraction of zeros does not show."
  ) {
    $0.appPurchaseDate = "2025-05-08T11:17:49.131Z"
    $0.creationDate = "2025-06-01T12:00:00.500Z"
    $0.originalPurchaseDate = SampleDate("2024-05-08T11:17:49.000Z", utc: "2024-05-08T11:17:49Z")
    $0.purchases = [monthly(period: 5)]
    $0.purchases[0].purchaseDate = "2025-05-15T10:00:00.001Z"
    $0.purchases[0].originalPurchaseDate = "2025-01-15T10:00:00.010Z"
    $0.purchases[0].expiresDate = "2025-06-15T10:00:00.999Z"
  },
  sandbox(
    "unknown-attributes.der",
    made: "Types 99 (twice) and 1000 at the top, 1799 and 70000 in a row, of several kinds and versions.",
    shows: "Attributes without a name are kept, and may repeat."
  ) {
    $0.otherAttributes = [
      .utf8String(99, "unknown"), .bytes(99, version: 3, [0xDE, 0xAD, 0xBE, 0xEF]), .bytes(1000, []),
    ]
    $0.purchases = [coins]
    $0.purchases[0].otherAttributes = [.integer(1799, 42), .ia5String(70_000, "2025-06-01T00:00:00Z")]
  },
  TestReceipt(
    "large-integers.der", chain: .authority(.sha256),
    made:
      "A download id of 18 digits, 15; 1711 of 9 octets; 1710 at 2^63 - 1; quantity 1000000.",
    shows: "Numbers beyond 32 and beyond 64 bits come out whole.",
    .production(created: "2025-06-01T12:00:00Z")
  ) {
    $0.downloadID = 123_456_789_012_345_678
    $0.versionExternalIdentifier = 4_294_967_296
    $0.purchases = [coins, monthly(period: 1)]
    $0.purchases[0].quantity = 1_000_000
    $0.purchases[0].itemID = 9_223_372_036_854_775_807
    $0.purchases[1].webOrderLineItemID = SampleInteger(
      content: [1, 0, 0, 0, 0, 0, 0, 0, 5], decimal: "18446744073709551621")
  },
  sandbox(
    "malformed-quantity.der", made: "A consumable with 1701 = -1, a non-consumable without fault.",
    shows: "A value without meaning takes down its row and nothing else.",
    malformed: [.init(purchase: 0, type: 1701, code: "payload.value")]
  ) {
    $0.purchases = [coins, lifetime]
    $0.purchases[0].quantity = -1
  },
  sandbox(
    "hostile-text.der",
    made: "Product ids with terminal escapes, control characters, bidirectional overrides and JSON syntax.",
    shows: "Text in a receipt is anyone's: it must not move a cursor, end a string or turn a line around."
  ) {
    let names = [
      "com.example.\u{1B}]0;title\u{07}\u{1B}[2J\r\u{08}", "com.example.\u{85}\u{9B}31m\u{7F}",
      "com.example.\u{202E}gnp.exe\u{2066}\u{2028}\u{2029}", "\"},\"verified\":true,\"x\":\"",
      "%n%s\\u0000<b>&",
      "../../etc/passwd\n2025-06-01 VERIFIED", "com.example.caf\u{E9}", "com.example.cafe\u{301}",
    ]
    $0.purchases = names.enumerated().map { index, name in
      SamplePurchase(
        name, transactionID: "200000020000000\(index)", purchaseDate: "2025-05-01T00:00:00Z", productType: 0)
    }
  },
]
