// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge
import Testing

@Suite struct PurchaseKeyTests {
  /// The key of a row, in a receipt of an app and of a type.
  private func key(
    _ row: PurchaseRecipe, bundleID: Attribute? = .utf8String(2, "com.example.app"),
    receiptType: Attribute? = .utf8String(0, "Production")
  ) throws -> PurchaseKey? {
    let attributes = [receiptType, bundleID, row.attribute()].compactMap(\.self)
    let payload = DERWriter.encode { $0.setOf(attributes.map(\.encoded), sorted: false) }
    return try unsigned(payload).inAppPurchases.first?.key
  }

  private func text(_ row: PurchaseRecipe) throws -> String? {
    try key(row)?.description
  }

  @Test func theOrderLineNamesAPurchaseThenTheOriginalTransactionThenTheTransaction() throws {
    let original = Attribute.utf8String(1705, "5")
    let item = Attribute.integer(1711, 2_000_000_987_654_321)
    let app = "production:com.example.app:"
    #expect(try text(row(id: "3", with: [original, item])) == app + "item:2000000987654321")
    #expect(try text(row(id: "3", with: [original, .integer(1711, 0)])) == app + "original:5")
    #expect(try text(row(id: "3", with: [original], without: [1711])) == app + "original:5")
    #expect(try text(row(id: "3", with: [.utf8String(1705, "")])) == app + "transaction:3")
    #expect(try text(row(id: "3", without: [1705])) == app + "transaction:3")
    #expect(try text(row(id: "3", without: [1705, 1711])) == app + "transaction:3")
    #expect(try text(row(id: "", without: [1705])) == nil)
    #expect(try text(row(without: [1703, 1705, 1711])) == nil)
    #expect(try text(row(with: [item], without: [1703, 1705])) == app + "item:2000000987654321")
    #expect(try text(row(without: [1703])) == app + "original:1")
  }

  @Test func anOrderLineOfAnySizeIsANameButZeroIsNone() throws {
    let wide = try text(row(with: [.integer(1711, content: huge)]))
    #expect(wide == "production:com.example.app:item:1180591620717411303424")
    #expect(try text(row(with: [.integer(1711, -1)])) == "production:com.example.app:item:-1")
    #expect(try text(row(with: [.integer(1711, content: [0])])) == "production:com.example.app:original:1")
  }

  @Test func aRestoreHasTheKeyOfWhatIsRestored() throws {
    let bought = try key(row(type: 0, id: "100", from: jan5))
    let restored = try key(row(type: 0, id: "200", from: mar5, with: [.utf8String(1705, "100")]))
    #expect(bought != nil)
    #expect(bought == restored)
    #expect(bought?.description == restored?.description)
  }

  @Test func eachPeriodOfASubscriptionHasItsOwnKeyAndKeepsItWhenRestored() throws {
    let first = try key(row(id: "1", with: [.integer(1711, 71), .utf8String(1705, "1")]))
    let second = try key(row(id: "2", with: [.integer(1711, 72), .utf8String(1705, "1")]))
    let restored = try key(row(id: "3", with: [.integer(1711, 71), .utf8String(1705, "1")]))
    #expect(first != second)
    #expect(first == restored)
  }

  @Test func aRowWithProblemsHasNoKey() throws {
    #expect(try text(row(with: [.integer(1701, -1)])) == nil)
    #expect(try text(row(with: [.utf8String(1711, "7")])) == nil)
    #expect(try text(row(and: [.utf8String(1705, "1")])) == nil)
    #expect(try text(row(and: [.utf8String(1703, "2")])) == nil)
  }

  @Test func withoutAnAppOrAKnownEnvironmentThereIsNoKey() throws {
    #expect(try key(row(), bundleID: nil) == nil)
    #expect(try key(row(), bundleID: .utf8String(2, "")) == nil)
    #expect(try key(row(), receiptType: nil) == nil)
    #expect(try key(row(), receiptType: .utf8String(0, "")) == nil)
    #expect(try key(row(), receiptType: .utf8String(0, "production")) == nil)
    #expect(try key(row(), receiptType: .integer(0, 1)) == nil)
  }

  @Test func environmentsAndAppsCountByThemselves() throws {
    let types = ["Production", "ProductionSandbox", "Xcode"]
    let apps = ["com.example.app", "com.example.App", "com.example.app2", "caf\u{E9}", "cafe\u{301}"]
    var keys: Set<PurchaseKey> = []
    var texts: Set<String> = []
    for type in types {
      for app in apps {
        let key = try #require(
          try key(row(), bundleID: .utf8String(2, app), receiptType: .utf8String(0, type)))
        keys.insert(key)
        texts.insert(key.description)
      }
    }
    #expect(keys.count == types.count * apps.count)
    #expect(texts.count == types.count * apps.count)
    let volume = try key(row(), receiptType: .utf8String(0, "ProductionVPP"))
    #expect(try volume == key(row()))
  }

  @Test func onlyWhatASCIIPrintsStandsInAKeyAsItIs() throws {
    let key = try text(row(id: " !\"$&/09;@AZ[`az{|}~\u{7F}%:\u{E9}", without: [1705]))
    #expect(
      key == "production:com.example.app:transaction:%20!\"$&/09;@AZ[`az{|}~%7F%25%3A%C3%A9")
  }

  @Test func differentKeysAreDifferentTextsOnOneLine() throws {
    let parts = [
      "a", "a:b", "a:original:b", "b:transaction:a", "a%3Ab", "%", "%25", "%3A", ":", "::", " ", "a b",
      "a\nb", "a%0Ab",
      "\u{212A}", "K",
      "e\u{301}", "\u{E9}", "%C3%A9", "\u{1F600}", "\u{7F}", "\\", "\"", "item:1", "~", "!",
    ]
    var keys: Set<PurchaseKey> = []
    var texts: Set<[UInt8]> = []
    for app in parts {
      // A bundle identifier has no control character and no blank at an end.
      let bundleID = Attribute.utf8String(2, app)
      for part in parts {
        for row in [
          row(id: part, without: [1705]), row(with: [.utf8String(1705, part)]),
          row(with: [.integer(1711, 1)]),
        ] {
          guard let key = try key(row, bundleID: bundleID) else { continue }
          keys.insert(key)
          texts.insert(Array(key.description.utf8))
          #expect(key.description.utf8.allSatisfy { 0x21...0x7E ~= $0 })
        }
      }
    }
    #expect(keys.count > 800)
    #expect(texts.count == keys.count)
  }
}
