// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import StrictJSON
import Testing

/// What is recognised and is not an app receipt.
@Suite struct OtherKindTests {
  static let transactionReceipt = """
    {
    \t"signature" = "A1pZ";
    \t"purchase-info" = "ewoJImJpZCIgPSAiYSI7Cn0=";
    \t"environment" = "Sandbox";
    }
    """

  // MARK: - Transaction receipts

  @Test(arguments: [
    transactionReceipt, "{signature=\"A1pZ\";\"purchase-info\"=\"ewoJ\";}",
    "{ \"purchase-info\" = \"ewoJ\"; \"signature\" = \"A1pZ\"; }",
  ])
  func `a transaction receipt is recognised as text, in base64 and in JSON`(_ text: String) throws {
    let plain = try ReceiptInput(Array((text + "\n").utf8))
    #expect(plain.kind == .transactionReceipt && plain.form == .propertyList && plain.repairs.isEmpty)
    #expect(plain.bytes == Array(text.utf8))
    #expect(plain.refusal == InputError(.transactionReceipt))
    let encoded = try ReceiptInput(Array(base64(Array(text.utf8)).utf8))
    #expect(encoded.kind == .transactionReceipt && encoded.form == .base64 && encoded.bytes == plain.bytes)
    let wrapped = try ReceiptInput(Array("{\"receipt-data\":\"\(base64(Array(text.utf8)))\"}".utf8))
    #expect(wrapped.kind == .transactionReceipt && wrapped.bytes == plain.bytes)
    #expect(wrapped.repairs == [.jsonWrapped("receipt-data")])
  }

  // MARK: - Answers of verifyReceipt

  @Test(arguments: [
    "{\"status\": 21002}", "{\"status\": 0, \"unified_receipt\": {}}",
    "{\"receipt\": {\"in_app\": []}, \"status\": 0, \"latest_receipt\": \"MAYE\"}",
    "{\"receipt\": {\"receipt_type\": \"Production\"}}", "{\"latest_receipt_info\": []}",
  ])
  func `an answer of verifyReceipt is recognised`(_ text: String) throws {
    for (content, form) in [(text, ReceiptInput.Form.json), (base64(Array(text.utf8)), .base64)] {
      let input = try ReceiptInput(Array(content.utf8))
      #expect(input.kind == .verifyReceiptResponse && input.form == form)
      #expect(input.bytes == Array(text.utf8))
      #expect(input.refusal == InputError(.verifyReceiptResponse))
    }
    let inside = try ReceiptInput(Array("{\"receipt\": \(text)}".utf8))
    #expect(inside.kind == .verifyReceiptResponse)
    #expect(try JSONReader().read(inside.bytes) == JSONReader().read(Array(text.utf8)))
  }

  @Test func `a status that is no integer does not make an answer`() throws {
    for status in ["\"ok\"", "1.5", "null", "true"] {
      let text = "{\"status\": \(status), \"receipt-data\": \"\(base64(ReceiptInputTests.definite))\"}"
      #expect(try ReceiptInput(Array(text.utf8)).bytes == ReceiptInputTests.definite)
    }
  }

  // MARK: - Content without its message

  /// The content of a receipt, and one purchase in it, by their places in the bytes.
  private func parts(_ name: String) throws -> (payload: [UInt8], purchase: [UInt8]) {
    let receipt = try AppReceipt(decoding: Samples.receipt(name))
    let purchase = try #require(receipt.attributes.first { $0.type == 17 })
    return (Array(receipt.content), Array(purchase.value))
  }

  @Test(arguments: ["production-sha256", "xcode-purchases"])
  func `the content of a receipt is decoded and never without fault`(_ name: String) throws {
    let whole = try AppReceipt(decoding: Samples.receipt(name))
    let (payload, purchase) = try parts(name)
    for content in [payload, Array(base64(payload).utf8), Array(hexadecimal(payload).utf8), payload + [0x0A]]
    {
      let input = try ReceiptInput(content)
      #expect(input.kind == .payload && input.bytes == payload)
      #expect(input.refusal == InputError(.payloadWithoutEnvelope))
      let decoded = DecodedReceipt(payloadOnly: input.bytes)
      #expect(decoded.fault?.code.rawValue == "input.payload-without-envelope")
      #expect(decoded.receipt?.bundleID == whole.bundleID)
      #expect(decoded.receipt?.inAppPurchases.map(\.productID) == whole.inAppPurchases.map(\.productID))
      #expect(decoded.receipt?.attributes.count == whole.attributes.count)
    }

    let decoded = DecodedReceipt(payloadOnly: try ReceiptInput(purchase).bytes)
    #expect(decoded.fault?.code.rawValue == "input.payload-without-envelope")
    #expect(decoded.receipt?.bundleID == nil && decoded.receipt?.inAppPurchases.count == 1)
    #expect(decoded.receipt?.inAppPurchases.first?.productID == whole.inAppPurchases.first?.productID)
    #expect(decoded.receipt?.attributes.isEmpty == true)
  }

  @Test func `content that is cut off anywhere is decoded as far as it goes`() throws {
    let (payload, purchase) = try parts("production-sha256")
    for part in [payload, purchase] {
      for end in part.indices.dropFirst() {
        let decoded = DecodedReceipt(payloadOnly: Array(part[..<end]))
        #expect(decoded.fault != nil)
        _ = decoded.receipt?.attributes.count
        _ = decoded.receipt?.inAppPurchases.map(\.attributes.count)
      }
    }
    var limits = AppReceipt.Limits()
    limits.inputSize = payload.count - 1
    #expect(DecodedReceipt(payloadOnly: payload, limits: limits).fault?.code.rawValue == "limit.size")
  }
}
