// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("Object identifiers") struct ObjectIdentifierTests {
  private static func decode(_ contents: [UInt8]) -> Result<ObjectIdentifier, ASN1Error> {
    read(element(0x06, contents)) { reader throws(ASN1Error) in try reader.readObjectIdentifier() }
  }

  @Test(
    "the numbers are exact, however large",
    arguments: [
      ("00", "0.0"), ("27", "0.39"), ("28", "1.0"), ("4F", "1.39"), ("50", "2.0"), ("7F", "2.47"),
      ("81 00", "2.48"), ("81 7F", "2.175"),
      ("88 37", "2.999"), ("88 37 03", "2.999.3"), ("2A 86 48 86 F7 0D 01 07 02", "1.2.840.113549.1.7.2"),
      ("2A 86 48 86 F7 63 64 06 0B 01", "1.2.840.113635.100.6.11.1"),
      ("60 86 48 01 65 03 04 02 01", "2.16.840.1.101.3.4.2.1"),
      ("2B 0E 03 02 1A", "1.3.14.3.2.26"), ("55 04 03", "2.5.4.3"),
      // 2⁶³ − 1, 2⁶³, 2⁶⁴ − 1, 2⁶⁴, 10⁹, 10¹⁸ as a number of their own and as the second number under 2
      ("2A FF FF FF FF FF FF FF FF 7F", "1.2.9223372036854775807"),
      ("2A 81 80 80 80 80 80 80 80 80 00", "1.2.9223372036854775808"),
      ("2A 81 FF FF FF FF FF FF FF FF 7F", "1.2.18446744073709551615"),
      ("2A 82 80 80 80 80 80 80 80 80 00", "1.2.18446744073709551616"),
      ("2A 83 DC EB 94 00", "1.2.1000000000"),
      ("2A 8D F0 AD D6 BA BB 90 80 00", "1.2.1000000000000000000"),
      ("82 80 80 80 80 80 80 80 80 50", "2.18446744073709551616"),
      ("82 80 80 80 80 80 80 80 80 00", "2.18446744073709551536"),
      // 32 octets of one number: 128³² − 1
      (
        "FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF FF 7F",
        "2.26959946667150639794667015087019630673637144422540572481103610249135"
      ),
    ])
  func descriptions(contents: String, text: String) throws {
    let identifier = try Self.decode(hex(contents)).get()
    #expect(identifier.description == text)
    #expect(identifier.contents == hex(contents))
  }

  @Test(
    "an identifier that is empty, unfinished or padded is refused at the offending octet",
    arguments: [
      ("", ASN1Error(.objectIdentifier, at: 2)), ("80", ASN1Error(.objectIdentifier, at: 2)),
      ("80 01", ASN1Error(.objectIdentifier, at: 2)), ("2A 80 01", ASN1Error(.objectIdentifier, at: 3)),
      ("2A 86 48 80", ASN1Error(.objectIdentifier, at: 5)), ("2A 86", ASN1Error(.objectIdentifier, at: 4)),
      ("FF", ASN1Error(.objectIdentifier, at: 3)), ("2A 86 80", ASN1Error(.objectIdentifier, at: 5)),
    ])
  func malformed(contents: String, expected: ASN1Error) {
    #expect(Self.decode(hex(contents)) == .failure(expected))
  }

  @Test("a zero octet inside a number is no padding")
  func innerZeros() {
    #expect((try? Self.decode(hex("2A 81 80 00")).get())?.description == "1.2.16384")
  }

  @Test("32 octets are the most that an identifier takes, also when one has a megabyte")
  func size() {
    let longest = [0x2A] + [UInt8](repeating: 1, count: 31)
    #expect((try? Self.decode(longest).get())?.contents == longest)
    #expect(Self.decode(longest + [1]) == .failure(ASN1Error(.objectIdentifierSize, at: 2)))
    let megabyte = [UInt8](repeating: 0x81, count: 1 << 20)
    #expect(Self.decode(megabyte) == .failure(ASN1Error(.objectIdentifierSize, at: 5)))
  }

  @Test("a constructed identifier is none")
  func constructed() {
    let found = fault(hex("26 03 55 04 03")) { reader throws(ASN1Error) in try reader.readObjectIdentifier() }
    #expect(found == ASN1Error(.unexpectedElement, at: 0))
  }

  @Test("an identifier of a given number of octets is equal to itself alone", arguments: 1...32)
  func equality(count: Int) throws {
    let contents = (0..<count).map { UInt8($0 * 3 % 0x7F + 1) }
    let identifier = try Self.decode(contents).get()
    #expect(identifier.contents == contents)
    #expect(try identifier == Self.decode(contents).get())
    #expect(try identifier.hashValue == Self.decode(contents).get().hashValue)
    for place in contents.indices {
      var other = contents
      other[place] ^= 0x40
      #expect(try identifier != Self.decode(other).get())
    }
    // Trailing zeros are numbers, not filling.
    if count < 32 { #expect(try identifier != Self.decode(contents + [0]).get()) }
  }

  @Test("an identifier from numbers has their encoding")
  func numbers() {
    #expect(ObjectIdentifier(1, 2, 840, 113549, 1, 7, 2).contents == hex("2A 86 48 86 F7 0D 01 07 02"))
    #expect(ObjectIdentifier(2, 999, 3).contents == hex("88 37 03"))
    #expect(ObjectIdentifier(0, 0).description == "0.0")
    #expect(ObjectIdentifier(1, 2, UInt64.max).description == "1.2.18446744073709551615")
  }

  @Test("an identifier from numbers takes 32 octets at most, and one that would take more ends the process")
  func mostNumbers() async {
    let large = UInt64.max
    let octets = [0x2A] + Array(repeating: hex("81 FF FF FF FF FF FF FF FF 7F"), count: 3).joined()
    #expect(ObjectIdentifier(1, 2, large, large, large).contents == octets)
    #expect(ObjectIdentifier(1, 2, large, large, large, 1).contents == octets + [1])
    await #expect(processExitsWith: .failure) {
      _ = ObjectIdentifier(1, 2, UInt64.max, UInt64.max, UInt64.max, 128)
    }
  }

  @Test("below an arc is what has its numbers and more")
  func below() {
    let apple = ObjectIdentifier(1, 2, 840, 113635, 100)
    #expect(ObjectIdentifier(1, 2, 840, 113635, 100, 6, 11, 1).isBelow(apple))
    #expect(ObjectIdentifier(1, 2, 840, 113635, 100, 0).isBelow(apple))
    #expect(!apple.isBelow(apple))
    #expect(!ObjectIdentifier(1, 2, 840, 113635).isBelow(apple))
    #expect(!ObjectIdentifier(1, 2, 840, 113635, 101, 6).isBelow(apple))
    #expect(!ObjectIdentifier(1, 2, 840, 113634, 100, 6).isBelow(apple))
    // 100 is one octet, 64; 12 900 begins with the octets E4 64.
    #expect(!ObjectIdentifier(1, 2, 840, 113635, 12_900).isBelow(apple))
  }
}
