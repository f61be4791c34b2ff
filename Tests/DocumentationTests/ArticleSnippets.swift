// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptInput
import ReceiptVerification
import StrictJSON
import Testing
import VerifyReceipt

/// What the articles show, run on receipts whose answers are known. What stands between `// shown` and `// end` is the
/// text of a document.
@Suite struct ArticleSnippets {
  static let forge = Result { try TestAuthority() }

  /// A receipt with a subscription that runs in June 2025 and a product that was bought for good.
  static func sample() -> SampleReceipt {
    var sample = SampleReceipt.production(created: "2025-06-01T12:00:00Z")
    sample.purchases = [
      .subscription(
        "com.example.pro.monthly", transactionID: "1000001", purchaseDate: "2025-05-20T08:00:00Z",
        expiresDate: "2025-06-20T08:00:00Z", webOrderLineItemID: 5_000_001),
      SamplePurchase(
        "com.example.lifetime", transactionID: "1000002", purchaseDate: "2025-05-20T08:00:00Z",
        productType: 0),
    ]
    return sample
  }

  static func signed(_ sample: SampleReceipt) throws -> [UInt8] {
    try sample.recipe().signed(by: forge.get().signer())
  }

  static func verifier(_ environments: Set<ReceiptEnvironment> = [.production]) throws -> ReceiptVerifier {
    try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: environments,
      anchors: .custom([forge.get().rootCertificate]))
  }

  static func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }
}
