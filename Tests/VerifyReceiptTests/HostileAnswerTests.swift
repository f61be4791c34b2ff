// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Testing
import VerifyReceipt

@Suite struct HostileAnswerTests {
  private func response(rows: String) throws(ReceiptError) -> VerifyReceiptResponse {
    try VerifyReceiptResponse(decoding: Array("{\"status\": 0, \"receipt\": {\"in_app\": [{\(rows)}]}}".utf8))
  }

  @Test func `what is no answer is refused with a code and the byte`() throws {
    func refusal(_ text: [UInt8], _ limits: AppReceipt.Limits = .init()) -> String? {
      do {
        _ = try VerifyReceiptResponse(decoding: text, limits: limits)
        return nil
      } catch {
        return "\(error.code) \(error.offset.map(String.init) ?? "-")"
      }
    }
    #expect(refusal([]) == "encoding.truncated 0")
    #expect(refusal(Array("[]".utf8)) == "structure.response -")
    #expect(refusal(Array("{}".utf8)) == "structure.response -")
    #expect(refusal(Array(#"{"status": "ok"}"#.utf8)) == "structure.response -")
    #expect(refusal(Array(#"{"status": 1.5}"#.utf8)) == "structure.response -")
    #expect(refusal(Array(#"{"status": 99999999999999999999}"#.utf8)) == "structure.response -")
    #expect(refusal(Array(#"{"status": 0, "status": 0}"#.utf8)) == "encoding.json 14")
    #expect(refusal(Array(#"{"status": 0, "a": "\ud800"}"#.utf8))?.hasPrefix("encoding.json ") == true)
    #expect(refusal(Array("{\"status\": 0, \"a\": \"\u{1}\"}".utf8))?.hasPrefix("encoding.json ") == true)
    #expect(refusal(Array(repeating: UInt8(ascii: "["), count: 1_000_000)) == "limit.depth 64")
    var limits = AppReceipt.Limits()
    limits.inputSize = 13
    #expect(refusal(Array(#"{"status": 0}"#.utf8), limits) == nil)
    #expect(refusal(Array(#"{"status": 0} "#.utf8), limits)?.hasPrefix("limit.size") == true)
    let rows = Array(repeating: "{}", count: 20_001).joined(separator: ",")
    #expect(
      refusal(Array("{\"status\": 0, \"receipt\": {\"in_app\": [\(rows)]}}".utf8))?.hasPrefix(
        "limit.attributes") == true)
  }

  @Test func `huge numbers and texts are kept in bounds`() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    let huge = try response(
      rows: ("\"product_id\": \"p\", \"web_order_line_item_id\": \(digits), \"quantity\": 1e999"))
    #expect(huge.receipt?.problems.count == 2)
    let text = String(repeating: "x", count: 4 << 20)
    let long = try response(rows: ("\"product_id\": \"\(text)\", \"transaction_id\": \"1\""))
    #expect(long.receipt?.inAppPurchases.first?.productID?.utf8.count == 4 << 20)
  }

  @Test func `no cut of an answer makes it trap`() {
    let text = Array(
      #"{"status": 0, "receipt": {"in_app": [{"product_id": "pro"}]}, "pending_renewal_info": [{"product_id": "a"}]}"#
        .utf8)
    for end in text.indices {
      #expect(throws: ReceiptError.self) { try VerifyReceiptResponse(decoding: Array(text[..<end])) }
    }
  }
}
