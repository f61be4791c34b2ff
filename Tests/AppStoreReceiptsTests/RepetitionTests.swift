// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Problems: repeated, missing and impossible attributes") struct RepetitionTests {
  @Test(
    "an attribute that stands twice has no value, and both copies are named, whatever they hold",
    arguments: receiptSamples.keys.sorted().filter { $0 != 17 })
  func twice(type: Int) throws {
    let sample = try #require(receiptSamples[type])
    let others = Fixture.required.filter { $0.type != sample.attribute.type }
    // Equal, different, and malformed second copies.
    for second in [
      sample.attribute, Attribute(Int64(type), value: hex("16 00")), Attribute(Int64(type), value: []),
    ] {
      let list = [sample.attribute] + others + [second]
      let bytes = try Fixture.message(Fixture.payload(list, [Fixture.purchase(1)]))
      let receipt = try AppReceipt(decoding: bytes)
      let copies = receipt.attributes.filter { $0.type == type }
      #expect(copies.map(\.isRepeated) == [true, true])
      #expect(receipt.attributes.filter { $0.type != type }.allSatisfy { !$0.isRepeated })
      let duplicates = receipt.problems.filter { $0.code.rawValue == "payload.duplicate-attribute" }
      #expect(duplicates.map(\.offset) == copies.map(\.offset))
      #expect(
        duplicates.allSatisfy { $0.path == "signedData.content.attribute[\(type)]" && $0.purchase == nil })
      #expect(duplicates.map { $0.value.map { Array($0) } } == [sample.attribute.value, second.value])
      #expect(receipt.problems.allSatisfy { $0.type == type })
      if let definition = AttributeTable.receipt.definition(of: type), definition.key != nil {
        #expect(sample.property(receipt) == nil)
        #expect(receipt.value(of: definition) == nil)
      }
      #expect(receipt.inAppPurchases.map(\.hasProblems) == [false])
    }
  }

  @Test(
    "an attribute that stands twice in a purchase makes a problem of that row alone",
    arguments: purchaseSamples.keys.sorted())
  func twiceInPurchase(type: Int) throws {
    let sample = try #require(purchaseSamples[type])
    var rows = [Fixture.purchase(1), Fixture.purchase(2), Fixture.purchase(3)]
    rows[1].set(sample.attribute)
    rows[1].attributes.append(sample.attribute)
    let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(Fixture.required, rows)))
    let purchase = receipt.inAppPurchases[1]
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true, false])
    #expect(
      receipt.problems.map(\.code.rawValue) == ["payload.duplicate-attribute", "payload.duplicate-attribute"])
    #expect(
      receipt.problems.map(\.path)
        == Array(repeating: "signedData.content.attribute[17][1].attribute[\(type)]", count: 2))
    #expect(receipt.problems.map(\.offset) == purchase.attributes.filter(\.isRepeated).map(\.offset))
    #expect(
      receipt.problems.map { $0.value.map { Array($0) } }
        == Array(repeating: sample.attribute.value, count: 2))
    #expect(receipt.problems.map(\.purchase) == [1, 1])
    if let definition = AttributeTable.purchase.definition(of: type), definition.key != nil {
      #expect(sample.property(purchase) == nil)
    }
  }

  @Test("three copies are three problems; purchases and unknown types may repeat")
  func thrice() throws {
    let bundle = Fixture.required[1]
    let list = Fixture.required + [bundle, bundle, Attribute(99, value: []), Attribute(99, value: [])]
    let receipt = try AppReceipt(
      decoding: Fixture.message(Fixture.payload(list, [Fixture.purchase(1), Fixture.purchase(1)])))
    #expect(receipt.problems.count == 3)
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, false])
    #expect(
      receipt.attributes.map(\.isRepeated) == [false, true, false, true, true] + [false, false, false, false])
  }

  // MARK: - Missing

  @Test(
    "each of types 0, 2 and 12 is missed where it is not, at the end of the content",
    arguments: [[], [0], [2], [12], [0, 2], [0, 12], [2, 12], [0, 2, 12]])
  func missing(types: [Int64]) throws {
    var recipe = ReceiptRecipe(attributes: Fixture.required, purchases: [Fixture.purchase(1)], style: .xcode)
    for type in types { recipe.remove(type: type) }
    let payload = recipe.payload()
    let bytes = try Fixture.message(payload)
    let receipt = try AppReceipt(decoding: bytes)
    let start = try #require(place(of: payload, in: bytes))
    #expect(receipt.problems.map(\.code.rawValue) == types.map { _ in "payload.missing-attribute" })
    #expect(receipt.problems.map(\.path) == types.map { "signedData.content.attribute[\($0)]" })
    #expect(
      receipt.problems.allSatisfy {
        $0.offset == start + payload.count && $0.value == nil && $0.purchase == nil
      })
    #expect(receipt.problems.map(\.type) == types.map { Int($0) })
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false])
  }

  @Test("an empty payload lacks all three, and a receipt with unreadable ones does not lack them")
  func emptyPayload() throws {
    let receipt = try AppReceipt(decoding: Fixture.message([0x31, 0]))
    #expect(receipt.problems.map(\.code.rawValue) == Array(repeating: "payload.missing-attribute", count: 3))
    #expect(receipt.content.elementsEqual([0x31, 0]))
    let unreadable = [Attribute(0, value: []), Attribute(2, value: []), Attribute(12, value: [])]
    let other = try AppReceipt(decoding: Fixture.message(Fixture.payload(unreadable)))
    #expect(other.problems.map(\.code.rawValue) == Array(repeating: "payload.value", count: 3))
  }

  // MARK: - Types that are none

  @Test(
    "a type outside 31 bits is a problem and never a type that it could be cut to",
    arguments: [
      ("01 00 00 00 02", "4294967298"), ("01 00 00 00 00 00 00 00 02", "18446744073709551618"),
      ("FF 02", "-254"),
      ("FF", "-1"), ("80 00 00 00", "-2147483648"), ("00 80 00 00 00", "2147483648"),
      ("00 FF FF FF FF", "4294967295"),
    ])
  func types(contents: String, number: String) throws {
    let attribute = Attribute(type: hex(contents), value: element(0x0C, Array("com.example.other".utf8)))
    let bytes = try Fixture.message(Fixture.payload(Fixture.required + [attribute]))
    let receipt = try AppReceipt(decoding: bytes)
    #expect(receipt.bundleID == "com.example.app")
    let problem = try #require(receipt.problems.first)
    #expect(receipt.problems.count == 1)
    #expect(problem.code.rawValue == "payload.attribute-type")
    #expect(problem.path == "signedData.content.attribute[\(number)]")
    #expect(problem.offset == place(of: attribute.encoded, in: bytes).map { $0 + 4 })
    #expect(problem.value.map { Array($0) } == attribute.value)
    #expect(problem.type == nil)
    #expect(receipt.attributes.last?.type == nil && receipt.attributes.last?.definition == nil)
    #expect(receipt.attributes.last.map { Array($0.value) } == attribute.value)
  }

  @Test("a type outside 31 bits inside a purchase spoils its row")
  func typeInPurchase() throws {
    // 1702 + 2³²
    var row = Fixture.purchase(1)
    row.attributes.insert(Attribute(type: hex("01 00 00 06 A6"), value: element(0x0C, [0x41])), at: 0)
    let receipt = try AppReceipt(
      decoding: Fixture.message(Fixture.payload(Fixture.required, [row, Fixture.purchase(2)])))
    #expect(receipt.problems.map(\.path) == ["signedData.content.attribute[17][0].attribute[4294968998]"])
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [true, false])
    #expect(receipt.inAppPurchases[0].productID == "com.example.app.product1")
  }

  @Test("attributes of purchases mean nothing at the top level, and the reverse")
  func otherLevel() throws {
    let row = PurchaseRecipe([
      .utf8String(2, "x"), .integer(17, 1), .utf8String(1702, "p"), .utf8String(1702 - 1701, "y"),
    ])
    let list = Fixture.required + [.utf8String(1702, "q"), .utf8String(1702, "q")]
    let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(list, [row])))
    #expect(receipt.problems.isEmpty)
    #expect(receipt.bundleID == "com.example.app")
    #expect(receipt.inAppPurchases.map(\.productID) == ["p"])
  }
}
