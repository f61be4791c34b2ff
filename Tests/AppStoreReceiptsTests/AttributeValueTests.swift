// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Values by their definitions") struct AttributeValueTests {
  private func value(_ attribute: Attribute, ofType type: Int) throws -> AttributeValue? {
    let list = Fixture.required + [attribute]
    let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(list)))
    return receipt.value(of: try #require(AttributeTable.receipt.definition(of: type)))
  }

  @Test("empty text is no value")
  func emptyText() throws {
    for (attribute, type) in [(.utf8String(3, ""), 3), (.ia5String(10, ""), 10)] as [(Attribute, Int)] {
      if try value(attribute, ofType: type) != nil { Issue.record("empty text has a value: \(type)") }
    }
    guard case .text(let text) = try value(.ia5String(10, "4+"), ofType: 10) else {
      Issue.record("not read as text")
      return
    }
    #expect(text == "4+")
  }

  @Test("a flag is what its number says", arguments: [(0, false), (1, true)] as [(Int64, Bool)])
  func flags(_ number: Int64, _ isSet: Bool) throws {
    var row = Fixture.purchase(1)
    row.set(.integer(1713, number))
    let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(Fixture.required, [row])))
    let definition = try #require(AttributeTable.purchase.definition(of: 1713))
    guard case .flag(let value) = receipt.inAppPurchases.first?.value(of: definition) else {
      Issue.record("not read as a flag")
      return
    }
    #expect(value == isSet)
  }

  @Test(
    "an integer of any size and sign is read exactly, by every way to it",
    arguments: [
      "00", "01", "7F", "80", "FF", "00 80", "FF 7F", "7F FF FF FF FF FF FF FF", "80 00 00 00 00 00 00 00",
      "00 80 00 00 00 00 00 00 00", "FF 7F FF FF FF FF FF FF FF", "01 00 00 00 00 00 00 00 00 00 00 00",
    ])
  func integers(_ contents: String) throws {
    let contents = hex(contents)
    var row = Fixture.purchase(1)
    for type in [1707, 1710, 1711, 1722] as [Int64] { row.set(.integer(type, content: contents)) }
    let list = Fixture.required + ([1, 9, 15, 25] as [Int64]).map { .integer($0, content: contents) }
    let receipt = try AppReceipt(decoding: Fixture.message(Fixture.payload(list, [row])))
    let purchase = try #require(receipt.inAppPurchases.first)
    let expected = ASN1Integer(contents: contents[...])
    #expect(receipt.appItemID == expected)
    #expect(receipt.downloadID == expected)
    #expect(receipt.serverVersion?.number == expected)
    #expect(purchase.itemID == expected)
    #expect(purchase.webOrderLineItemID == expected)
    guard
      case .integer(expected) = purchase.value(of: try #require(AttributeTable.purchase.definition(of: 1711)))
    else {
      Issue.record("not read as an integer")
      return
    }
    guard expected.int64.map({ 0...4 ~= $0 }) != true else { return }
    #expect(receipt.platform == .other(expected))
    #expect(purchase.productType == .other(expected))
    #expect(purchase.ownershipType == .other(expected))
  }

  @Test("text that acts on a terminal is spelled out, and so is what looks spelled out")
  func terminal() {
    for (text, expected) in [
      ("a\u{1B}[2J", "a\\u{1B}[2J"), ("\\u{41}", "\\u{5C}u{41}"), ("\\u", "\\u"), ("u{41}", "u{41}"),
      ("\\\\", "\\\\"), ("\u{7F}\u{80}\u{9F}\u{A0}", "\\u{7F}\\u{80}\\u{9F}\u{A0}"),
      ("\u{202E}x", "\\u{202E}x"), ("é🍎", "é🍎"), ("au{1}", "au{1}"),
    ] {
      #expect(terminalText(text) == expected)
    }
  }
}
