// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Text is identified by its bytes") struct ReceiptTextTests {
  /// Pairs that `String` takes for equal, or that look alike.
  static let lookalikes = [
    ("com.\u{E9}", "com.e\u{301}"), ("\u{212A}", "K"), ("\u{37E}", ";"), ("\u{2126}", "\u{3A9}"),
    ("\u{AC00}", "\u{1100}\u{1161}"),
    ("com.example", "com.ex\u{430}mple"), ("a", "A"), ("a", "a "), ("a", "a\0"), ("", "\0"),
  ]

  @Test("spellings that String equates are different texts", arguments: lookalikes)
  func identity(left: String, right: String) {
    let (first, second) = (ReceiptText(left), ReceiptText(right))
    #expect(first != second)
    #expect(Set([first, second]).count == 2)
    #expect([first: 1, second: 2].count == 2)
    #expect((first < second) != (second < first))
    #expect(first.matches(left) && !first.matches(right))
    #expect(second.matches(right) && !second.matches(left))
    #expect(Array(first.utf8) == Array(left.utf8) && first.description.utf8.elementsEqual(left.utf8))
  }

  @Test("a text from a receipt is equal to the same bytes from anywhere")
  func equality() throws {
    for text in ["com.e\u{301}", "K\u{212A}", "\u{0}\u{1}", "🍎", "x"] {
      let list = Fixture.required + [.utf8String(3, text)]
      let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(list)))
      let version = try #require(receipt.appVersion)
      #expect(version == ReceiptText(text) && version.hashValue == ReceiptText(text).hashValue)
      #expect(version.matches(text))
      #expect(version.description.utf8.elementsEqual(text.utf8))
    }
  }

  @Test("a bundle identifier in another spelling decodes, and is another")
  func bundleIdentifiers() throws {
    for (text, other) in [("com.caf\u{E9}", "com.cafe\u{301}"), ("com.ex\u{430}mple", "com.example")] {
      let list = [Fixture.required[0], Attribute.utf8String(2, other), Fixture.required[2]]
      let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(list)))
      #expect(receipt.problems.isEmpty)
      #expect(receipt.bundleID == ReceiptText(other) && receipt.bundleID != ReceiptText(text))
    }
  }

  @Test("the order is that of the bytes")
  func order() {
    let sorted: [ReceiptText] = [
      "", "\0", "A", "B", "a", "a\0", "aa", "e\u{301}", "z", "\u{E9}", "\u{212A}", "🍎",
    ]
    #expect(sorted.shuffled().sorted() == sorted)
  }

  @Test("slices of different arrays are compared by what they hold")
  func slices() throws {
    let row = PurchaseRecipe([
      .utf8String(1702, "same"), .utf8String(1703, "same"), .utf8String(1705, "other"),
    ])
    let purchase = try #require(
      try AppReceipt(decoding: Fixture.message(Fixture.payload(Fixture.required, [row]))).inAppPurchases.first
    )
    #expect(
      purchase.productID == purchase.transactionID && purchase.productID != purchase.originalTransactionID)
  }
}
