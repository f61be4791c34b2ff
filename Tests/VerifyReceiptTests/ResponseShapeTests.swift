// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import StrictJSON
import Testing
import VerifyReceipt

@Suite struct ResponseShapeTests {
  private func response(_ members: String) throws(ReceiptError) -> VerifyReceiptResponse {
    try VerifyReceiptResponse(decoding: Array("{\"status\": 0\(members)}".utf8))
  }

  // MARK: - Receipts

  @Test(arguments: [
    (#""bid": "b""#, 1), (#""transaction_id": "1""#, 1), (#""product_id": "p""#, 1),
    (#""bundle_id": "b""#, 0),
    ("", 0), (#""bid": null, "transaction_id": null, "product_id": null"#, 0),
    (#""in_app": [], "bid": "b""#, 0),
    (#""in_app": null, "bid": "b""#, 1), (#""in_app": [{}, {}], "product_id": "p""#, 2),
  ])
  func `a receipt that has what is a purchase's is one, unless it lists its purchases`(
    _ members: String, _ count: Int
  ) throws {
    let receipt = try #require(try response(", \"receipt\": {\(members)}").receipt)
    #expect(receipt.inAppPurchases.count == count)
  }

  @Test func `a receipt without rows and rows without a receipt are enough for one`() throws {
    let bare = try response(#", "receipt": {"bundle_id": "b", "in_app": []}"#)
    #expect(bare.receipt?.bundleID == "b" && bare.receipt?.inAppPurchases.count == 0)
    let rows = try response(#", "latest_receipt_info": [{"product_id": "p"}, {"product_id": "q"}]"#)
    #expect(rows.receipt?.inAppPurchases.map(\.productID) == ["p", "q"])
    for members in ["", #", "latest_receipt_info": []"#, #", "receipt": null"#, #", "receipt": []"#] {
      #expect(try response(members).receipt == nil, "\(members)")
    }
  }

  @Test(
    arguments: [
      (nil, nil, nil), (nil, "Production", .production), (nil, "Sandbox", .sandbox), (nil, "Xcode", .xcode),
      (nil, "sandbox", .unknown), ("", "Sandbox", .sandbox), ("Production", nil, .production),
      ("Production", "Sandbox", .production), ("ProductionSandbox", "Production", .sandbox),
      ("Xcode", "Production", .xcode), ("Production", "Xcode", .production),
    ] as [(String?, String?, ReceiptEnvironment?)])
  func `the receipt's type says where it comes from, and without one the answer does`(
    _ type: String?, _ word: String?, _ environment: ReceiptEnvironment?
  ) throws {
    let member = type.map { "\"receipt_type\": \"\($0)\"" } ?? ""
    let response = try response(
      ", \"receipt\": {\(member)}" + (word.map { ", \"environment\": \"\($0)\"" } ?? ""))
    #expect(response.receipt?.environment == environment)
    let rights = try #require(response.unverifiedEntitlements(at: .earliest))
    #expect(rights.isLocalTesting == (environment == .xcode))
  }

  @Test func `an empty text is none`() throws {
    let response = try response(#", "latest_receipt": "", "pending_renewal_info": [{"product_id": ""}]"#)
    #expect(response.latestReceipt == nil)
    #expect(response.renewals.map(\.productID) == [nil])
  }

  // MARK: - Rows

  @Test func `of a row that the receipt has twice, a later one says more of the first`() throws {
    let row = #"{"product_id": "pro", "transaction_id": "2"}"#
    let later = #"{"product_id": "pro", "transaction_id": "2", "cancellation_date_ms": "1520500000000"}"#
    let response = try response(
      ", \"receipt\": {\"in_app\": [\(row), \(row)]}, \"latest_receipt_info\": [\(later)]")
    #expect(
      response.receipt?.inAppPurchases.map { $0.cancellationDate?.millisecondsSince1970 }
        == [1_520_500_000_000, nil])
  }

  @Test func `a row is only asked after in the answer that it is of`() throws {
    func rows(_ count: Int) -> String {
      ", \"latest_receipt_info\": ["
        + (0..<count).map { "{\"app_account_token\": \"\($0)\"}" }.joined(separator: ", ") + "]"
    }
    let (one, two) = (try response(rows(1)), try response(rows(2)))
    let purchases = try #require(two.receipt?.inAppPurchases)
    #expect(purchases.map { two.details(of: $0)?.appAccountToken } == ["0", "1"])
    #expect(purchases.map { one.details(of: $0) == nil } == [false, true])
  }

  @Test(arguments: [
    (#""latest_receipt_info": [{}, {"quantity": "x"}]"#, "latest_receipt_info[1].quantity"),
    (#""latest_receipt_info": {"quantity": "x"}"#, "latest_receipt_info.quantity"),
    (#""latest_expired_receipt_info": {"quantity": "x"}"#, "latest_expired_receipt_info.quantity"),
    (#""receipt": {"in_app": {"quantity": "x"}}"#, "receipt.in_app.quantity"),
    (#""receipt": {"bid": "b", "quantity": "x"}"#, "receipt.quantity"),
  ])
  func `a problem's path leads to it from the top of the answer`(_ members: String, _ path: String) throws {
    #expect(try response(", " + members).receipt?.problems.map(\.path) == [path])
  }

  // MARK: - Renewals

  @Test func `an answer that says nothing of renewals has none`() throws {
    let row = #"{"product_id": "pro", "original_transaction_id": "1"}"#
    for members in [
      ", \"latest_receipt_info\": [\(row)]",
      ", \"latest_receipt_info\": [\(row)], \"pending_renewal_info\": []",
      ", \"latest_receipt_info\": [\(row)], \"auto_renew_status\": null", "",
    ] {
      #expect(try response(members).renewals.isEmpty, "\(members)")
    }
  }

  @Test func `an answer of iOS 6 is one renewal, of the last purchase where it does not say of which`() throws
  {
    let early = #"{"product_id": "pro", "original_transaction_id": "1", "transaction_id": "2"}"#
    let late =
      #"{"transaction_id": "3", "product_id": "plus", "promotional_offer_id": "o", "original_transaction_id": "4"}"#
    let status = #", "auto_renew_status": 1, "auto_renew_product_id": "next", "receipt": "# + early
    func keys(_ renewal: PendingRenewal) -> [String] { renewal.members.map(\.key.string) }

    let first = try #require(try response(status).renewals.first)
    #expect(first.productID == "pro" && first.originalTransactionID == "1")
    let renewals = try response(status + ", \"latest_receipt_info\": [\(early), \(late)]").renewals
    let renewal = try #require(renewals.first)
    #expect(renewals.count == 1)
    #expect(renewal.willRenew == true && renewal.autoRenewProductID == "next")
    #expect(renewal.productID == "plus" && renewal.originalTransactionID == "4")
    #expect(renewal.promotionalOfferID == nil)
    #expect(
      keys(renewal) == [
        "status", "auto_renew_status", "auto_renew_product_id", "product_id", "original_transaction_id",
      ])
    let said = try #require(
      try response(#", "product_id": "said""# + status + ", \"latest_receipt_info\": \(late)").renewals.first)
    #expect(said.productID == "said" && said.originalTransactionID == "4")
    #expect(
      keys(said) == [
        "status", "product_id", "auto_renew_status", "auto_renew_product_id", "original_transaction_id",
      ])
  }
}
