// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import ReceiptForge
import Testing

@Suite("Names in the form of RFC 4514") struct DistinguishedNameTests {
  /// A name as it comes out of a certificate.
  private static func name(_ encoded: [UInt8]) throws -> PKCS7Decoding.DistinguishedName {
    var recipe = try Fixture.certificateRecipe()
    recipe.subject = ReceiptForge.DistinguishedName(encoded: encoded)
    let bytes = try Fixture.message(certificate: recipe.signed(by: Fixture.key.get()))
    return try #require(SignedData.decode(bytes).signedData.certificates.first).subject
  }

  private static func pair(_ type: String, _ value: [UInt8]) -> [UInt8] {
    element(0x30, oid(type) + value)
  }

  private static func commonName(_ text: String) -> [UInt8] {
    element(0x30, element(0x31, pair("2.5.4.3", element(0x0C, Array(text.utf8)))))
  }

  @Test(
    "what RFC 4514 2.4 says must not stand raw is escaped",
    arguments: [
      ("Apple Root CA", "Apple Root CA"), ("", ""), ("a,b", "a\\,b"), ("a+b", "a\\+b"), ("a\"b", "a\\\"b"),
      ("a;b", "a\\;b"), ("a<b>c", "a\\<b\\>c"), ("a\\b", "a\\\\b"), ("#a", "\\#a"), ("a#b", "a#b"),
      (" a", "\\ a"),
      ("a ", "a\\ "), (" ", "\\ "), ("  ", "\\ \\ "), ("   ", "\\  \\ "), ("a b", "a b"), ("a\0b", "a\\00b"),
      ("# ", "\\#\\ "), ("a=b", "a=b"), ("Lučić", "Lučić"), ("e\u{301},", "e\u{301}\\,"),
      ("\u{301}a", "\u{301}a"),
      (",\u{301}", "\\,\u{301}"), ("🍎", "🍎"),
    ])
  func escaping(text: String, escaped: String) throws {
    let name = try Self.name(Self.commonName(text))
    // By bytes: canonical equivalence is not equality here.
    #expect(name.rfc4514.map { Array($0.utf8) } == Array("CN=\(escaped)".utf8))
    #expect(name.commonName.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test("the characters of nearly every name are seen at a glance to need no escape, and no others")
  func plain() {
    let octets = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-./0123456789 ".utf8)
    for octet in UInt8.min...0x7F {
      let text = "a" + String(decoding: [octet], as: UTF8.self) + "a"
      #expect(PKCS7Decoding.DistinguishedName.isPlain(text) == octets.contains(octet), "\(octet)")
    }
    for (text, isPlain) in [
      ("", true), ("a", true), (" ", false), (" a", false), ("a ", false), ("é", false),
    ] {
      #expect(PKCS7Decoding.DistinguishedName.isPlain(text) == isPlain, "\(text)")
    }
  }

  @Test(
    "each attribute type of RFC 4514 3 has its keyword, any other its numbers and the value in hexadecimal",
    arguments: [
      ("2.5.4.3", "CN=x"), ("2.5.4.6", "C=x"), ("2.5.4.7", "L=x"), ("2.5.4.8", "ST=x"),
      ("2.5.4.9", "STREET=x"),
      ("2.5.4.10", "O=x"), ("2.5.4.11", "OU=x"), ("0.9.2342.19200300.100.1.1", "UID=x"),
      ("0.9.2342.19200300.100.1.25", "DC=x"), ("2.5.4.5", "2.5.4.5=#0c0178"),
      ("1.2.840.113549.1.9.1", "1.2.840.113549.1.9.1=#0c0178"),
    ])
  func keywords(type: String, text: String) throws {
    let name = try Self.name(element(0x30, element(0x31, Self.pair(type, [0x0C, 1, 0x78]))))
    #expect(name.rfc4514 == text)
    #expect(name.commonName == (type == "2.5.4.3" ? "x" : nil))
  }

  @Test("names are written last first, the parts of one with a plus between")
  func order() throws {
    let parts = [
      element(0x31, Self.pair("2.5.4.6", [0x13, 2, 0x55, 0x53])),
      element(0x31, Self.pair("2.5.4.10", [0x0C, 1, 0x41]) + Self.pair("2.5.4.11", [0x0C, 1, 0x42])),
      element(0x31, Self.pair("2.5.4.3", [0x0C, 1, 0x43])),
      element(0x31, Self.pair("2.5.4.3", [0x0C, 1, 0x44])),
    ]
    let name = try Self.name(element(0x30, parts.flatMap { $0 }))
    #expect(name.rfc4514 == "CN=D,CN=C,O=A+OU=B,C=US")
    #expect(name.commonName == "D")
  }

  @Test(
    "a value that is no text of its type is written in hexadecimal",
    arguments: [
      "1E 02 00 41", "14 01 41", "0C 01 FF", "0C 02 C0 80",
      "13 02 C3 A9",
      "16 01 80", "05 00", "30 03 0C 01 41",
    ])
  func notText(value: String) throws {
    let name = try Self.name(element(0x30, element(0x31, Self.pair("2.5.4.3", hex(value)))))
    #expect(name.rfc4514 == "2.5.4.3=#" + hexadecimalText(hex(value)))
    #expect(name.commonName == nil)
  }

  @Test("printable and IA5 text is text")
  func otherText() throws {
    for value in [hex("13 01 41"), hex("16 01 41"), hex("0C 01 41")] {
      #expect(try Self.name(element(0x30, element(0x31, Self.pair("2.5.4.3", value)))).rfc4514 == "CN=A")
    }
    #expect(try Self.name([0x30, 0]).rfc4514 == "")
    #expect(try Self.name([0x30, 0]).commonName == nil)
  }

  @Test(
    "a name that cannot be read is no text, and hides nothing else of the certificate",
    arguments: [
      "30 02 05 00", "30 02 30 00", "30 04 31 02 05 00", "30 04 31 02 30 00", "30 07 31 05 30 03 06 01 55",
      "30 09 31 07 30 05 06 01 55 05 00 05 00", "30 0B 31 09 30 07 06 01 55 05 00 05 00",
      "30 09 31 07 30 05 06 01 80 05 00",
      "30 02 31 05", "30 03 31 80 00", "30 02 31 00", "30 0E 31 00 31 0A 30 08 06 03 55 04 03 0C 01 41",
      "30 0E 31 0A 30 08 06 03 55 04 03 0C 01 41 31 00",
    ])
  func unreadable(encoded: String) throws {
    var bytes = hex(encoded)
    bytes[1] = UInt8(bytes.count - 2)
    let name = try Self.name(bytes)
    #expect(name.rfc4514 == nil)
    #expect(name.commonName == nil)
    #expect(Array(name.der) == bytes)
  }
}
