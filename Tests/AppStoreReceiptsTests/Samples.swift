// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge

/// A value of a known attribute, and what its property must say of it.
struct Sample<Owner>: Sendable {
  let attribute: Attribute
  let expected: String
  let property: @Sendable (Owner) -> String?

  init(_ attribute: Attribute, _ expected: String, _ property: @escaping @Sendable (Owner) -> String?) {
    self.attribute = attribute
    self.expected = expected
    self.property = property
  }
}

/// What each known attribute at the top level holds, once.
let receiptSamples: [Int: Sample<AppReceipt>] = [
  0: Sample(.utf8String(0, "ProductionVPP"), "ProductionVPP") { $0.receiptType?.description },
  1: Sample(.integer(1, 597_077_261), "597077261") { $0.appItemID?.description },
  2: Sample(.utf8String(2, "com.example.app"), "com.example.app") { $0.bundleID?.description },
  3: Sample(.utf8String(3, "1490"), "1490") { $0.appVersion?.description },
  4: Sample(.bytes(4, version: 2, [0, 1, 2]), "000102") { $0.opaqueValue.map { hexadecimalText($0) } },
  5: Sample(.bytes(5, Array(1...20)), "0102030405060708090a0b0c0d0e0f1011121314") {
    $0.sha1Hash.map { hexadecimalText($0) }
  },
  6: Sample(.bytes(6, [0x0C, 1, 0x41]), "0c0141") { $0.attribute(6).map { hexadecimalText($0.value) } },
  7: Sample(.bytes(7, [0xFF]), "ff") { $0.attribute(7).map { hexadecimalText($0.value) } },
  8: Sample(.ia5String(8, "2020-10-08T11:17:49.131Z"), "2020-10-08T11:17:49.131Z") {
    $0.appPurchaseDate?.description
  },
  9: Sample(.integer(9, 0x5033_3035), "P305") { $0.serverVersion?.description },
  10: Sample(.ia5String(10, "17+"), "17+") { $0.ageRating?.description },
  11: Sample(.integer(11, 2003), "2003") { $0.developerID?.description },
  12: Sample(.ia5String(12, "2020-09-01T16:58:49+0300"), "2020-09-01T13:58:49Z") {
    $0.creationDate?.description
  },
  13: Sample(.integer(13, 180_602), "180602") { $0.clientVersion?.description },
  14: Sample(.integer(14, 229), "229") { $0.deviceModelCode?.description },
  15: Sample(.integer(15, 720_123_456_789_012_345), "720123456789012345") { $0.downloadID?.description },
  16: Sample(.integer(16, content: [1, 0, 0, 0, 0, 0, 0, 0, 0]), "18446744073709551616") {
    $0.versionExternalID?.description
  },
  17: Sample(PurchaseRecipe([.utf8String(1702, "p")]).attribute(), "p") {
    $0.inAppPurchases.first?.productID?.description
  },
  18: Sample(.ia5String(18, "2013-08-01T07:00:00Z"), "2013-08-01T07:00:00Z") {
    $0.originalPurchaseDate?.description
  },
  19: Sample(.utf8String(19, "1.0"), "1.0") { $0.originalAppVersion?.description },
  20: Sample(.utf8String(20, ""), "0c00") { $0.attribute(20).map { hexadecimalText($0.value) } },
  21: Sample(.ia5String(21, "4001-01-01T02:00:00+0200"), "4001-01-01T00:00:00Z") {
    $0.expirationDate?.description
  },
  22: Sample(.bytes(22, [1]), "01") { $0.attribute(22).map { hexadecimalText($0.value) } },
  23: Sample(.utf8String(23, "V"), "0c0156") { $0.attribute(23).map { hexadecimalText($0.value) } },
  25: Sample(.integer(25, 3), "iOS") { $0.platform.map { "\($0)" } },
  32: Sample(.bytes(32, []), "") { $0.attribute(32).map { hexadecimalText($0.value) } },
]

/// What each known attribute of a purchase holds, once.
let purchaseSamples: [Int: Sample<InAppPurchase>] = {
  var samples: [Int: Sample<InAppPurchase>] = [
    1701: Sample(.integer(1701, 1 << 53), "9007199254740992") { $0.quantity.map(String.init) },
    1702: Sample(.utf8String(1702, "month_premium"), "month_premium") { $0.productID?.description },
    1703: Sample(.utf8String(1703, "0"), "0") { $0.transactionID?.description },
    1704: Sample(.ia5String(1704, "2016-03-02T08:20:36Z"), "2016-03-02T08:20:36Z") {
      $0.purchaseDate?.description
    },
    1705: Sample(.utf8String(1705, "1000000"), "1000000") { $0.originalTransactionID?.description },
    1706: Sample(.ia5String(1706, "2016-03-01T08:20:36Z"), "2016-03-01T08:20:36Z") {
      $0.originalPurchaseDate?.description
    },
    1707: Sample(.integer(1707, 3), "autoRenewableSubscription") { $0.productType.map { "\($0)" } },
    1708: Sample(.ia5String(1708, "2016-04-02T08:20:36Z"), "2016-04-02T08:20:36Z") {
      $0.expirationDate?.description
    },
    1710: Sample(.integer(1710, 1_297_239_070), "1297239070") { $0.itemID?.description },
    1711: Sample(.integer(1711, content: hex("07 1A FD 50 E7 48 2D")), "2000000123357229") {
      $0.webOrderLineItemID?.description
    },
    1712: Sample(.ia5String(1712, "2016-03-03T00:00:00Z"), "2016-03-03T00:00:00Z") {
      $0.cancellationDate?.description
    },
    1713: Sample(.integer(1713, 1), "true") { $0.isTrialPeriod.map { "\($0)" } },
    1719: Sample(.integer(1719, 0), "false") { $0.isInIntroductoryOfferPeriod.map { "\($0)" } },
    1720: Sample(.integer(1720, 1), "1") { $0.cancellationReason.map(String.init) },
    1721: Sample(.utf8String(1721, "offer"), "offer") { $0.promotionalOfferID?.description },
    1722: Sample(.integer(1722, 1), "familyShared") { $0.ownershipType.map { "\($0)" } },
  ]
  for type in [1709, 1714, 1715, 1716, 1717, 1718] {
    samples[type] = Sample(
      .utf8String(Int64(type), "\(type)"), hexadecimalText(element(0x0C, Array("\(type)".utf8)))
    ) {
      $0.attributes.first { $0.type == type }.map { hexadecimalText($0.value) }
    }
  }
  return samples
}()
