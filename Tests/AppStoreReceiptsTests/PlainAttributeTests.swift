// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Testing

@Suite("Attributes that are recognised at a glance") struct PlainAttributeTests {
  private struct Fields: Equatable {
    let type: Int64
    let value: Range<Int>
  }

  private static func recognised(_ bytes: [UInt8], at start: Int, before end: Int) -> Fields? {
    PlainAttribute.read(bytes.span, at: start, before: end).map { Fields(type: $0.type, value: $0.value) }
  }

  /// What the careful reader makes of the same octets, if they are in one of the two shapes.
  private static func expected(_ bytes: [UInt8], at start: Int, before end: Int) -> Fields? {
    var reader = ASN1Reader(bytes.span, in: start..<end, depth: 1)
    do throws(ASN1Error) {
      var element = try reader.enter(.sequence)
      let headerCount = element.position - start
      let type = try element.readIntegerContents()
      let version = try element.readIntegerContents()
      let value = try element.read(.octetString)
      try reader.leave(element)
      let isShort = headerCount == 2 && type.count <= 2
      let isLong = headerCount == 4 && type.count == 1 && value.lowerBound - version.upperBound == 4
      guard isShort || isLong, version.count == 1, bytes[type.lowerBound] < 0x80 else { return nil }
      return Fields(type: type.reduce(0) { $0 << 8 | Int64(bytes[$1]) }, value: value)
    } catch {
      return nil
    }
  }

  private static func attribute(_ type: String, _ valueCount: Int, version: String = "01") -> [UInt8] {
    let value = [UInt8](repeating: 4, count: valueCount)
    return element(0x30, element(2, hex(type)) + element(2, hex(version)) + element(4, value))
  }

  @Test(
    "each attribute in a usual shape is recognised, up to the bounds of its numbers and lengths",
    arguments: [
      ("00", 0, 0), ("05", 1, 5), ("7F", 0x77, 127), ("00 80", 0, 128), ("00 FF", 3, 255), ("06 A5", 0, 1701),
      ("06 BA", 0x76, 1722), ("7F FF", 1, 32_767), ("00", 0x100, 0), ("11", 0x101, 17), ("7F", 0xFFF5, 127),
    ])
  func usual(type: String, valueCount: Int, number: Int64) {
    let attribute = Self.attribute(type, valueCount)
    for (before, behind) in [(0, 0), (3, 0), (0, 1), (3, 300)] {
      let bytes =
        [UInt8](repeating: 0x30, count: before) + attribute + [UInt8](repeating: 0x30, count: behind)
      let end = before + attribute.count
      let found = Self.recognised(bytes, at: before, before: bytes.count)
      #expect(found == Fields(type: number, value: end - valueCount..<end))
    }
  }

  @Test(
    "an attribute in another shape is left to the careful reader, however sound it is",
    arguments: [
      ("80", 0, "01"), ("FF", 1, "01"), ("80 00", 0, "01"), ("FF 7F", 0, "01"), ("00 80 00", 0, "01"),
      ("05", 0, "01 00"), ("05", 0x78, "01"), ("06 A5", 0x77, "01"), ("05", 0x7F, "01"), ("05", 0x80, "01"),
      ("05", 0xF7, "01"), ("05", 0xF8, "01"), ("05", 0xFF, "01"), ("06 A5", 0x100, "01"), ("80", 0x100, "01"),
      ("11", 0x100, "01 00"), ("11", 0xFFF6, "01"), ("11", 0x1_0000, "01"),
    ])
  func unusual(type: String, valueCount: Int, version: String) {
    let attribute = Self.attribute(type, valueCount, version: version)
    #expect(Self.recognised(attribute, at: 0, before: attribute.count) == nil)
    let bytes = attribute + [UInt8](repeating: 4, count: 300)
    #expect(Self.recognised(bytes, at: 0, before: bytes.count) == nil)
  }

  @Test(
    "with any one octet of its headers changed, it is what the careful reader says, or left to that",
    arguments: [
      ("05", 0), ("05", 2), ("7F", 0x77), ("00 80", 0), ("06 A5", 3), ("06 A5", 0x76), ("05", 0x78),
      ("05", 0xF8), ("11", 0x100), ("11", 0x102), ("06 A5", 0x100), ("11", 0x182),
    ])
  func changes(type: String, valueCount: Int) {
    let attribute = Self.attribute(type, valueCount)
    var bytes = attribute + [UInt8](repeating: 0x04, count: 300)
    for place in 0..<min(16, attribute.count) {
      let octet = bytes[place]
      for changed in UInt8.min...UInt8.max {
        bytes[place] = changed
        for end in [attribute.count - 1, attribute.count, attribute.count + 1, bytes.count] {
          #expect(
            Self.recognised(bytes, at: 0, before: end) == Self.expected(bytes, at: 0, before: end),
            "octet \(place) is \(changed), end \(end)")
        }
      }
      bytes[place] = octet
    }
  }

  @Test("one that is cut off anywhere is left to the careful reader, and nothing behind the cut is read")
  func cuts() {
    for (type, valueCount) in [("05", 4), ("06 A5", 4), ("11", 0x100)] {
      let attribute = Self.attribute(type, valueCount)
      for end in attribute.indices {
        #expect(Self.recognised(attribute, at: 0, before: end) == nil)
        #expect(Self.recognised(Array(attribute[..<end]), at: 0, before: end) == nil)
      }
    }
    // The element ends before its value can have a length, and so does the input.
    for bytes in ["30 08 02 02 06 A5 02 01 01 04", "30 07 02 01 05 02 01 01 04 00"] {
      #expect(Self.recognised(hex(bytes), at: 0, before: 10) == nil)
    }
  }

  @Test("the octet of a long or indefinite length is no length", arguments: UInt8(0x80)...0xFF)
  func longLengths(length: UInt8) {
    let filling = [UInt8](repeating: 4, count: 600)
    for bytes in [
      [0x30, length] + hex("02 01 05 02 01 01 04") + [length - 8] + filling,
      [0x30, length] + hex("02 02 06 A5 02 01 01 04") + [length - 9] + filling,
    ] {
      #expect(Self.recognised(bytes, at: 0, before: bytes.count) == nil)
    }
  }

  @Test("a long value whose length fits one octet is left to the careful reader, which refuses it")
  func paddedLength() {
    let filling = [UInt8](repeating: 4, count: 300)
    let sound = hex("30 82 01 0A 02 01 11 02 01 01 04 82 01 00") + filling
    #expect(Self.recognised(sound, at: 0, before: sound.count) == Fields(type: 17, value: 14..<270))
    let padded = hex("30 82 01 09 02 01 11 02 01 01 04 82 00 FF") + filling
    #expect(Self.recognised(padded, at: 0, before: padded.count) == nil)
  }
}
