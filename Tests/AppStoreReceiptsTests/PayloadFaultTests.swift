// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Faults in the structure of the payload") struct PayloadFaultTests {
  /// A broken element, its code, its first offending byte, and what stands behind the path of the set that
  /// holds it.
  typealias Row = (element: String, code: String, offset: Int, path: String)

  /// Elements that are no attribute, to stand in a set of attributes.
  static let broken: [Row] = [
    // fields
    ("30 00", "structure.missing-element", 2, ".attribute"),
    ("30 03 02 01 05", "structure.missing-element", 5, ".attribute[5]"),
    ("30 06 02 01 05 02 01 01", "structure.missing-element", 8, ".attribute[5]"),
    ("30 0A 02 01 05 02 01 01 04 00 04 00", "structure.extra-element", 10, ".attribute[5]"),
    ("30 0A 02 01 05 02 01 01 04 00 00 00", "structure.extra-element", 10, ".attribute[5]"),
    ("30 08 0C 01 05 02 01 01 04 00", "structure.unexpected-element", 2, ".attribute"),
    ("30 08 02 01 05 04 01 01 04 00", "structure.unexpected-element", 5, ".attribute[5]"),
    ("30 08 02 01 05 02 01 01 05 00", "structure.unexpected-element", 8, ".attribute[5]"),
    ("30 0A 02 01 05 02 01 01 24 02 04 00", "structure.unexpected-element", 8, ".attribute[5]"),
    // numbers
    ("30 09 02 02 00 02 02 01 01 04 00", "encoding.integer", 4, ".attribute"),
    ("30 07 02 00 02 01 01 04 00", "encoding.integer", 4, ".attribute"),
    ("30 09 02 01 05 02 02 00 01 04 00", "encoding.integer", 7, ".attribute[5]"),
    // lengths
    ("30 08 02 01 05 02 01 01 04 01", "encoding.length", 9, ".attribute[5]"),
    ("30 0C 02 01 05 02 01 01 04 84 7F FF FF FF", "encoding.length", 9, ".attribute[5]"),
    ("30 09 02 01 05 02 01 01 04 81 00", "encoding.length", 9, ".attribute[5]"),
    ("30 0A 02 01 05 02 01 01 04 80 00 00", "encoding.indefinite-length", 9, ".attribute[5]"),
    ("30 07 02 01 05 02 01 01 04", "encoding.length", 8, ".attribute[5]"),
    ("30 09 1F 02 01 05 02 01 01 04 00", "encoding.tag", 2, ".attribute"),
    ("30 02 00 00", "encoding.end-of-contents", 2, ".attribute"),
    // not even a SEQUENCE, but with an end
    ("0A 03 EE EE EE", "structure.unexpected-element", 0, ""),
    ("31 08 02 01 05 02 01 01 04 00", "structure.unexpected-element", 0, ""),
    ("04 03 AA BB CC", "structure.unexpected-element", 0, ""),
  ]

  /// Elements whose end is unknown, so that nothing behind them can be read.
  static let endless: [Row] = [
    ("1F 81 00", "encoding.tag", 0, ""), ("30 80 00 00", "encoding.indefinite-length", 1, ""),
    ("30 81 08 02 01 05 02 01 01 04 00", "encoding.length", 1, ""), ("30 FF", "encoding.length", 1, ""),
    ("00 00 EE EE", "encoding.end-of-contents", 0, ""), ("30 84 7F FF FF FF", "encoding.length", 1, ""),
    ("05 84 7F FF FF FF", "encoding.length", 1, ""),
  ]

  private static func check(
    _ bytes: [UInt8], _ broken: [UInt8], _ row: Row, _ path: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> AppReceipt {
    let decoded = DecodedReceipt(bytes)
    let start = try #require(place(of: broken, in: bytes))
    let expected = ReceiptError(
      ReceiptError.Code(rawValue: row.code), at: start + row.offset, path: path + row.path)
    #expect(decoded.fault == expected, sourceLocation: sourceLocation)
    #expect(throws: expected, sourceLocation: sourceLocation) { try AppReceipt(decoding: bytes) }
    return try #require(decoded.receipt)
  }

  @Test(
    "a broken attribute at the top level is the receipt's fault, and the others are read", arguments: broken)
  func topLevel(row: Row) throws {
    let elements =
      Fixture.required.map(\.encoded) + [hex(row.element)]
      + [Fixture.purchase(1).attribute(style: .xcode).encoded, Attribute.utf8String(3, "7").encoded]
    let bytes = try Fixture.message(element(0x31, Array(elements.joined())))
    let receipt = try Self.check(bytes, hex(row.element), row, "signedData.content")
    #expect(receipt.bundleID == "com.example.app" && receipt.appVersion == "7")
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false])
    #expect(receipt.attributes.map(\.type) == [0, 2, 12, 17, 3])
    #expect(receipt.problems.isEmpty)
  }

  @Test(
    "a broken attribute of a purchase leaves the other attributes and purchases readable", arguments: broken)
  func inPurchase(row: Row) throws {
    var rows = [Fixture.purchase(1), Fixture.purchase(2), Fixture.purchase(3)]
    let last = rows[1].attributes.removeLast().encoded
    rows[1].otherElements = [hex(row.element), last]
    let bytes = try Fixture.message(Fixture.payload(Fixture.required, rows))
    let receipt = try Self.check(bytes, hex(row.element), row, "signedData.content.attribute[17][1]")
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true, false])
    #expect(
      receipt.inAppPurchases.map(\.productID?.description) == (1...3).map { "com.example.app.product\($0)" })
    #expect(receipt.inAppPurchases[1].attributes.map(\.type) == [1701, 1702, 1703, 1704, 1707, 1708, 1712])
    #expect(receipt.inAppPurchases[2].attributes.count == 7)
  }

  @Test(
    "an element without an end hides what stands behind it in its own set, and nothing else",
    arguments: endless)
  func endlessElements(row: Row) throws {
    var rows = [Fixture.purchase(1), Fixture.purchase(2), Fixture.purchase(3)]
    rows[1].otherElements = [hex(row.element)]
    let bytes = try Fixture.message(Fixture.payload(Fixture.required, rows))
    let receipt = try Self.check(bytes, hex(row.element), row, "signedData.content.attribute[17][1]")
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true, false])
    #expect(receipt.inAppPurchases[1].attributes.count == 7)

    let elements = Fixture.required.map(\.encoded) + [hex(row.element), Attribute.utf8String(3, "7").encoded]
    let top = try Fixture.message(element(0x31, Array(elements.joined())))
    let other = try Self.check(top, hex(row.element), row, "signedData.content")
    #expect(other.bundleID == "com.example.app" && other.appVersion == nil)
  }

  @Test(
    "a purchase that is not one SET is broken, and its neighbours are not",
    arguments: [
      ("", "structure.missing-element", 0, ""), ("30 00", "structure.unexpected-element", 0, ""),
      ("31 00 05 00", "structure.extra-element", 2, ""), ("31 00 00", "structure.extra-element", 2, ""),
      ("04 02 31 00", "structure.unexpected-element", 0, ""),
      ("31 80 00 00", "encoding.indefinite-length", 1, ""),
      ("31 01", "encoding.length", 1, ""), ("31", "encoding.length", 0, ""),
      ("31 84 FF FF FF FF", "encoding.length", 1, ""),
    ] as [Row])
  func brokenPurchase(row: Row) throws {
    let value = hex(row.element)
    let attribute = Attribute(17, value: value).encoded
    let elements =
      Fixture.required.map(\.encoded) + [Fixture.purchase(1).attribute(style: .xcode).encoded, attribute]
      + [Fixture.purchase(2).attribute(style: .xcode).encoded]
    let bytes = try Fixture.message(element(0x31, Array(elements.joined())))
    let moved = (row.element, row.code, row.offset + attribute.count - value.count, row.path)
    let receipt = try Self.check(bytes, attribute, moved, "signedData.content.attribute[17][1]")
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true, false])
    #expect(receipt.inAppPurchases.map(\.index) == [0, 1, 2])
    #expect(receipt.inAppPurchases[1].productID == nil)
    #expect(receipt.inAppPurchases[2].productID == "com.example.app.product2")
  }

  @Test("a purchase whose own attribute has a field too many is broken")
  func fieldBehindPurchase() throws {
    let set = Fixture.purchase(2).encoded(style: .xcode)
    let broken = element(0x30, hex("02 01 11 02 01 01") + element(0x04, set) + hex("05 00"))
    let elements =
      Fixture.required.map(\.encoded) + [Fixture.purchase(1).attribute(style: .xcode).encoded, broken]
    let bytes = try Fixture.message(element(0x31, Array(elements.joined())))
    let row = ("", "structure.extra-element", broken.count - 2, "")
    let receipt = try Self.check(bytes, broken, row, "signedData.content.attribute[17][1]")
    #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true])
  }

  @Test("an attribute with a field too many has no value")
  func noValueOfBroken() throws {
    let broken = element(0x30, hex("02 01 03 02 01 01 04 03 0C 01 39 05 00"))
    let bytes = try Fixture.message(
      element(0x31, Array((Fixture.required.map(\.encoded) + [broken]).joined())))
    #expect(DecodedReceipt(bytes).receipt?.appVersion == nil)
    let inRow = element(0x30, hex("02 02 06 A6 02 01 01 04 03 0C 01 39 05 00"))
    let row = PurchaseRecipe([.integer(1701, 1)])
    var rows = [row]
    rows[0].otherElements = [inRow]
    let other = DecodedReceipt(try Fixture.message(Fixture.payload(Fixture.required, rows)))
    #expect(other.receipt?.inAppPurchases.map(\.productID) == [nil])
    #expect(other.receipt?.inAppPurchases.first?.quantity == 1)
  }

  // MARK: - The payload as a whole

  @Test(
    "content that is not one SET is no payload",
    arguments: [
      ("", "structure.missing-element", 0, ""), ("30 00", "structure.unexpected-element", 0, ""),
      ("04 02 31 00", "structure.unexpected-element", 0, ""),
      ("24 04 04 02 31 00", "structure.unexpected-element", 0, ""),
      ("31 00 00", "structure.extra-element", 2, ""), ("31 00 31 00", "structure.extra-element", 2, ""),
      ("31 80 00 00", "encoding.indefinite-length", 1, ""), ("31 05", "encoding.length", 1, ""),
      ("31", "encoding.length", 0, ""), ("31 02 05", "encoding.length", 1, ""),
      ("31 81 00", "encoding.length", 1, ""),
      ("00 00", "encoding.end-of-contents", 0, ""), ("31 01 30", "encoding.length", 2, ""),
    ] as [Row])
  func notPayload(row: Row) throws {
    let payload = hex(row.element)
    let certificates: [UInt8] = [0xA0, 0x82]
    for style in [ReceiptStyle.der, .xcode] {
      let bytes = try Fixture.message(payload, style: style)
      // The content is what stands before its end: search backwards from the certificates.
      let octetString = style.octetString(payload)
      let shell = try #require(place(of: octetString + (style == .der ? certificates : [0, 0]), in: bytes))
      let start =
        payload.isEmpty ? shell : shell + octetString.count - payload.count - (style == .der ? 0 : 2)
      let decoded = DecodedReceipt(bytes)
      #expect(
        decoded.fault
          == ReceiptError(
            ReceiptError.Code(rawValue: row.code), at: start + row.offset, path: "signedData.content"),
        "\(style)")
      #expect(decoded.receipt != nil)
    }
  }

  @Test("a receipt inside a receipt is no payload")
  func doubleWrapped() throws {
    let inner = try Fixture.message(Fixture.payload(Fixture.required))
    let bytes = try Fixture.message(inner)
    let fault = DecodedReceipt(bytes).fault
    #expect(fault?.code.rawValue == "structure.unexpected-element" && fault?.path == "signedData.content")
    #expect(fault?.offset == place(of: inner, in: bytes))
  }

  @Test("of faults in the message and in the payload the first offending byte counts")
  func firstFault() throws {
    let sound = try Fixture.message(Fixture.payload(Fixture.required))
    let trailing = DecodedReceipt(sound + [0])
    #expect(
      trailing.fault
        == ReceiptError(.init(rawValue: "structure.trailing-bytes"), at: sound.count, path: "contentInfo"))
    #expect(trailing.receipt?.bundleID == "com.example.app")
    let both = DecodedReceipt(try Fixture.message([0x30, 0]) + [0])
    #expect(both.fault?.path == "signedData.content")
    let early = DecodedReceipt([0x31] + sound.dropFirst())
    #expect(
      early.fault == ReceiptError(.init(rawValue: "structure.unexpected-element"), at: 0, path: "contentInfo")
    )
    #expect(early.receipt == nil)
  }
}
