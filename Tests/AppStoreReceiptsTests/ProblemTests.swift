// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptForge
import Testing

@Suite("Problems: malformed values") struct ProblemTests {
  /// Values that an attribute of a kind must not have, each with its first offending byte.
  static func malformed(_ kind: AttributeKind) -> [(value: [UInt8], offset: Int)] {
    let encodings = { (tag: String) in
      [
        ("", 0), (tag, 0), ("\(tag) 02 41", 1), ("\(tag) 80 41 00 00", 1), ("\(tag) 81 01 41", 1),
        ("\(tag) FF 41", 1),
        ("05 00", 0), ("00 00", 0), ("1F 81 00", 0), ("\(tag) 84 7F FF FF FF 41", 1),
      ]
    }
    let table: [(String, Int)]
    switch kind {
    case .octets, .uninterpreted, .inAppPurchase: table = []
    case .sha1Digest:
      table = [("", 0), (String(repeating: "00", count: 19), 0), (String(repeating: "00", count: 21), 0)]
    case .text, .bundleIdentifier:
      table =
        encodings("0C") + Self.notUTF8 + [("16 01 41", 0), ("0C 01 41 05 00", 3), ("0C 01 41 00", 3)]
        + (kind == .text ? [] : Self.notBundleIdentifier)
    case .asciiText:
      table = encodings("16") + [("0C 01 41", 0), ("16 02 41 80", 3), ("16 01 41 16 01 41", 3)]
    case .date, .optionalDate:
      table = encodings("16") + Self.notDates + (kind == .date ? [("16 00", 2)] : [("16 01 20", 2)])
    case .integer, .productType, .ownershipType, .platform, .releaseTag:
      table = encodings("02") + Self.notIntegers
    case .count:
      table =
        encodings("02") + Self.notIntegers + [
          ("02 01 FF", 2), ("02 07 20 00 00 00 00 00 01", 2), ("02 08 7F FF FF FF FF FF FF FF", 2),
          ("02 09 00 80 00 00 00 00 00 00 00", 2), ("02 09 01 00 00 00 00 00 00 00 01", 2),
          ("02 08 80 00 00 00 00 00 00 00", 2),
        ]
    case .flag:
      table =
        encodings("02") + Self.notIntegers + [
          ("02 01 02", 2), ("02 01 FF", 2), ("02 09 01 00 00 00 00 00 00 00 01", 2), ("01 01 FF", 0),
        ]
    }
    return table.map { (hex($0.0), $0.1) }
  }

  private static let notUTF8 = [
    ("0C 01 FF", 2), ("0C 02 C0 80", 2), ("0C 03 E2 82 41", 2), ("0C 02 41 C3", 2), ("0C 03 ED A0 80", 2),
    ("0C 04 F4 90 80 80", 2), ("0C 01 80", 2),
  ]
  private static let notBundleIdentifier = [
    ("0C 00", 2), ("0C 02 41 00", 2), ("0C 03 41 00 41", 2), ("0C 02 09 41", 2), ("0C 02 41 0A", 2),
    ("0C 02 41 7F", 2), ("0C 03 41 C2 80", 2), ("0C 03 41 C2 9F", 2), ("0C 02 20 41", 2), ("0C 02 41 20", 2),
    ("0C 01 20", 2),
  ]
  private static let notIntegers = [
    ("02 00", 2), ("02 02 00 7F", 2), ("02 02 FF 80", 2), ("0C 01 31", 0), ("02 01 01 00", 3),
  ]
  private static let notDates: [(String, Int)] =
    [
      "now", "2023-02-29T00:00:00Z", "2024-08-06", "1722945600", "2024-08-06T12:00:00",
      "2024-08-06T12:00:00Z\0",
    ].map { (hexadecimalText(element(0x16, Array($0.utf8))), 2) }
    + [(hexadecimalText(element(0x0C, Array("2024-08-06T12:00:00Z".utf8))), 0)]

