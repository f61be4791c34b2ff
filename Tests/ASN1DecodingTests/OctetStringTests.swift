// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("OCTET STRING, in one piece or several") struct OctetStringTests {
  private static func pieces(
    _ bytes: [UInt8], nesting: Int = 4, rules: ASN1Reader.Rules = .basic
  ) -> (pieces: OctetStringPieces, fault: ASN1Error?) {
    var pieces = OctetStringPieces()
    var reader = ASN1Reader(bytes.span, rules: rules, depth: 16)
    do throws(ASN1Error) {
      try reader.readOctetString(into: &pieces, nesting: nesting)
      return (pieces, nil)
    } catch {
      return (pieces, error)
    }
  }

  @Test(
    "the pieces are collected in order, empty ones leave no trace",
    arguments: [
      ("04 02 AA BB", [2..<4]), ("04 00", []), ("24 00", []), ("24 80 00 00", []), ("24 02 04 00", []),
      ("24 04 04 02 AA BB", [4..<6]), ("24 80 04 01 AA 04 00 04 01 BB 00 00", [4..<5, 9..<10]),
      ("24 80 24 80 04 01 AA 00 00 24 03 04 01 BB 00 00", [6..<7, 13..<14]),
      ("24 80 24 80 24 80 24 80 04 01 AA 00 00 00 00 00 00 00 00", [10..<11]),
    ])
  func sound(bytes: String, ranges: [Range<Int>]) {
    let (pieces, fault) = Self.pieces(hex(bytes))
    #expect(fault == nil)
    #expect(pieces.ranges == ranges)
    #expect(pieces.count == ranges.reduce(0) { $0 + $1.count })
    #expect(pieces.single == (ranges.count > 1 ? nil : pieces.ranges.first ?? pieces.single))
    #expect(pieces.single?.isEmpty != true || ranges.isEmpty)
  }

  @Test(
    "a malformed string keeps what came before its first offending byte",
    arguments: [
      ("24 80 04 01 AA 05 00 00 00", [4..<5], ASN1Error.Code.octetString, 5),
      ("24 80 04 01 AA 30 80 00 00 00 00", [4..<5], .octetString, 5),
      ("24 80 04 01 AA 1F 00 00 00", [4..<5], .tag, 5), ("24 80 04 01 AA 05 81 00 00", [4..<5], .length, 6),
      ("24 80 04 01 AA 04 80 00 00", [4..<5], .indefiniteLength, 6),
      ("24 80 04 01 AA 04 FF 00 00", [4..<5], .length, 6),
      ("24 80 04 01 AA 00 05", [4..<5], .endOfContents, 6),
      ("24 80 04 01 AA", [4..<5], .truncated, 5), ("24 80 04 01 AA 00", [4..<5], .truncated, 6),
      ("24 80 04 03 AA", [4..<5], .truncated, 5), ("04 03 AA", [2..<3], .truncated, 3),
      ("04 03", [], .truncated, 2),
      ("24 80 04", [], .truncated, 3), ("24 80", [], .truncated, 2), ("24 03 04 02 AA BB", [], .length, 3),
      ("24 04 04 01 AA 04 00", [4..<5], .length, 5), ("24 04 04 01 AA 05", [4..<5], .length, 5),
      ("24 05 04 01 AA 00 00", [4..<5], .endOfContents, 5),
      ("24 80 24 80 24 80 24 80 24 80 04 00", [], .depth, 8), ("05 00", [], .unexpectedElement, 0),
      ("30 80", [], .indefiniteLength, 1), ("00 00", [], .endOfContents, 0),
    ])
  func malformed(bytes: String, ranges: [Range<Int>], code: ASN1Error.Code, offset: Int) {
    let (pieces, fault) = Self.pieces(hex(bytes))
    #expect(fault == ASN1Error(code, at: offset))
    #expect(pieces.ranges == ranges)
  }

  @Test("strings nest as deep as was allowed", arguments: 0...6)
  func nesting(levels: Int) {
    var bytes = hex("04 01 AA")
    for _ in 0..<levels { bytes = hex("24 80") + bytes + [0, 0] }
    #expect(Self.pieces(bytes, nesting: levels).fault == nil)
    if levels > 0 {
      #expect(Self.pieces(bytes, nesting: levels - 1).fault == ASN1Error(.depth, at: 2 * (levels - 1)))
    }
  }

  @Test("the distinguished encoding has no string in pieces")
  func distinguished() {
    let constructed = Self.pieces(hex("24 03 04 01 AA"), rules: .distinguished)
    #expect(constructed.fault == ASN1Error(.unexpectedElement, at: 0))
    #expect(Self.pieces(hex("04 01 AA"), rules: .distinguished).fault == nil)
  }

  // MARK: - The map of the pieces

  @Test("every octet is found where it stands in the input")
  func offsets() {
    let pieceSizes = [3, 0, 1, 200, 0, 0, 7, 1_000]
    var bytes = hex("24 80")
    var places: [Int] = []
    for (number, size) in pieceSizes.enumerated() {
      let piece = element(0x04, [UInt8](repeating: UInt8(number), count: size))
      places += (bytes.count + piece.count - size)..<(bytes.count + piece.count)
      bytes += piece
    }
    bytes += [0, 0]
    let (pieces, fault) = Self.pieces(bytes)
    #expect(fault == nil)
    #expect(pieces.single == nil)
    #expect(places.indices.allSatisfy { pieces.inputOffset(of: $0) == places[$0] })
    #expect(places.indices.last.map { pieces.inputOffset(of: $0 + 1) } == places.last.map { $0 + 1 })
  }

  @Test(
    "an empty string stands where its element begins",
    arguments: [
      ("04 00", 0), ("24 00", 0), ("24 80 04 00 04 00 00 00", 0), ("05 00 04 00", 2),
      ("05 00 24 80 00 00", 2),
    ])
  func emptyPlace(bytes: String, place: Int) {
    var pieces = OctetStringPieces()
    let fault = fault(hex(bytes), rules: .basic) { reader throws(ASN1Error) in
      if place > 0 { try reader.readNull() }
      pieces = OctetStringPieces(at: reader.position)
      try reader.readOctetString(into: &pieces, nesting: 4)
    }
    #expect(fault == nil)
    #expect(pieces.single == place..<place)
    #expect(pieces.inputOffset(of: 0) == place)
  }

  // MARK: - How many

  @Test("16 384 pieces are collected and one more is refused where it begins; empty ones are not counted")
  func count() {
    let most = ASN1Reader.maximumPieces
    #expect(most == 16_384)
    let octets = [UInt8]((0..<most).flatMap { _ in hex("04 01 AA 04 00") })
    let (pieces, fault) = Self.pieces(hex("24 80") + octets + [0, 0])
    #expect(fault == nil)
    #expect(pieces.ranges.count == most)
    let (first, tooMany) = Self.pieces(hex("24 80") + octets + hex("04 01 AA 00 00"))
    #expect(tooMany == ASN1Error(.pieces, at: octets.count + 2))
    #expect(first.ranges.count == most)
  }

  @Test("a map of many pieces answers as fast as one of few", .timeLimit(.minutes(1)))
  func mapSpeed() {
    let most = ASN1Reader.maximumPieces
    let octets = [UInt8]((0..<most).flatMap { _ in hex("04 01 AA") })
    let (pieces, _) = Self.pieces(hex("24 80") + octets + [0, 0])
    // A walk along the pieces for each question would take minutes even in a release build.
    var sum = 0
    for _ in 0..<100 {
      for index in 0..<most { sum &+= pieces.inputOffset(of: index) }
    }
    #expect(sum == 100 * (0..<most).reduce(0) { $0 + 4 + 3 * $1 })
  }
}
