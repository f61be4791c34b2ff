// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import ReceiptForge
import StrictJSON
import Testing

@Suite struct OldFormTests {
  private let answer = Array(
    #"{"status": 0, "receipt": {"bundle_id": "a", "in_app": [], "request_date_ms": "1"}}"#.utf8)

  @Test func `an answer that nobody signs is undetermined, unless nothing is to be verified`() throws {
    #expect(try ToolRun([], input: answer).status == 3)
    #expect(try ToolRun(["--no-verify"], input: answer).status == 0)
    #expect(try ToolRun(["-e", "--product", "x"], input: answer).status == 3)
    #expect(try ToolRun(["-e", "--product", "x", "--no-verify"], input: answer).status == 1)
    let json = try JSONReader().read(ToolRun(["--json"], input: answer).output)
    #expect(json["kind"]?.string?.string == "verify-receipt-response")
    #expect(json["unverified_entitlements"]?["at"]?.string?.string == "1970-01-01T00:00:00.001Z")
  }

  @Test func `a notification is named as one`() throws {
    let run = try ToolRun(["--json"], input: Array(#"{"notification_type": "RENEWAL", "status": 0}"#.utf8))
    #expect(run.status == 65 && run.text.contains("input.server-notification"))
  }

  @Test func `a transaction receipt is recognised as text and in base64, and judged`() throws {
    let recipe = TransactionReceiptRecipe(purchaseInfo: [
      ("purchase-date-ms", "1447848000000"), ("bid", "com.example.app"), ("product-id", "pro"),
    ])
    let signer = try TestAuthority().signer(.sha1)
    let text = try recipe.text(signedBy: signer)
    for input in [text, Array(Data(text).base64EncodedData())] {
      let run = try ToolRun(["--json"], input: input)
      let json = try JSONReader().read(run.output)
      #expect(run.status == 2 && json["kind"]?.string?.string == "transaction-receipt")
      #expect(json["verdict"]?["code"]?.string?.string == "chain.incomplete")
    }
    #expect(try ToolRun(["--no-verify"], input: text).status == 0)
    var signature = try recipe.signature(by: signer)
    signature[0] = 9
    let redacted = try ToolRun(["--json"], input: recipe.text(signature: signature))
    #expect(redacted.status == 2 && redacted.text.contains("signature.mismatch"))
    #expect(try ToolRun([], input: Array("{ signature = a; purchase-info = b; ".utf8)).status == 65)
  }

  @Test func `the format of verifyReceipt is Apple's answer to a receipt, or its status`() throws {
    let root = ["--root", ToolRun.receipt("test-root.der")]
    let run = try ToolRun(root + ["--format", "verify-receipt", ToolRun.receipt("sandbox-sha256.der")])
    let json = try JSONReader().read(run.output)
    #expect(run.status == 0 && json["status"]?.number?.int64 == 0)
    #expect(json["environment"]?.string?.string == "Sandbox")
    #expect(json["receipt"]?["in_app"]?.array?.isEmpty == false)
    let rejected = try ToolRun(["--format=verify-receipt", ToolRun.receipt("sandbox-sha256.der")])
    #expect(rejected.status == 2 && rejected.text == "{\"status\":21003}\n")
    #expect(try ToolRun(["--format", "verify-receipt"], input: answer).text == "{\"status\":21002}\n")
    #expect(try ToolRun(["--format", "verify-receipt", "--no-verify"], input: []).status == 64)
    #expect(try ToolRun(["--format", "verify-receipt", "--redact"], input: []).status == 64)
    #expect(try ToolRun(["--format", "verify-receipt", "--json"], input: []).status == 64)
    #expect(try ToolRun(["--format", "xml"], input: []).status == 64)
  }
}
