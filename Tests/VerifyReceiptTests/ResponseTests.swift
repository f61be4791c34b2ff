// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Foundation
import StrictJSON
import Testing
import VerifyReceipt

@Suite struct ResponseTests {
  private func response(_ text: String) throws(ReceiptError) -> VerifyReceiptResponse {
    try VerifyReceiptResponse(decoding: Array(text.utf8))
  }

  private func instant(_ text: String) throws -> Timestamp { try #require(Timestamp(text)) }

  private let row = """
    "quantity": "1", "product_id": "pro", "transaction_id": "2", "original_transaction_id": "1",
    "purchase_date": "2018-03-07 06:07:36 Etc/GMT", "purchase_date_ms": "1520402856000",
    "purchase_date_pst": "2018-03-06 22:07:36 America/Los_Angeles",
    "original_purchase_date_ms": "1520402800000", "expires_date": "2018-04-07 06:07:36 Etc/GMT",
    "expires_date_ms": "1523081256000", "web_order_line_item_id": "30", "is_trial_period": "true",
    "is_in_intro_offer_period": "false"
    """

  private func answer(_ members: String = "", row: String? = nil, latest: String = "") -> String {
    """
    {"status": 0, "environment": "Sandbox", "receipt": {"receipt_type": "ProductionSandbox", "adam_id": 7,
    "app_item_id": 7, "bundle_id": "com.example.app", "application_version": "3", "download_id": 9,
    "version_external_identifier": 8, "receipt_creation_date_ms": "1520402860000",
    "request_date_ms": "1520402860500", "original_purchase_date_ms": "1375340400000",
    "original_application_version": "1.0", "in_app": [{\(row ?? self.row)}]}\(latest)\(members)}
    """
  }

  // MARK: - Shapes

  @Test func `an answer about an app receipt fills the model of any receipt`() throws {
    let response = try response(answer())
    let receipt = try #require(response.receipt)
    #expect(response.status == .valid)
    #expect(response.requestDate?.description == "2018-03-07T06:07:40.500Z")
    #expect(receipt.problems == [])
    #expect(receipt.receiptType == "ProductionSandbox" && receipt.environment == .sandbox)
    #expect(receipt.bundleID == "com.example.app" && receipt.appVersion == "3")
    #expect(receipt.originalAppVersion == "1.0" && receipt.appItemID?.int64 == 7)
    #expect(receipt.downloadID?.int64 == 9 && receipt.versionExternalID?.int64 == 8)
    #expect(receipt.creationDate?.description == "2018-03-07T06:07:40Z")
    #expect(receipt.originalPurchaseDate?.description == "2013-08-01T07:00:00Z")
    let purchase = try #require(receipt.inAppPurchases.first)
    #expect(purchase.quantity == 1 && purchase.productID == "pro" && purchase.transactionID == "2")
    #expect(purchase.originalTransactionID == "1" && purchase.webOrderLineItemID?.int64 == 30)
    #expect(purchase.purchaseDate?.description == "2018-03-07T06:07:36Z")
    #expect(purchase.expirationDate?.description == "2018-04-07T06:07:36Z")
    #expect(purchase.isTrialPeriod == true && purchase.isInIntroductoryOfferPeriod == false)
    let rights = try #require(response.unverifiedEntitlements())
    #expect(rights.instant == response.requestDate)
    #expect(rights.isSubscribedWithAutoRenewProduct("pro"))
  }

  @Test func `numbers and truth values are taken where Apple sends text, and an object for an array`() throws
  {
    let plain = """
      "quantity": 1, "product_id": "pro", "transaction_id": 2, "original_transaction_id": 1,
      "purchase_date_ms": 1520402856000, "original_purchase_date_ms": 1520402800000,
      "expires_date_ms": 1523081256000, "web_order_line_item_id": 30, "is_trial_period": true,
      "is_in_intro_offer_period": 0
      """
    let left = try response(answer()).receipt?.inAppPurchases.first
    let text = answer(row: plain).replacingOccurrences(of: "[{", with: "{").replacingOccurrences(
      of: "}]", with: "}"
    )
    .replacingOccurrences(of: "\"status\": 0", with: "\"status\": \"0\"")
    let right = try response(text).receipt?.inAppPurchases.first
    for definition in AttributeTable.purchase.definitions {
      #expect(
        "\(String(describing: left?.value(of: definition)))"
          == "\(String(describing: right?.value(of: definition)))")
    }
    #expect(right?.hasProblems == false)
  }

