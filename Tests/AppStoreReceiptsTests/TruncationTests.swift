// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Receipts that are cut off") struct TruncationTests {
  private static let truncated = ReceiptError.Code(rawValue: "encoding.truncated")

  @Test("what stands before the cut is listed and read, in the message and in the purchase that is cut")
  func attributes() throws {
    let subject = try SweepSubject(.der, purchases: 3)
    let whole = try AppReceipt(decoding: subject.bytes)
    // In the middle of the last attribute but one of the second purchase.
    let attributes = whole.inAppPurchases[1].attributes
    let cut = attributes[5].offset + 6
    let decoded = DecodedReceipt(Array(subject.bytes[..<cut]))
    let path = "signedData.content.attribute[17][1].attribute[1708]"
    #expect(decoded.fault == ReceiptError(Self.truncated, at: cut, path: path))
    let receipt = try #require(decoded.receipt)
    #expect(receipt.bundleID == whole.bundleID)
    #expect(
      receipt.attributes.map(\.offset)
        == whole.attributes.filter { $0.offset < attributes[0].offset }.dropLast().map(\.offset))
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true])
    #expect(receipt.inAppPurchases[1].attributes.map(\.offset) == attributes[..<5].map(\.offset))
    #expect(receipt.inAppPurchases[1].productID == whole.inAppPurchases[1].productID)
    #expect(receipt.inAppPurchases[1].expirationDate == nil)
    // A receipt that is cut off lacks nothing that it may still have had.
    #expect(receipt.problems.isEmpty)
  }

  @Test("content that is cut off ends where it says, and what runs past that end is blamed as in the whole")
  func announcedEnd() throws {
    // A SEQUENCE of 80 octets where the content has 22: the length is wrong, and the tag would be as well.
    let payload: [UInt8] = [0x30, 0x50] + Array(repeating: 0x05, count: 20)
    let bytes = try Fixture.message(payload)
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: payload) })
    let fault = DecodedReceipt(bytes).fault
    #expect(fault?.code.rawValue == "encoding.length" && fault?.offset == start + 1)
    for count in start + 2..<bytes.count {
      #expect(DecodedReceipt(Array(bytes[..<count])).fault == fault, "cut to \(count)")
    }
  }

  @Test(
    "a cut behind a piece is blamed where the input ends, not where the content does"
  )
  func betweenPieces() throws {
    for cuts in [nil, [], [200]] as [[Int]?] {
      let subject = try SweepSubject(.xcode, purchases: 2, cuts: cuts)
      let end = try #require(subject.map.last) + 1
      for cut in end..<(end + 12) {
        let decoded = DecodedReceipt(Array(subject.bytes[..<cut]))
        #expect(decoded.fault?.code == Self.truncated && decoded.fault?.offset == cut)
        #expect(decoded.receipt?.inAppPurchases.map(\.hasProblems) == [false, false])
      }
    }
    let subject = try SweepSubject(.xcode, purchases: 2, cuts: [200])
    let first = subject.map[199] + 1
    for cut in first...subject.map[200] {
      let decoded = DecodedReceipt(Array(subject.bytes[..<cut]))
      #expect(decoded.fault?.code == Self.truncated && decoded.fault?.offset == cut)
    }
  }
}
