// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptForge
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import StrictJSON
import Testing
import VerifyReceipt

@Suite struct OldFormTests {
  private let schema: JSONSchema

  init() throws {
    schema = JSONSchema(
      try Folders.json(
        Folders.testReceipts.deletingLastPathComponent().appending(path: "docs/receipt-dump.schema.json")))
  }

  private static let recipe = TransactionReceiptRecipe(purchaseInfo: [
    ("purchase-date-ms", "1447848000000"), ("expires-date", "1450440000000"),
    ("transaction-id", "1000000000000002"),
    ("original-transaction-id", "1000000000000001"), ("product-id", "com.example.app.pro"),
    ("item-id", "987654321"),
    ("bid", "com.example.app"), ("bvrs", "1.2"), ("quantity", "1"), ("unique-identifier", "0123456789abcdef"),
    ("unique-vendor-identifier", "01234567-89AB-CDEF-0123-456789ABCDEF"),
  ])

  private static let answer = """
    {"status": 0, "environment": "Sandbox", "receipt": {"receipt_type": "ProductionSandbox", "bundle_id": "com.example.app",
    "request_date_ms": "1520402860500", "in_app": [{"quantity": "1", "product_id": "pro", "transaction_id": "2",
    "original_transaction_id": "1", "purchase_date_ms": "1520402856000", "expires_date_ms": "1523081256000"}]},
    "latest_receipt_info": [{"product_id": "pro", "transaction_id": "3", "original_transaction_id": "1",
    "purchase_date_ms": "1523081256000", "expires_date_ms": "1525673256000", "subscription_group_identifier": "20",
    "app_account_token": "01234567-89ab-cdef-0123-456789abcdef", "is_upgraded": "true"}],
    "pending_renewal_info": [{"product_id": "pro", "original_transaction_id": "1", "auto_renew_product_id": "max",
    "auto_renew_status": "1", "is_in_billing_retry_period": "1", "expiration_intent": "2",
    "grace_period_expires_date_ms": "1523600000000"}]}
    """

  private func transactionReport(_ text: [UInt8], verifier: ReceiptVerifier?) throws -> ReceiptReport {
    let receipt = try TransactionReceipt(decoding: text)
    var verdict = Verdict.notChecked
    if let verifier {
      do throws(ReceiptError) { verdict = .verified(try verifier.verify(receipt)) } catch {
        verdict = Verdict(error)
      }
    }
    return ReceiptReport(
      name: "r.txt", input: try ReceiptInput(text), transactionReceipt: receipt, verdict: verdict,
      now: .latest)
  }

  private func responseReport(_ text: String, _ questions: Questions = Questions()) throws -> ReceiptReport {
    ReceiptReport(
      name: "r.json", input: try ReceiptInput(Array(text.utf8)),
      response: try VerifyReceiptResponse(decoding: Array(text.utf8)), questions: questions, now: .latest)
  }

  private func json(_ report: ReceiptReport, redaction: Redaction? = nil) throws -> JSONValue {
    let document = try JSONReader().read(ReceiptJSON.document(report, onOneLine: true, redaction: redaction))
    // Tokens stand where the schema has hexadecimal digits.
    if redaction == nil { #expect(schema.faults(of: document) == []) }
    return document
  }

  private func text(_ value: JSONValue?) -> String? { value?.string?.string }

  @Test func `a transaction receipt is reported with its kind, its device and the version of its signature`()
    throws
  {
    let authority = try TestAuthority()
    let signer = try authority.signer(.sha1)
    let verifier = try ReceiptVerifier(
      bundleIDs: .any, environments: [.sandbox],
      anchors: .custom([authority.rootCertificate, signer.certificates[1]]))
    let genuine = try Self.recipe.text(signedBy: signer)
    let report = try transactionReport(genuine, verifier: verifier)
    let document = try json(report)
    #expect(text(document["kind"]) == "transaction-receipt")
    #expect(text(document["verdict"]?["status"]) == "verified")
    #expect(text(document["verdict"]?["checked_at"]) == "2015-11-18T12:00:00Z")
    #expect(
      document["verdict"]?["warnings"]?.array?.compactMap { text($0["code"]) } == [
        "chain.custom-root", "chain.sha1", "environment.not-signed",
      ])
    #expect(text(document["receipt"]?["environment"]) == "sandbox")
    #expect(text(document["receipt"]?["unique_identifier"]) == "0123456789abcdef")
    #expect(document["receipt"]?["receipt_type"] == nil)
    #expect(text(document["receipt"]?["in_app"]?.array?.first?["item_id"]) == "987654321")
    #expect(document["signer"]?["version"]?.number?.int64 == 3)
    #expect(document["certificates"]?.array?.first?["valid_at_creation"]?.bool == true)
    #expect(document["entitlements"] != nil)
    let page = TextReport.text(report, style: TextStyle(now: .latest))
    #expect(
      page.hasPrefix(
        "VERIFIED transaction receipt (iOS 6) of com.example.app 1.2 · sandbox · bought 2015-11-18"))
    let redacted = try json(report, redaction: Redaction())
    #expect(text(redacted["receipt"]?["unique_identifier"]) == "device-1")