  @Test func `in an answer of iOS 6 the receipt is the purchase`() throws {
    let purchase = """
      "bid": "com.example.app", "bvrs": "3", "app_item_id": "7", "item_id": "70", "product_id": "pro",
      "transaction_id": "2", "original_transaction_id": "1", "quantity": "1", "purchase_date_ms": "1520402856000",
      "expires_date": "1523081256000", "expires_date_formatted": "2018-04-07 06:07:36 Etc/GMT",
      "unique_identifier": "abc", "unique_vendor_identifier": "DEF"
      """
    let later = purchase.replacingOccurrences(of: "\"2\"", with: "\"4\"")
      .replacingOccurrences(of: "1523081256000", with: "1525673256000")
      .replacingOccurrences(of: "1520402856000", with: "1523081256000")
    for key in ["latest_receipt_info", "latest_expired_receipt_info"] {
      let response = try response(
        """
        {"status": 21006, "auto_renew_status": 0, "expiration_intent": "1", "is_in_billing_retry_period": "0",
        "auto_renew_product_id": "pro", "receipt": {\(purchase)}, "\(key)": {\(later)}}
        """)
      let receipt = try #require(response.receipt)
      #expect(response.status == .expired && response.requestDate == nil)
      #expect(receipt.bundleID == "com.example.app" && receipt.appVersion == "3")
      #expect(receipt.appItemID?.int64 == 7 && receipt.environment == nil)
      #expect(receipt.originalPurchaseDate == nil)
      #expect(receipt.inAppPurchases.map(\.transactionID) == ["2", "4"])
      #expect(receipt.inAppPurchases.first?.itemID?.int64 == 70)
      #expect(receipt.inAppPurchases.first.flatMap(response.details)?.uniqueIdentifier == "abc")
      #expect(response.unverifiedEntitlements() == nil)
      let during = try instant("2018-05-01T00:00:00Z")
      #expect(response.unverifiedEntitlements(at: during)?.isSubscribedWithAutoRenewProduct("pro") == true)
      let renewal = try #require(response.renewals.first)
      #expect(renewal.willRenew == false && renewal.expirationIntent == 1 && renewal.productID == "pro")
      #expect(renewal.originalTransactionID == "1" && renewal.isInBillingRetryPeriod == false)
    }
  }

  @Test func `rows of the latest receipt are merged into those of the receipt`() throws {
    let same = #"{"product_id": "pro", "transaction_id": "2", "cancellation_date_ms": "1520500000000"}"#
    let other = #"{"product_id": "other", "transaction_id": "2"}"#
    let next = #"{"product_id": "pro", "transaction_id": "3", "subscription_group_identifier": "G"}"#
    let response = try response(answer(latest: ", \"latest_receipt_info\": [\(next), \(same), \(other)]"))
    let purchases = try #require(response.receipt?.inAppPurchases)
    #expect(purchases.map(\.productID) == ["pro", "pro", "other"])
    #expect(purchases.map(\.transactionID) == ["2", "3", "2"])
    #expect(purchases[0].cancellationDate?.description == "2018-03-08T09:06:40Z")
    #expect(purchases[0].expirationDate?.description == "2018-04-07T06:07:36Z")
    #expect(response.details(of: purchases[1])?.subscriptionGroupID == "G")
    #expect(response.unverifiedEntitlements()?.isSubscribedWithAutoRenewProduct("pro") == false)
  }

