// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("INTEGER, BOOLEAN, NULL and BIT STRING") struct PrimitiveTests {
  // MARK: - INTEGER

  @Test(
    "an INTEGER has the value of its two's complement",
    arguments: [
      ("00", 0), ("01", 1), ("7F", 127), ("00 80", 128), ("00 FF", 255), ("01 00", 256), ("7F FF", 32_767),
      ("00 80 00", 32_768), ("FF", -1), ("80", -128), ("FF 7F", -129), ("80 00", -32_768), ("FF 00", -256),
      ("07 1A FD 50 E7 48 2D", 2_000_000_123_357_229), ("7F FF FF FF FF FF FF FF", Int64.max),
      ("80 00 00 00 00 00 00 00", Int64.min), ("FF 7F FF FF FF FF FF FF", -36_028_797_018_963_969),
    ])
  func integers(contents: String, number: Int64) {
    let bytes = element(0x02, hex(contents))
    #expect(read(bytes) { reader throws(ASN1Error) in try reader.readInteger() } == .success(number))
    #expect(ASN1Integer(contents: hex(contents)[...]).int64 == number)
    #expect(ASN1Integer(contents: hex(contents)[...]).description == String(number))
  }

  @Test(
    "an INTEGER beyond 64 bits has contents but no Int64, and is never cut to one",
    arguments: [
      "00 80 00 00 00 00 00 00 00", "00 FF FF FF FF FF FF FF FF", "01 00 00 00 00 00 00 00 00",
      "01 00 00 00 00 00 00 00 02", "FF 7F FF FF FF FF FF FF FF", "80 00 00 00 00 00 00 00 00",
      "01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00",
    ])
  func largeIntegers(contents: String) {
    let bytes = element(0x02, hex(contents))
    #expect(read(bytes) { reader throws(ASN1Error) in try reader.readInteger() } == .success(nil))
    #expect(
      read(bytes) { reader throws(ASN1Error) in try reader.readIntegerContents() }
        == .success(2..<bytes.count))
    #expect(ASN1Integer(contents: hex(contents)[...]).int64 == nil)
  }

  @Test("an INTEGER takes no more octets than it needs (X.690 8.3.2)", arguments: UInt8.min...UInt8.max)
  func minimality(second: UInt8) {
    for (first, isPadded) in [(UInt8(0), second < 0x80), (0xFF, second >= 0x80), (1, false), (0xFE, false)] {
      for tail in [[], [UInt8](repeating: 0, count: 7), [UInt8](repeating: 0xFF, count: 20)] {
        let bytes = element(0x02, [first, second] + tail)
        let found = read(bytes) { reader throws(ASN1Error) in try reader.readIntegerContents() }
        #expect(found == (isPadded ? .failure(ASN1Error(.integer, at: 2)) : .success(2..<bytes.count)))
      }
    }
  }

  @Test("an INTEGER of one megabyte is read in place; an empty one is none")
  func extremeIntegers() {
    let bytes = element(0x02, [0x01] + [UInt8](repeating: 0, count: 1 << 20))
    #expect(
      read(bytes) { reader throws(ASN1Error) in try reader.readIntegerContents() }
        == .success(5..<bytes.count))
    #expect(read(bytes) { reader throws(ASN1Error) in try reader.readInteger() } == .success(nil))
    #expect(
      fault(hex("02 00")) { reader throws(ASN1Error) in try reader.readInteger() }
        == ASN1Error(.integer, at: 2))
  }

  // MARK: - BOOLEAN, NULL, BIT STRING

  @Test("a BOOLEAN is 00 or FF", arguments: UInt8.min...UInt8.max)
  func booleans(octet: UInt8) {
    let found = read([1, 1, octet]) { reader throws(ASN1Error) in try reader.readBoolean() }
    switch octet {
    case 0: #expect(found == .success(false))
    case 0xFF: #expect(found == .success(true))
    default: #expect(found == .failure(ASN1Error(.boolean, at: 2)))
    }
  }

  @Test("a BOOLEAN has one octet", arguments: ["01 00", "01 02 FF FF", "01 02 00 00"])
  func booleanSize(bytes: String) {
    let found = fault(hex(bytes)) { reader throws(ASN1Error) in try reader.readBoolean() }
    #expect(found == ASN1Error(.boolean, at: 2))
  }

  @Test("a NULL is empty")
  func null() {
    #expect(fault(hex("05 00")) { reader throws(ASN1Error) in try reader.readNull() } == nil)
    #expect(
      fault(hex("05 01 00")) { reader throws(ASN1Error) in try reader.readNull() } == ASN1Error(.null, at: 2))
  }

  @Test(
    "a BIT STRING of whole octets starts with a zero count of unused bits", arguments: UInt8.min...UInt8.max)
  func bitStrings(unused: UInt8) {
    let found = read([3, 2, unused, 0x80]) { reader throws(ASN1Error) in
      try reader.readOctetAlignedBitString()
    }
    #expect(found == (unused == 0 ? .success(3..<4) : .failure(ASN1Error(.bitString, at: 2))))
  }

  @Test("a BIT STRING may be empty, but not without its count")
  func emptyBitStrings() {
    let read = { (bytes: String) in
      fault(hex(bytes)) { reader throws(ASN1Error) in try reader.readOctetAlignedBitString() }
    }
    #expect(read("03 01 00") == nil)
    #expect(read("03 00") == ASN1Error(.bitString, at: 2))
  }

  /// The functions that read an element of a certain tag.
  private static func readTagged(_ number: Int, _ reader: inout ASN1Reader) throws(ASN1Error) {
    switch number {
    case 0: _ = try reader.readInteger()
    case 1: _ = try reader.readIntegerContents()
    case 2: _ = try reader.readBoolean()
    case 3: try reader.readNull()
    case 4: _ = try reader.readObjectIdentifier()
    case 5: _ = try reader.readOctetAlignedBitString()
    case 6: _ = try reader.read(.utf8String)
    case 7: _ = try reader.readAnnounced(.octetString)
    case 8: _ = try reader.enter(.sequence)
    default:
      var pieces = OctetStringPieces()
      try reader.readOctetString(into: &pieces, nesting: 1)
    }
  }

  @Test(
    "a reading function refuses another tag at its first byte, and a missing element at its place",
    arguments: 0..<10)
  func otherTags(function: Int) {
    let whole = fault(hex("0A 00")) { reader throws(ASN1Error) in try Self.readTagged(function, &reader) }
    #expect(whole == ASN1Error(.unexpectedElement, at: 0))
    let missing = fault(hex("31 00 05 00")) { reader throws(ASN1Error) in
      var contents = try reader.enter(.set)
      try Self.readTagged(function, &contents)
    }
    #expect(missing == ASN1Error(.missingElement, at: 2))
    let closed = fault(hex("31 80 00 00"), rules: .basic) { reader throws(ASN1Error) in
      var contents = try reader.enter(.set)
      try Self.readTagged(function, &contents)
    }
    #expect(closed == ASN1Error(.missingElement, at: 2))
    let cutOff = fault(hex("31 05 05 00")) { reader throws(ASN1Error) in
      var contents = try reader.enter(.set)
      try contents.readNull()
      try Self.readTagged(function, &contents)
    }
    #expect(cutOff == ASN1Error(.truncated, at: 4))
  }
}
