// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptVerification

/// A receipt that is measured.
struct Input {
  let name: String
  let bytes: [UInt8]
  let root: [UInt8]

  /// Bounds that no receipt here meets.
  static var limits: AppReceipt.Limits {
    var limits = AppReceipt.Limits()
    limits.attributes = 1_000_000
    limits.inputSize = 1 << 30
    return limits
  }

  func verifier() throws -> ReceiptVerifier {
    try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production, .sandbox], anchors: .custom([root]),
      limits: Self.limits)
  }

  // MARK: - Where they come from

  /// A receipt from the folder of test receipts.
  static func testReceipt(_ name: String) throws -> Input {
    let folder = URL(filePath: "TestReceipts")
    return Input(
      name: name, bytes: try [UInt8](Data(contentsOf: folder.appending(path: "\(name).der"))),
      root: try [UInt8](Data(contentsOf: folder.appending(path: "test-root.der"))))
  }

  /// Receipts with so many purchases, hourly periods of one subscription, signed by one test authority.
  static func synthetic(purchases counts: [Int]) throws -> [Input] {
    let authority = try TestAuthority()
    let signer = try authority.signer()
    return try counts.map { count in
      var sample = SampleReceipt.sandbox(created: "2025-06-09T12:00:00Z")
      sample.purchases = (0..<count).map(period)
      return Input(
        name: "\(count) purchases", bytes: try sample.recipe().signed(by: signer),
        root: authority.rootCertificate)
    }
  }

  private static func period(_ number: Int) -> SamplePurchase {
    var purchase = SamplePurchase.subscription(
      "com.example.app.pro.monthly", transactionID: String(2_000_000_300_000_000 + number),
      purchaseDate: hour(number), expiresDate: hour(number + 1),
      webOrderLineItemID: SampleInteger(2_000_000_095_000_000 + Int64(number)))
    purchase.originalTransactionID = "2000000300000000"
    purchase.originalPurchaseDate = hour(0)
    return purchase
  }

  private static func hour(_ number: Int) -> SampleDate {
    let start = Timestamp("2012-01-01T00:00:00Z") ?? .earliest
    return SampleDate(start.adding(seconds: 3600 * Int64(number)).description)
  }
}
