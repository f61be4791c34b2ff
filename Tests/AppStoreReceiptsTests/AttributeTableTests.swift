// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Known attributes") struct AttributeTableTests {
  @Test("every attribute of the table has a sample in these tests, and no sample is of another")
  func samplesAreComplete() {
    #expect(Set(AttributeTable.receipt.definitions.map(\.type)) == Set(receiptSamples.keys))
    #expect(Set(AttributeTable.purchase.definitions.map(\.type)) == Set(purchaseSamples.keys))
    for table in [AttributeTable.receipt, .purchase] {
      #expect(Set(table.definitions.map(\.type)).count == table.definitions.count)
      let keys = table.definitions.compactMap { $0.key?.description }
      #expect(Set(keys).count == keys.count)
      for definition in table.definitions {
        #expect(table.definition(of: definition.type)?.name == definition.name)
      }
      #expect(
        table.definition(of: -1) == nil && table.definition(of: 24) == nil
          && table.definition(of: 1723) == nil)
    }
  }

  @Test("every attribute at the top level comes out of its property, alone and among all others")
  func receiptProperties() throws {
    let all = try DecodedReceipt(
      Fixture.message(Fixture.payload(receiptSamples.sorted { $0.key < $1.key }.map(\.value.attribute))))
    #expect(all.fault == nil)
    let together = try #require(all.receipt)
    #expect(together.problems.isEmpty)
    for (type, sample) in receiptSamples {
      #expect(sample.property(together) == sample.expected, "\(type)")
      let alone = try #require(
        try DecodedReceipt(Fixture.message(Fixture.payload([sample.attribute]))).receipt)
      #expect(sample.property(alone) == sample.expected, "\(type)")
      for (other, otherSample) in receiptSamples where other != type {
        #expect(otherSample.property(alone) == nil, "\(other) in a receipt of \(type)")
      }
    }
  }

  @Test("every attribute of a purchase comes out of its property, alone and among all others")
  func purchaseProperties() throws {
    let recipes =
      [PurchaseRecipe(purchaseSamples.sorted { $0.key > $1.key }.map(\.value.attribute))]
      + purchaseSamples.sorted { $0.key < $1.key }.map { PurchaseRecipe([$0.value.attribute]) }
    let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(Fixture.required, recipes)))
    #expect(receipt.problems.isEmpty)
    #expect(receipt.inAppPurchases.count == recipes.count)
    let together = receipt.inAppPurchases[0]
    for (index, type) in purchaseSamples.keys.sorted().enumerated() {
      let sample = try #require(purchaseSamples[type])
      #expect(sample.property(together) == sample.expected, "\(type)")
      let alone = receipt.inAppPurchases[index + 1]
      #expect(alone.index == index + 1 && !alone.hasProblems)
      #expect(sample.property(alone) == sample.expected, "\(type)")
      for (other, otherSample) in purchaseSamples where other != type {
        #expect(otherSample.property(alone) == nil, "\(other) in a purchase of \(type)")
      }
    }
  }

  @Test("what has a key is a value by its definition as well, what has none is not")
  func values() throws {
    let receipt = try AppReceipt(
      decoding: Fixture.message(
        Fixture.payload(
          receiptSamples.filter { $0.key != 17 }.map(\.value.attribute),
          [PurchaseRecipe(purchaseSamples.map(\.value.attribute))])))
    for definition in AttributeTable.receipt.definitions {
      let hasValue = definition.key != nil && definition.kind != .inAppPurchase
      #expect((receipt.value(of: definition) != nil) == hasValue, "\(definition.name)")
    }
    for definition in AttributeTable.purchase.definitions {
      let value = receipt.inAppPurchases[0].value(of: definition)
      #expect((value != nil) == (definition.key != nil), "\(definition.name)")
      // A definition of the other table has no value here.
      #expect(receipt.value(of: definition) == nil)
    }
  }

  @Test("an attribute is kept with type, version, value and place, known or not, and unknown ones may repeat")
  func attributes() throws {
    let unknown = Attribute(2_147_483_647, version: -7, value: hex("DE AD"))
    let list = Fixture.required + [unknown, unknown, Attribute(24, value: []), Attribute(1702, value: [1])]
    let bytes = try Fixture.message(Fixture.payload(list))
    let receipt = try AppReceipt(decoding: bytes)
    #expect(receipt.problems.isEmpty)
    let attributes = receipt.attributes
    #expect(attributes.map(\.type) == [0, 2, 12, 2_147_483_647, 2_147_483_647, 24, 1702])
    #expect(attributes.map { Array($0.value) } == list.map(\.value))
    #expect(attributes.map(\.version.description) == ["1", "1", "1", "-7", "-7", "1", "1"])
    #expect(attributes.filter(\.isRepeated).isEmpty)
    #expect(attributes.map { $0.definition?.type } == [0, 2, 12, nil, nil, nil, nil])
    for (attribute, written) in zip(attributes, list) {
      #expect(bytes[attribute.offset...].starts(with: written.encoded))
    }
  }

  @Test("attributes of a purchase count from the start of the input too")
  func purchaseAttributes() throws {
    let bytes = try Fixture.message(
      Fixture.payload(Fixture.required, [Fixture.purchase(1), Fixture.purchase(2)]))
    let purchases = try AppReceipt(decoding: bytes).inAppPurchases
    for (purchase, recipe) in zip(purchases, [Fixture.purchase(1), Fixture.purchase(2)]) {
      #expect(purchase.attributes.map(\.type) == [1701, 1702, 1703, 1704, 1707, 1708, 1712])
      for (attribute, written) in zip(purchase.attributes, recipe.attributes) {
        #expect(bytes[attribute.offset...].starts(with: written.encoded))
      }
    }
  }

  @Test("empty text and empty dates are absent, where they may be empty")
  func empty() throws {
    let list: [Attribute] = [
      .utf8String(0, ""), .utf8String(2, "b"), .utf8String(3, ""), .ia5String(8, ""), .ia5String(10, ""),
      .ia5String(12, "2024-08-06T12:00:00Z"), .ia5String(18, ""), .utf8String(19, ""), .ia5String(21, ""),
    ]
    let row = PurchaseRecipe([
      .utf8String(1702, ""), .utf8String(1703, ""), .utf8String(1705, ""), .ia5String(1708, ""),
      .ia5String(1712, ""),
      .utf8String(1721, ""),
    ])
    let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(list, [row])))
    #expect(receipt.problems.isEmpty)
    // An empty receipt type is there, and names no environment.
    #expect(receipt.receiptType == "" && receipt.environment == .unknown)
    for type in [3, 8, 10, 18, 19, 21] {
      #expect(receiptSamples[type]?.property(receipt) == nil, "\(type)")
      #expect(receipt.attribute(type) != nil)
    }
    let purchase = receipt.inAppPurchases[0]
    #expect(!purchase.hasProblems)
    for (type, sample) in purchaseSamples { #expect(sample.property(purchase) == nil, "\(type)") }
  }
}
