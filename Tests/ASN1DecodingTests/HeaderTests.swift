// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("Headers: identifier and length octets") struct HeaderTests {
  /// Reads one element of any tag and gives its contents.
  private static func contents(_ bytes: [UInt8]) -> Result<Range<Int>, ASN1Error> {
    read(bytes) { reader throws(ASN1Error) in try reader.readElement().contents }
  }

  @Test(
    "a minimal length of any form is read",
    arguments: [0, 1, 0x7F, 0x80, 0xFF, 0x100, 0xFFFF, 0x1_0000, 0xFF_FFFF, 0x100_0000])
  func minimalLengths(count: Int) {
    let bytes = element(0x04, [UInt8](repeating: 7, count: count))
    #expect(Self.contents(bytes) == .success(bytes.count - count..<bytes.count))
  }

  @Test(
    "a length that DER forbids is refused at its first octet",
    arguments: [
      "04 81 00", "04 81 7F", "04 82 00 80", "04 82 00 FF", "04 83 00 00 80", "04 83 00 FF FF",
      "04 84 00 00 00 80", "04 84 00 FF FF FF", "04 85 00 00 00 00 01", "04 85 01 00 00 00 00",
      "04 88 FF FF FF FF FF FF FF FF", "04 88 7F FF FF FF FF FF FF FF", "04 FE", "04 FF",
    ])
  func refusedLengths(header: String) {
    // With and without contents behind it: what follows cannot mend the length.
    #expect(Self.contents(hex(header)) == .failure(ASN1Error(.length, at: 1)))
    let padded = hex(header) + [UInt8](repeating: 7, count: 300)
    #expect(Self.contents(padded) == .failure(ASN1Error(.length, at: 1)))
  }

  @Test(
    "input that ends inside a header is truncated at its end",
    arguments: ["", "04", "30", "1F", "00", "04 81", "04 82 01", "04 83 01 00", "04 84", "04 84 01 00 00"])
  func truncatedHeaders(bytes: String) {
    #expect(Self.contents(hex(bytes)) == .failure(ASN1Error(.truncated, at: hex(bytes).count)))
  }

  @Test(
    "input that ends inside the contents is truncated at its end",
    arguments: [
      "04 01", "04 05 01 02 03 04", "04 81 80 00", "04 84 7F FF FF FF", "04 84 FF FF FF FF 00",
    ])
  func truncatedContents(bytes: String) {
    #expect(Self.contents(hex(bytes)) == .failure(ASN1Error(.truncated, at: hex(bytes).count)))
  }

  @Test(
    "an identifier of several octets is refused, whatever its number",
    arguments: [
      "1F 80", "1F 05 00", "1F 81 00 00", "3F 1F 00", "5F 22 00", "7F 81 80 00 00", "9F 1F 00", "BF 1F 00",
      "DF 00",
      "FF 00", "1F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 9F 1F 00",
    ])
  func highTags(bytes: String) {
    #expect(Self.contents(hex(bytes)) == .failure(ASN1Error(.tag, at: 0)))
  }

  @Test("every other identifier octet is the whole tag", arguments: UInt8.min...UInt8.max)
  func oneOctetTags(tag: UInt8) {
    let found = read([tag, 0]) { reader throws(ASN1Error) in try reader.readElement() }
    if tag & 0x1F == 0x1F {
      #expect(found == .failure(ASN1Error(.tag, at: 0)))
    } else if tag == 0 {
      #expect(found == .failure(ASN1Error(.endOfContents, at: 0)))
    } else {
      #expect(found == .success(ASN1Element(tag: ASN1Tag(rawValue: tag), start: 0, contents: 2..<2)))
      #expect((try? found.get())?.range == 0..<2)
      #expect(ASN1Tag(rawValue: tag).isConstructed == (tag & 0x20 == 0x20))
    }
  }

  @Test(
    "an indefinite length is refused where the element is read whole, in either encoding",
    arguments: [
      ASN1Reader.Rules.distinguished, .basic,
    ])
  func indefiniteElement(rules: ASN1Reader.Rules) {
    for tag in [ASN1Tag.sequence, .constructedOctetString] {
      let bytes = [tag.rawValue, 0x80, 0, 0]
      let refused = ASN1Error(.indefiniteLength, at: 1)
      #expect(fault(bytes, rules: rules) { reader throws(ASN1Error) in try reader.readElement() } == refused)
      #expect(fault(bytes, rules: rules) { reader throws(ASN1Error) in try reader.read(tag) } == refused)
      #expect(
        fault(bytes, rules: rules) { reader throws(ASN1Error) in try reader.readAnnounced(tag) } == refused)
    }
  }

  @Test(
    "a primitive element never has an indefinite length (X.690 8.1.3.2)",
    arguments: [
      ASN1Reader.Rules.distinguished, .basic,
    ])
  func indefinitePrimitive(rules: ASN1Reader.Rules) {
    let refused = ASN1Error(.indefiniteLength, at: 1)
    let enter = fault(hex("04 80 01 00 00"), rules: rules) { reader throws(ASN1Error) in
      _ = try reader.enter(.octetString)
    }
    let skip = fault(hex("04 80 01 00 00"), rules: rules) { reader throws(ASN1Error) in
      try reader.skipElement()
    }
    #expect(enter == refused)
    #expect(skip == refused)
  }

  @Test("tags of the context-specific class keep five bits of their number")
  func contextTags() {
    #expect(ASN1Tag.contextConstructed(0).rawValue == 0xA0)
    #expect(ASN1Tag.contextConstructed(30).rawValue == 0xBE)
    #expect(ASN1Tag.contextConstructed(0x23).rawValue == 0xA3)
  }

  @Test("the universal tags have the numbers of X.690 8.1.2.2 and X.680 8.4")
  func universalTags() {
    let primitive: [ASN1Tag] = [
      .boolean, .integer, .bitString, .octetString, .null, .objectIdentifier, .utf8String, .printableString,
      .teletexString, .ia5String, .utcTime, .generalizedTime, .bmpString,
    ]
    #expect(primitive.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 12, 19, 20, 22, 23, 24, 30])
    let constructed: [ASN1Tag] = [.constructedOctetString, .sequence, .set]
    #expect(constructed.map(\.rawValue) == [0x24, 0x30, 0x31])
    #expect(constructed.allSatisfy(\.isConstructed) && !primitive.contains(where: \.isConstructed))
  }

  @Test("elements follow each other, and positions count from the start of the input")
  func positions() {
    let bytes = hex("05 00 04 02 AA BB 0C 01 41")
    let elements = value(bytes) { reader throws(ASN1Error) in
      var found: [ASN1Element] = []
      while reader.position < bytes.count { found.append(try reader.readElement()) }
      return found
    }
    #expect(elements?.map(\.range) == [0..<2, 2..<6, 6..<9])
    #expect(elements?.map(\.contents) == [2..<2, 4..<6, 8..<9])
    #expect(elements?.map(\.tag) == [.null, .octetString, .utf8String])
  }
}