    let forged = try json(
      try transactionReport(genuine, verifier: try ReceiptVerifier(bundleIDs: .any, environments: .any)))
    #expect(text(forged["verdict"]?["status"]) == "rejected")
    let unchecked = try json(try transactionReport(genuine, verifier: nil))
    #expect(unchecked["unverified_entitlements"] != nil)
    var malformed = Self.recipe
    malformed.set("quantity", "many")
    let problem = try json(try transactionReport(try malformed.text(signedBy: signer), verifier: verifier))
    #expect(text(problem["problems"]?.array?.first?["path"]) == "purchase-info.quantity")
    #expect(text(problem["problems"]?.array?.first?["hex"]) == "6d616e79")
  }

  @Test func `an answer is reported as not checked, with Apple's status and what only it knows`() throws {
    let report = try responseReport(Self.answer)
    let document = try json(report)
    #expect(text(document["kind"]) == "verify-receipt-response")
    #expect(text(document["verdict"]?["status"]) == "not-checked")
    #expect(document["verdict"]?["apple_status"]?.number?.int64 == 0)
    #expect(document["verdict"]?["warnings"] == nil)
    #expect(document["signer"] == nil && document["entitlements"] == nil)
    #expect(text(document["unverified_entitlements"]?["at"]) == "2018-03-07T06:07:40.500Z")
    let rows = document["receipt"]?["in_app"]?.array ?? []
    #expect(rows.map { text($0["transaction_id"]) } == ["2", "3"])
    #expect(rows.last?["is_upgraded"]?.bool == true)
    #expect(text(rows.last?["subscription_group_identifier"]) == "20")
    let renewal = document["pending_renewal_info"]?.array?.first
    #expect(renewal?["auto_renew_status"]?.bool == true)
    #expect(text(renewal?["grace_period_expires_date"]) == "2018-04-13T06:13:20Z")
    let page = TextReport.text(report, style: TextStyle(now: .latest))
    #expect(page.hasPrefix("NOT CHECKED answer of verifyReceipt with status 0 of com.example.app · sandbox"))
    #expect(page.contains("will renew, as max"))
    let redacted = try json(report, redaction: Redaction())
    #expect(text(redacted["receipt"]?["in_app"]?.array?.last?["app_account_token"]) == "device-1")
  }

  @Test
  func `a question about a time after the answer is taken as it is, with a warning, and no answer is a yes`()
    throws
  {
    var questions = Questions()
    questions.products = ["pro"]
    questions.instant = Timestamp("2018-03-08T00:00:00Z")
    let report = try responseReport(Self.answer, questions)
    let document = try json(report)
    #expect(text(document["unverified_entitlements"]?["at"]) == "2018-03-08T00:00:00Z")
    #expect(
      document["verdict"]?["warnings"]?.array?.compactMap { text($0["code"]) } == [
        "response.later-than-answer"
      ])
    #expect(document["answers"]?.array?.first?["is_subscribed"]?.bool == false)
    #expect(report.hasNegativeAnswer)
  }

  @Test func `an answer that refuses the receipt says nothing of entitlements`() throws {
    let document = try json(try responseReport(#"{"status": 21007}"#))
    #expect(document["verdict"]?["apple_status"]?.number?.int64 == 21007)
    #expect(document["receipt"] == nil && document["unverified_entitlements"] == nil)
  }

  @Test func `every sample of the two old forms has a report that fits the schema`() throws {
    guard let folder = Folders.corpus?.deletingLastPathComponent() else {
      print("transaction receipts and answers not found, 0 read")
      return
    }
    func files(_ name: String, _ ending: String) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: name), includingPropertiesForKeys: nil
      )
      .filter { $0.pathExtension == ending }
    }
    let receipts = try files("transaction-receipts", "plist")
    let verifier = try ReceiptVerifier(bundleIDs: .any, environments: [.production, .sandbox])
    for file in receipts {
      let report = try transactionReport(try Folders.bytes(file), verifier: verifier)
      #expect(text(try json(report)["kind"]) == "transaction-receipt", "\(file.lastPathComponent)")
    }
    let answers = try files("verify-receipt-json", "json").filter { !$0.lastPathComponent.hasPrefix("notif") }
    for file in answers {
      let report = try responseReport(String(decoding: try Folders.bytes(file), as: UTF8.self))
      #expect(text(try json(report)["kind"]) == "verify-receipt-response", "\(file.lastPathComponent)")
    }
    print("old forms: \(receipts.count) transaction receipts and \(answers.count) answers read")
  }
}
