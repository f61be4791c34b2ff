// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge
import Testing

@Suite("SampleReceipt") struct SampleReceiptTests {
  private let iOSTypes = Array(Int64(0)...16) + [18, 19, 20, 25]

  @Test("App Store samples carry every type that the App Store writes, Xcode's only its own")
  func types() throws {
    let types = { (sample: SampleReceipt) throws in try sample.recipe().attributes.map(\.typeNumber) }
    #expect(try types(.sandbox(created: "2025-01-01T00:00:00Z")) == iOSTypes)
    #expect(try types(.production(created: "2025-01-01T00:00:00Z")) == iOSTypes)
    #expect(try types(.mac(created: "2025-01-01T00:00:00Z")) == iOSTypes.filter { $0 != 20 })
    #expect(try types(.xcode(created: "2025-01-01T00:00:00Z")) == [0, 1, 2, 3, 4, 5, 8, 12, 21])
  }

  @Test("purchases carry every type that the App Store writes for them, Xcode's only its own")
  func purchaseTypes() {
    let types = { (purchase: SamplePurchase) in purchase.recipe.attributes.map(\.typeNumber) }
    let consumable = SamplePurchase("p", transactionID: "1", purchaseDate: "2025-01-01T00:00:00Z")
    #expect(types(consumable) == Array(1701...1718) + [1722])
    let period = SamplePurchase.subscription(
      "p", transactionID: "1", purchaseDate: "2025-01-01T00:00:00Z", expiresDate: "2025-02-01T00:00:00Z",
      webOrderLineItemID: 7)
    #expect(types(period) == Array(1701...1719) + [1722])
    let local = SamplePurchase.xcode("p", transactionID: "0", purchaseDate: "2025-01-01T00:00:00Z")
    #expect(types(local) == [1701, 1702, 1703, 1704, 1719])
  }

  @Test("a field that is nil has no attribute, one that is set has its own value")
  func fields() throws {
    var sample = SampleReceipt.sandbox(created: "2025-01-01T00:00:00Z")
    sample.creationDate = nil
    sample.downloadID = SampleInteger(content: [1, 0, 0, 0, 0, 0, 0, 0, 0], decimal: "18446744073709551616")
    sample.serverVersion = "P247"
    sample.otherAttributes = [.utf8String(99, "x")]
    let attributes = try sample.recipe().attributes
    #expect(!attributes.contains { $0.typeNumber == 12 })
    #expect(attributes.contains(.integer(15, content: [1, 0, 0, 0, 0, 0, 0, 0, 0])))
    #expect(attributes.contains(.integer(9, 1_345_467_447)))
    #expect(attributes.contains(.bytes(4, version: 2, sample.opaqueValue)))
    #expect(attributes.last == .utf8String(99, "x"))
  }

  @Test("the device hash follows the GUID")
  func deviceHash() throws {
    var sample = SampleReceipt.mac(created: "2025-01-01T00:00:00Z")
    sample.guid = [1, 2, 3, 4, 5, 6]
    let bundleID = [0x0C, UInt8(sample.bundleID.utf8.count)] + Array(sample.bundleID.utf8)
    let expected = try DigestAlgorithm.sha1.hash([1, 2, 3, 4, 5, 6] + sample.opaqueValue + bundleID)
    #expect(try sample.recipe().attributes.first { $0.typeNumber == 5 }?.value == expected)
  }

  @Test("no signed sample carries a name or the key of Apple")
  func notApple() throws {
    let authority = try Fixture.authority.get()
    var receipts = [
      try SampleReceipt.xcode(created: "2025-01-01T00:00:00Z").recipe().signed(by: .xcodeLike())
    ]
    for era in Fixture.eras {
      let recipe = try SampleReceipt.production(created: "2025-01-01T00:00:00Z").recipe()
      receipts.append(try recipe.signed(by: authority.signer(era)))
    }
    for receipt in receipts {
      for name in Fixture.applesNames { #expect(!contains(receipt, Array(name.utf8)), "\(name)") }
      #expect(!contains(receipt, Fixture.applesRootKeyIdentifier))
    }
  }

  @Test(
    "a type's number is read back from its content, and is nil when it is too large",
    arguments: [
      ([0x00], 0), ([0x06, 0xA5], 1701), ([0xFF, 0x02], -254),
      ([0x01, 0x00, 0x00, 0x00, 0x02], 4_294_967_298),
      ([], nil), ([1, 0, 0, 0, 0, 0, 0, 0, 2], nil),
    ] as [([UInt8], Int64?)])
  func typeNumbers(_ content: [UInt8], _ number: Int64?) {
    #expect(ReceiptAttribute(type: content, value: []).typeNumber == number)
  }
}
