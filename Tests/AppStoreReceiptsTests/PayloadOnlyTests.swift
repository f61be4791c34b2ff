// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Content without the message that signs it") struct PayloadOnlyTests {
  private static let payload = Fixture.payload(Fixture.required, [Fixture.purchase(1)])

  @Test("content of as many bytes as are allowed is read, and one more is not")
  func size() {
    var limits = AppReceipt.Limits()
    limits.inputSize = Self.payload.count
    let decoded = DecodedReceipt(payloadOnly: Self.payload, limits: limits)
    #expect(decoded.receipt?.bundleID == "com.example.app")
    #expect(decoded.fault?.code.rawValue == "input.payload-without-envelope")
    limits.inputSize -= 1
    let refused = DecodedReceipt(payloadOnly: Self.payload, limits: limits)
    #expect(refused.receipt == nil)
    #expect(refused.fault?.code.rawValue == "limit.size")
  }

  @Test(
    "what begins with an attribute from 1700 to 1799 is a purchase, anything else a receipt",
    arguments: [
      (0, false), (1699, false), (1700, true), (1701, true), (1799, true), (1800, false), (7001, false),
    ])
  func kind(firstType: Int64, isPurchase: Bool) {
    let attributes = Attribute(firstType, value: []).encoded + Attribute.utf8String(1702, "p").encoded
    let receipt = DecodedReceipt(payloadOnly: element(0x31, attributes)).receipt
    #expect(receipt?.inAppPurchases.map(\.productID) == (isPurchase ? ["p"] : []))
    #expect(receipt?.attributes.map(\.type) == (isPurchase ? [] : [Int(firstType), 1702]))
  }

  @Test(
    "a receipt that is whole lacks the attributes that it must have; one that is cut off may have had them")
  func missing() {
    let missing = DecodedReceipt(payloadOnly: [0x31, 0]).receipt?.problems
    #expect(missing?.map(\.type) == [0, 2, 12])
    #expect(missing?.map(\.offset) == [2, 2, 2])
    #expect(DecodedReceipt(payloadOnly: [0x31, 1]).receipt?.problems.isEmpty == true)
    #expect(DecodedReceipt(payloadOnly: Self.payload).receipt?.problems.isEmpty == true)
  }

  @Test("a purchase that is whole has no problem, and one that is cut off has")
  func purchase() {
    let row = Fixture.purchase(1).encoded(style: .xcode)
    let whole = DecodedReceipt(payloadOnly: row).receipt?.inAppPurchases.first
    #expect(whole?.productID == "com.example.app.product1")
    #expect(whole?.hasProblems == false)
    #expect(whole?.attributes.count == 7)
    let cut = DecodedReceipt(payloadOnly: Array(row.dropLast())).receipt?.inAppPurchases.first
    #expect(cut?.productID == "com.example.app.product1")
    #expect(cut?.hasProblems == true)
    #expect(cut?.attributes.count == 6)
  }
}