  @Test(
    "an attribute at the top level with a malformed value is a problem, not a fault, and has no value",
    arguments: receiptSamples.keys.sorted())
  func receiptValues(type: Int) throws {
    let kind = try #require(AttributeTable.receipt.definition(of: type)).kind
    for (value, offset) in Self.malformed(kind) {
      let attribute = Attribute(Int64(type), value: value)
      var list = Fixture.required.filter { $0.type != attribute.type }
      list.insert(attribute, at: 1)
      let bytes = try Fixture.message(Fixture.payload(list, [Fixture.purchase(1)]))
      let decoded = DecodedReceipt(bytes)
      let receipt = try #require(decoded.receipt)
      let start =
        try #require(place(of: attribute.encoded, in: bytes)) + attribute.encoded.count - value.count
      #expect(decoded.fault == nil)
      let problem = try #require(receipt.problems.first, "\(hexadecimalText(value))")
      #expect(receipt.problems.count == 1)
      #expect(
        problem.code.rawValue == "payload.value" && problem.path == "signedData.content.attribute[\(type)]")
      #expect(problem.offset == start + offset, "\(hexadecimalText(value))")
      #expect(problem.value.map { Array($0) } == value)
      #expect(problem.purchase == nil && problem.type == type)
      #expect(problem.error == ReceiptError(problem.code, at: start + offset, path: problem.path))
      #expect(receiptSamples[type]?.property(receipt) == nil)
      #expect(receipt.attribute(type).map { Array($0.value) } == value)
      #expect(receipt.inAppPurchases.map(\.hasProblems) == [false])
    }
  }

  @Test(
    "an attribute of a purchase with a malformed value is a problem of that row alone",
    arguments: purchaseSamples.keys.sorted())
  func purchaseValues(type: Int) throws {
    let kind = try #require(AttributeTable.purchase.definition(of: type)).kind
    for (value, offset) in Self.malformed(kind) {
      let attribute = Attribute(Int64(type), value: value)
      var rows = [Fixture.purchase(1), Fixture.purchase(2), Fixture.purchase(3)]
      rows[1].set(attribute)
      let bytes = try Fixture.message(Fixture.payload(Fixture.required, rows))
      let decoded = DecodedReceipt(bytes)
      let receipt = try #require(decoded.receipt)
      let start =
        try #require(place(of: attribute.encoded, in: bytes)) + attribute.encoded.count - value.count
      #expect(decoded.fault == nil)
      let problem = try #require(receipt.problems.first, "\(hexadecimalText(value))")
      #expect(receipt.problems.count == 1)
      #expect(problem.code.rawValue == "payload.value")
      #expect(problem.path == "signedData.content.attribute[17][1].attribute[\(type)]")
      #expect(problem.offset == start + offset, "\(hexadecimalText(value))")
      #expect(problem.value.map { Array($0) } == value)
      #expect(problem.purchase == 1 && problem.type == type)
      #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true, false])
      #expect(purchaseSamples[type]?.property(receipt.inAppPurchases[1]) == nil)
      #expect(
        receipt.inAppPurchases.map(\.productID?.description).filter { $0 != nil }.count
          == (type == 1702 ? 2 : 3))
      // The rest of the row is there.
      for (other, sample) in purchaseSamples
      where other != type && rows[0].attributes.contains(where: { $0.type == sample.attribute.type })
        && other != 1712
      {
        #expect(sample.property(receipt.inAppPurchases[1]) != nil)
      }
    }
  }

  @Test("kinds that hold anything have no malformed value")
  func anything() throws {
    for (type, kind) in [(4, AttributeKind.octets), (6, .uninterpreted), (20, .uninterpreted)] {
      #expect(AttributeTable.receipt.definition(of: type)?.kind == kind)
      for value in [[], [0xFF], hex("30 80"), hex("02 02 00 01")] as [[UInt8]] {
        let attribute = Attribute(Int64(type), value: value)
        #expect(
          try AppReceipt(decoding: Fixture.message(Fixture.payload(Fixture.required + [attribute]))).problems
            .isEmpty)
      }
    }
  }
}