  @Test func `an answer without a receipt is one`() throws {
    let response = try response(#"{"status": 21007}"#)
    #expect(response.status == .sandboxReceipt && response.receipt == nil)
    #expect(response.unverifiedEntitlements(at: .earliest) == nil)
    let retry = try self.response(#"{"status": 21199, "is-retryable": true}"#)
    #expect(retry.isRetryable == true && !retry.status.isGenuine)
    #expect(try self.response(#"{"status": 21100, "is_retryable": "0"}"#).isRetryable == false)
  }

  // MARK: - What only answers know

  @Test func `an upgrade cancels, whether the row has a date for it or not`() throws {
    for value in ["\"true\"", "true", "1", "\"1\"", "\"yes\"", "[]"] {
      let response = try response(answer(row: row + ", \"is_upgraded\": \(value)"))
      let rights = try #require(response.unverifiedEntitlements())
      #expect(rights.subscriptionStatus(of: "pro") == .cancelled(at: nil), "\(value)")
      #expect(response.receipt?.unverifiedEntitlements(at: rights.instant).isCancelled("2") == true)
    }
    for value in ["\"false\"", "false", "0", "null"] {
      let response = try response(answer(row: row + ", \"is_upgraded\": \(value)"))
      #expect(response.unverifiedEntitlements()?.isSubscribedWithAutoRenewProduct("pro") == true)
    }
  }

  @Test func `what an answer says of renewals one by one counts before what it says as a whole`() throws {
    let response = try response(
      answer(
        """
        , "auto_renew_status": 0, "pending_renewal_info": [{"product_id": "pro", "auto_renew_status": "1"}]
        """))
    #expect(response.renewals.map(\.willRenew) == [true])
  }

  @Test func `a grace period counts when it is asked for, at the end of the last period, and not otherwise`()
    throws
  {
    func response(_ renewal: String) throws -> VerifyReceiptResponse {
      try self.response(answer(", \"pending_renewal_info\": [{\(renewal)}]"))
    }
    let grace = """
      "product_id": "pro", "original_transaction_id": "1", "is_in_billing_retry_period": "1",
      "grace_period_expires_date_ms": "1523600000000", "auto_renew_status": "1", "price_consent_status": "0",
      "auto_renew_product_id": "pro"
      """
    let inGrace = try instant("2018-04-10T00:00:00Z")
    let after = try instant("2018-04-13T06:13:20Z")
    let graceful = try response(grace)
    func isSubscribed(_ response: VerifyReceiptResponse, _ instant: Timestamp, _ counts: Bool) -> Bool? {
      response.unverifiedEntitlements(at: instant, countsGracePeriod: counts)?
        .isSubscribedWithAutoRenewProduct("pro")
    }
    #expect(isSubscribed(graceful, inGrace, true) == true)
    #expect(isSubscribed(graceful, inGrace, false) == false)
    #expect(isSubscribed(graceful, after, true) == false)
    #expect(
      graceful.unverifiedEntitlements(at: inGrace, countsGracePeriod: true)?.subscriptionStatus(of: "pro")
        == .active(until: after))
    let renewal = try #require(graceful.renewals.first)
    #expect(
      renewal.isInBillingRetryPeriod == true && renewal.willRenew == true && renewal.hasPriceConsent == false)
    #expect(renewal.gracePeriodExpirationDate == after && renewal.autoRenewProductID == "pro")
    for (original, other) in [("\"1\"", "\"9\""), ("\"pro\"", "\"other\""), ("1523600000000", "soon")] {
      let changed = try response(grace.replacingOccurrences(of: original, with: other))
      #expect(isSubscribed(changed, inGrace, true) == false, "\(other)")
    }
    // A grace that ends before what was paid for takes nothing away.
    let short = try response(grace.replacingOccurrences(of: "1523600000000", with: "1520402860000"))
    #expect(isSubscribed(short, try instant("2018-04-07T06:07:35Z"), true) == true)
    // A refund ends the grace as well.
    let refunded = try self.response(
      answer(
        ", \"pending_renewal_info\": [{\(grace)}]", row: row + ", \"cancellation_date_ms\": \"1523081256000\""
      ))
    #expect(isSubscribed(refunded, inGrace, true) == false)
  }

  @Test func `an instant after the answer is taken as it is, with a warning`() throws {
    let response = try response(answer())
    let date = try #require(response.requestDate)
    #expect(response.warnings(at: date) == [])
    let later = date.adding(seconds: 1)
    #expect(response.warnings(at: later).map(\.code.rawValue) == ["response.later-than-answer"])
    #expect(response.unverifiedEntitlements(at: later)?.instant == later)
  }

  @Test func `an answer that refuses the receipt grants nothing, whatever it holds`() throws {
    for status in [21000, 21002, 21003, 21004, 21007, 21010, 21199, -1, 1] {
      let text = answer().replacingOccurrences(of: "\"status\": 0", with: "\"status\": \(status)")
      #expect(try response(text).unverifiedEntitlements() == nil)
    }
  }

  // MARK: - Malformed values

  @Test(arguments: [
    ("expires_date_ms", "\"soon\""), ("purchase_date_ms", "\"1520402856000.5\""), ("quantity", "\"-1\""),
    ("quantity", "1.5"), ("is_trial_period", "\"maybe\""),
    ("cancellation_date", "\"2018-02-30 00:00:00 Etc/GMT\""),
    ("cancellation_date_ms", "{}"), ("in_app_ownership_type", "\"STOLEN\""),
    ("web_order_line_item_id", "[1]"),
    ("cancellation_date_ms", "1e20"), ("product_id", "[]"),
  ])
  func `a malformed value is a problem at its place, and its row grants nothing`(
    _ key: String, _ value: String
  ) throws {
    let members = row.components(separatedBy: ",").filter { !$0.contains("\"\(key)\"") }
    let text = answer(row: (members + ["\"\(key)\": \(value)"]).joined(separator: ","))
    let response = try response(text)
    let problem = try #require(response.receipt?.problems.first)
    #expect(response.receipt?.problems.count == 1)
    #expect(problem.path == "receipt.in_app[0].\(key)")
    #expect(problem.code.rawValue == "payload.value")
    #expect(response.receipt?.inAppPurchases.first?.hasProblems == true)
    #expect(response.unverifiedEntitlements()?.isSubscribedWithAutoRenewProduct("pro") != true)
    if value.hasPrefix("\"") {
      #expect(
        String(decoding: Array(text.utf8)[problem.offset...].prefix(value.utf8.count - 2), as: UTF8.self)
          == value.dropFirst().dropLast())
    }
  }

  @Test func `an empty or null value counts as none`() throws {
    for value in ["\"\"", "null"] {
      let response = try response(
        answer(row: row + ", \"cancellation_date\": \(value), \"cancellation_date_ms\": \(value)"))
      #expect(response.receipt?.problems == [])
      #expect(response.unverifiedEntitlements()?.isSubscribedWithAutoRenewProduct("pro") == true)
    }
  }
}
