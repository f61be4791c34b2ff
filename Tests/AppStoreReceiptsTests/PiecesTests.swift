// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing
import SeededRandom

@Suite("Content in pieces, as Xcode writes it") struct PiecesTests {
  private static let list: [Attribute] =
    Fixture.required + [
      Attribute(type: hex("FF 02"), value: [1]), .integer(1, content: [0, 1]), .utf8String(3, "1"),
      .utf8String(3, "2"),
      Attribute(77, value: [7]),
    ]
  private static let rows = [
    Fixture.purchase(1), PurchaseRecipe([.integer(1701, -1), .utf8String(1702, "p")]),
  ]

  /// The pieces of an OCTET STRING, cut at the given places, with an empty piece and a nested string in
  /// between.
  private static func pieces(_ payload: [UInt8], cuts: [Int]) -> [UInt8] {
    var content: [UInt8] = []
    var start = 0
    for (number, cut) in (cuts + [payload.count]).enumerated() {
      let piece = element(0x04, Array(payload[start..<cut]))
      switch number % 3 {
      case 0: content += piece
      case 1: content += element(0x24, piece) + [4, 0]
      default: content += [0x24, 0x80] + piece + [0, 0]
      }
      start = cut
    }
    return [0x24, 0x80] + content + [0, 0]
  }

  @Test("a receipt says the same in one piece and in many, and its offsets are the file's own")
  func offsets() throws {
    let payload = Fixture.payload(Self.list, Self.rows)
    let whole = try DecodedReceipt(Fixture.message(payload))
    let reference = try #require(whole.receipt)
    #expect(whole.fault == nil)
    #expect(reference.problems.count == 5)
    var random = SplitMix(state: 5)
    for round in 0..<60 {
      let cuts =
        round == 0
        ? Array(1..<payload.count)
        : (0...round % 7).map { _ in Int(random.next() % UInt64(payload.count + 1)) }.sorted()
      let bytes = try Fixture.message(content: [Self.pieces(payload, cuts: cuts)], style: .xcode)
      let decoded = DecodedReceipt(bytes)
      let receipt = try #require(decoded.receipt)
      #expect(decoded.fault == nil)
      #expect(receipt.content.elementsEqual(payload))
      #expect(receipt.attributes.map { Array($0.value) } == reference.attributes.map { Array($0.value) })
      #expect(receipt.problems.map(\.path) == reference.problems.map(\.path))
      #expect(receipt.problems.map(\.code) == reference.problems.map(\.code))
      #expect(receipt.problems.map(\.value) == reference.problems.map(\.value))
      #expect(receipt.inAppPurchases.map(\.hasProblems) == [false, true])
      #expect(receipt.inAppPurchases.map(\.productID) == reference.inAppPurchases.map(\.productID))
      // The byte at an offset of the file is the byte at the offset of the whole payload.
      let sound = try Fixture.message(payload)
      let offsets = zip(receipt.problems.map(\.offset), reference.problems.map(\.offset))
      let places = zip(receipt.attributes.map(\.offset), reference.attributes.map(\.offset))
      for (mine, theirs) in Array(offsets) + Array(places) { #expect(bytes[mine] == sound[theirs]) }
      let ordered = receipt.attributes.map(\.offset)
      #expect(ordered == ordered.sorted() && Set(ordered).count == ordered.count)
    }
  }

  @Test("each single cut keeps the offset of a fault on its byte")
  func faultOffsets() throws {
    // A byte that stands nowhere else is the first offending one.
    let payload = element(0x31, Array((Fixture.required.map(\.encoded) + [hex("EE 00")]).joined()))
    for cut in 0...payload.count {
      let bytes = try Fixture.message(content: [Self.pieces(payload, cuts: [cut])], style: .xcode)
      let fault = try #require(DecodedReceipt(bytes).fault)
      #expect(fault.code.rawValue == "structure.unexpected-element" && fault.path == "signedData.content")
      #expect(fault.offset.map { bytes[$0] } == 0xEE)
    }
  }

  @Test("missing attributes are missed behind the last piece")
  func missing() throws {
    let bytes = try Fixture.message(content: [hex("24 80 04 01 31 04 01 00 04 00 00 00")], style: .xcode)
    let start = try #require(place(of: hex("24 80 04 01 31"), in: bytes))
    let problems = try AppReceipt(decoding: bytes).problems
    #expect(problems.map(\.offset) == [start + 8, start + 8, start + 8])
  }

  @Test(
    "content whose pieces go wrong is blamed there, not where what was read of it ends",
    arguments: [
      ("05 00", "encoding.octet-string", 0), ("04 FF", "encoding.length", 1), ("1F 00 00", "encoding.tag", 0),
      ("04 80 00 00", "encoding.indefinite-length", 1), ("00 01", "encoding.end-of-contents", 1),
      ("30 02 05 00", "encoding.octet-string", 0),
    ])
  func brokenPieces(bad: String, code: String, offset: Int) throws {
    let payload = Fixture.payload(Fixture.required, [Fixture.purchase(1)])
    for cut in [payload.count, payload.count - 1, payload.count / 2, 1] {
      for pieces in [
        [Array(payload[..<cut])], [Array(payload[..<(cut / 2)]), Array(payload[(cut / 2)..<cut])],
      ] {
        let content = pieces.flatMap { element(0x04, $0) } + hex(bad)
        let bytes = try Fixture.message(content: [[0x24, 0x80] + content + [0, 0]], style: .xcode)
        let start = try #require(place(of: content, in: bytes)) + content.count - hex(bad).count
        let decoded = DecodedReceipt(bytes)
        #expect(
          decoded.fault
            == ReceiptError(
              .init(rawValue: code), at: start + offset, path: "signedData.encapContentInfo.eContent"))
        #expect(decoded.receipt?.receiptType == (cut > 40 ? "Production" : nil))
        if cut == payload.count { #expect(decoded.receipt?.inAppPurchases.first?.hasProblems == false) }
      }
    }
  }

  @Test("a fault in the payload before the pieces go wrong comes first")
  func earlierFault() throws {
    let content = element(0x04, hex("31 20 05 00")) + hex("05 00")
    let bytes = try Fixture.message(content: [[0x24, 0x80] + content + [0, 0]], style: .xcode)
    let start = try #require(place(of: content, in: bytes))
    #expect(
      DecodedReceipt(bytes).fault
        == ReceiptError(
          .init(rawValue: "structure.unexpected-element"), at: start + 4, path: "signedData.content"))
  }

  @Test("what follows a piece is never read as its content")
  func nothingBehind() throws {
    // The SET says 9 octets; the piece has 4 of them, and what follows would complete an attribute of type 3.
    let content = element(0x04, hex("31 0B 30 09")) + hex("02 01 03 02 01 01 04 01 41")
    let bytes = try Fixture.message(content: [[0x24, 0x80] + content + [0, 0]], style: .xcode)
    let decoded = DecodedReceipt(bytes)
    #expect(decoded.fault?.code.rawValue == "encoding.octet-string")
    #expect(decoded.receipt?.attributes.isEmpty == true)
    #expect(decoded.receipt?.problems.isEmpty == true)
  }
}
