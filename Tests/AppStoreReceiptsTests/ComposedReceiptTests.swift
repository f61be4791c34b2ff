// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Testing

/// Receipts that are put together from text, for which those of iOS 6 stand here.
@Suite struct ComposedReceiptTests {
  /// A receipt whose purchase has these values; one that is `nil` is taken away.
  private func receipt(_ values: [(key: String, value: String?)]) throws -> TransactionReceipt {
    var text = TransactionText()
    for (key, value) in values { text.set(key, value) }
    return try TransactionReceipt(decoding: text.bytes)
  }

  @Test func `text of any length is kept`() throws {
    for count in 1...300 {
      let text = String(repeating: "x", count: count)
      let receipt = try receipt([("product-id", text)])
      #expect(receipt.receipt.problems == [], "\(count)")
      #expect(receipt.purchase.productID?.description == text, "\(count)")
    }
  }

  @Test(
    arguments: [
      ("true", true), ("1", true), ("false", false), ("0", false), ("2", nil), ("TRUE", nil), ("10", nil),
    ] as [(String, Bool?)])
  func `a flag is a word or a digit`(_ text: String, _ flag: Bool?) throws {
    let receipt = try receipt([("is-trial-period", text)])
    #expect(receipt.purchase.isTrialPeriod == flag)
    #expect(receipt.purchase.hasProblems == (flag == nil))
  }

  @Test(arguments: ["1:", ":1", "1/", "/1", "1a", "+1", "-1", "1 ", "1.0", "\u{661}"])
  func `a number has nothing but digits`(_ text: String) throws {
    let receipt = try receipt([("item-id", text)])
    #expect(receipt.purchase.itemID == nil)
    #expect(receipt.receipt.problems.map(\.path) == ["purchase-info.item-id"])
  }

  @Test(arguments: ["-ms", "-formatted", "-pst", "-formatted-pst"])
  func `only dates stand under further keys`(_ suffix: String) throws {
    for key in ["quantity", "product-id", "item-id", "is-trial-period", "bid", "app-item-id"] {
      let receipt = try receipt([(key, nil), (key + suffix, "1")])
      let purchase = receipt.purchase
      #expect(receipt.receipt.problems == [])
      switch key {
      case "quantity": #expect(purchase.quantity == nil)
      case "product-id": #expect(purchase.productID == nil)
      case "item-id": #expect(purchase.itemID == nil)
      case "is-trial-period": #expect(purchase.isTrialPeriod == nil)
      case "bid": #expect(receipt.receipt.bundleID == nil)
      default: #expect(receipt.receipt.appItemID == nil)
      }
    }
  }

  @Test func `an empty value is none, so that a date's next key counts`() throws {
    let empty = try receipt([
      ("quantity", ""), ("item-id", ""), ("is-trial-period", ""), ("product-id", ""), ("app-item-id", ""),
      ("purchase-date-ms", ""), ("expires-date", ""), ("cancellation-date", ""),
    ])
    #expect(empty.receipt.problems == [])
    #expect(empty.purchase.quantity == nil && empty.purchase.itemID == nil)
    #expect(empty.purchase.isTrialPeriod == nil && empty.purchase.productID == nil)
    #expect(empty.receipt.appItemID == nil && empty.purchase.cancellationDate == nil)
    #expect(empty.purchase.purchaseDate?.description == "2015-10-23T09:47:56Z")
    #expect(empty.purchase.expirationDate?.description == "2015-10-23T10:47:56Z")
  }

  @Test func `each of many malformed values has its own place`() throws {
    let keys = ["bvrs", "app-item-id", "quantity", "item-id", "is-trial-period", "purchase-date-ms"]
    let receipt = try receipt(keys.map { ($0, $0 == "bvrs" ? "1.2" : "no \($0)") })
    #expect(Set(receipt.receipt.problems.map(\.path)) == Set(keys.dropFirst().map { "purchase-info.\($0)" }))
    for problem in receipt.receipt.problems {
      #expect(problem.value.map { String(decoding: $0, as: UTF8.self) } == "no " + problem.path.dropFirst(14))
    }
  }
}
