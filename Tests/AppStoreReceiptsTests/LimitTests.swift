// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import PKCS7Decoding
import ReceiptForge
import Testing

@Suite("Limits of a receipt") struct LimitTests {
  private static let limit = ReceiptError.Code(rawValue: "limit.attributes")

  @Test("the defaults are those of the design")
  func defaults() {
    let limits = AppReceipt.Limits()
    #expect(limits.inputSize == 8 << 20 && limits.attributes == 20_000 && limits.purchaseAttributes == 256)
    #expect(limits.signedData.depth == 16 && limits.signedData.octetStringNesting == 4)
    #expect(limits.signedData.certificates == 8 && limits.signedData.signerInfos == 8)
    var changed = limits
    changed.inputSize = 5
    #expect(changed.signedData.inputSize == 5 && changed != limits)
  }

  @Test("attributes are counted at the top level, and one more than allowed is refused where it begins")
  func attributes() throws {
    let payload = Fixture.payload(Fixture.required, [Fixture.purchase(1), Fixture.purchase(2)])
    let bytes = try Fixture.message(payload)
    for count in 0...6 {
      var limits = AppReceipt.Limits()
      limits.attributes = count
      let decoded = DecodedReceipt(bytes, limits: limits)
      if count >= 5 {
        #expect(decoded.fault == nil)
        continue
      }
      let fifth = try #require(DecodedReceipt(bytes).receipt?.attributes[count])
      #expect(decoded.fault == ReceiptError(Self.limit, at: fifth.offset, path: "signedData.content"))
      #expect(decoded.receipt?.inAppPurchases.count == max(0, count - 3))
      #expect((decoded.receipt?.bundleID != nil) == (count >= 2))
    }
  }

  @Test("attributes of a purchase are counted for each; one with too many is broken, the others are not")
  func purchaseAttributes() throws {
    var rows = [Fixture.purchase(1), Fixture.purchase(2), Fixture.purchase(3)]
    let extra = Attribute(9999, value: [])
    rows[1].attributes.append(extra)
    let bytes = try Fixture.message(Fixture.payload(Fixture.required, rows))
    var limits = AppReceipt.Limits()
    limits.purchaseAttributes = 8
    #expect(DecodedReceipt(bytes, limits: limits).fault == nil)
    limits.purchaseAttributes = 7
    let decoded = DecodedReceipt(bytes, limits: limits)
    let offset = place(of: extra.encoded, in: bytes)
    #expect(
      decoded.fault == ReceiptError(Self.limit, at: offset, path: "signedData.content.attribute[17][1]"))
    #expect(decoded.receipt?.inAppPurchases.map(\.hasProblems) == [false, true, false])
    #expect(decoded.receipt?.inAppPurchases[1].productID == "com.example.app.product2")
  }

  @Test(
    "problems are listed up to the limit, and that there are more is a fault, whose rows are broken all the same"
  )
  func problems() throws {
    var rows = [Fixture.purchase(1), Fixture.purchase(2), Fixture.purchase(3)]
    for index in rows.indices { rows[index].attributes.append(Attribute(type: [0xFF], value: [])) }
    let bytes = try Fixture.message(Fixture.payload(Fixture.required, rows))
    for limit in 0...3 {
      var limits = AppReceipt.Limits()
      limits.problems = limit
      let decoded = DecodedReceipt(bytes, limits: limits)
      #expect(decoded.receipt?.problems.count == limit)
      #expect(decoded.fault?.code.rawValue == (limit < 3 ? "limit.problems" : nil))
      #expect(decoded.receipt?.inAppPurchases.map(\.hasProblems) == [true, true, true])
    }
  }

  @Test("a type that is too long to be written into a path is left out of it")
  func longType() throws {
    for (count, path) in [(32, true), (33, false)] {
      let type = [1] + [UInt8](repeating: 0, count: count - 1)
      let receipt = try AppReceipt(
        decoding: Fixture.message(Fixture.payload(Fixture.required + [Attribute(type: type, value: [])])))
      #expect(receipt.problems.map(\.path).first?.hasSuffix("]") == path)
    }
  }

  @Test("the defaults themselves are kept: 20 000 attributes and 256 in a purchase")
  func defaultCounts() throws {
    let filler = Attribute(99, value: [])
    let most = Fixture.required + Array(repeating: filler, count: 19_997)
    #expect(DecodedReceipt(try Fixture.message(Fixture.payload(most))).fault == nil)
    #expect(DecodedReceipt(try Fixture.message(Fixture.payload(most + [filler]))).fault?.code == Self.limit)
    let row = PurchaseRecipe(Array(repeating: filler, count: 256))
    #expect(DecodedReceipt(try Fixture.message(Fixture.payload(Fixture.required, [row]))).fault == nil)
    let tooLong = PurchaseRecipe(Array(repeating: filler, count: 257))
    #expect(
      DecodedReceipt(try Fixture.message(Fixture.payload(Fixture.required, [tooLong]))).fault?.code
        == Self.limit)
  }

  @Test("input beyond the limit is not looked at")
  func inputSize() throws {
    let bytes = try Fixture.message(Fixture.payload(Fixture.required))
    var limits = AppReceipt.Limits()
    limits.inputSize = bytes.count
    #expect(DecodedReceipt(bytes, limits: limits).fault == nil)
    limits.inputSize = bytes.count - 1
    let decoded = DecodedReceipt(bytes, limits: limits)
    #expect(
      decoded.fault == ReceiptError(.init(rawValue: "limit.size"), at: bytes.count - 1, path: "contentInfo"))
    #expect(decoded.receipt == nil && decoded.signedData.certificates.isEmpty)
  }
}
