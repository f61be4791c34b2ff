// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("Elements that are passed over") struct SkipElementTests {
  private static func skip(_ bytes: [UInt8], depth: Int = 16) -> Result<Int, ASN1Error> {
    read(bytes, rules: .basic, depth: depth) { reader throws(ASN1Error) in
      try reader.skipElement()
      return reader.position
    }
  }

  @Test(
    "any element is passed over up to its own end",
    arguments: [
      ("05 00 05 00", 2), ("30 02 FF FF 05 00", 4), ("A0 03 00 00 00", 5), ("30 80 00 00 05 00", 4),
      ("30 80 05 00 00 00", 6), ("30 80 31 80 00 00 24 80 04 01 AA 00 00 00 00 FF", 15),
      // A definite element is not looked into: whatever its contents look like, they are no end.
      ("30 80 30 02 00 00 04 04 00 00 00 00 00 00", 14),
    ])
  func sound(bytes: String, end: Int) {
    #expect(Self.skip(hex(bytes)) == .success(end))
  }

  @Test(
    "what has no end is refused at the first offending byte",
    arguments: [
      ("30 80", ASN1Error.Code.truncated, 2), ("30 80 00", .truncated, 3), ("30 80 05 00", .truncated, 4),
      ("30 80 05 00 00", .truncated, 5), ("30 80 00 01", .endOfContents, 3),
      ("30 80 05 00 00 FF", .endOfContents, 5),
      ("30 80 30 80 00 00 00 02", .endOfContents, 7), ("00 00", .endOfContents, 0), ("30 80 1F 00", .tag, 2),
      ("30 80 05 81 00", .length, 3), ("30 80 04 80 00 00 00 00", .indefiniteLength, 3),
      ("30 80 30 01", .truncated, 4),
    ])
  func faults(bytes: String, code: ASN1Error.Code, offset: Int) {
    #expect(Self.skip(hex(bytes)) == .failure(ASN1Error(code, at: offset)))
  }

  @Test(
    "an indefinite length that is open where its definite parent ends lacks its end-of-contents octets",
    arguments: [
      ("31 02 30 80 00 00", ASN1Error.Code.endOfContents, 4), ("31 04 30 80 05 00 00 00", .endOfContents, 6),
      ("31 03 30 80 00 00", .length, 4), ("31 05 30 80 30 80 00 00 00", .length, 6),
      ("31 04 30 80 05 01 00 00 00", .length, 5),
    ])
  func parents(bytes: String, code: ASN1Error.Code, offset: Int) {
    let found = fault(hex(bytes), rules: .basic) { reader throws(ASN1Error) in
      var parent = try reader.enter(.set)
      try parent.skipElement()
    }
    #expect(found == ASN1Error(code, at: offset))
  }

  @Test("where the parent holds nothing more, the element is missing")
  func nothingLeft() {
    let found = fault(hex("31 02 05 00 05 00"), rules: .basic) { reader throws(ASN1Error) in
      var parent = try reader.enter(.set)
      try parent.skipElement()
      try parent.skipElement()
    }
    #expect(found == ASN1Error(.missingElement, at: 4))
  }

  @Test("indefinite lengths are refused under distinguished rules")
  func distinguished() {
    let found = fault(hex("30 80 00 00")) { reader throws(ASN1Error) in try reader.skipElement() }
    #expect(found == ASN1Error(.indefiniteLength, at: 1))
  }

  @Test(
    "as many indefinite lengths may be open as levels are left; definite ones do not count", arguments: 0...17
  )
  func depth(levels: Int) {
    let definite = element(0x30, element(0x30, element(0x30, hex("05 00"))))
    let opening = [UInt8]((0..<levels).flatMap { _ in [0xA0, 0x80] })
    let bytes = opening + definite + [UInt8](repeating: 0, count: 2 * levels)
    #expect(Self.skip(bytes, depth: levels) == .success(bytes.count))
    guard levels > 0 else { return }
    #expect(Self.skip(bytes, depth: levels - 1) == .failure(ASN1Error(.depth, at: 2 * (levels - 1))))
  }

  @Test("a million open lengths take no stack")
  func stack() {
    let bytes = [UInt8]((0..<1_000_000).flatMap { _ in [0x30, 0x80] })
    #expect(Self.skip(bytes, depth: .max) == .failure(ASN1Error(.truncated, at: bytes.count)))
    let closed = bytes + [UInt8](repeating: 0, count: bytes.count)
    #expect(Self.skip(closed, depth: .max) == .success(closed.count))
    #expect(Self.skip(bytes) == .failure(ASN1Error(.depth, at: 32)))
  }
}
