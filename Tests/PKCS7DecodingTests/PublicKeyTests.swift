// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding
import ReceiptForge
import Testing

@Suite("Keys of certificates") struct PublicKeyTests {
  private static func key(_ subjectPublicKeyInfo: [UInt8]) throws -> PublicKey? {
    var recipe = try Fixture.certificateRecipe()
    recipe.subjectPublicKeyInfo = subjectPublicKeyInfo
    let bytes = try Fixture.message(certificate: recipe.signed(by: Fixture.key.get()))
    return try #require(SignedData.decode(bytes).signedData.certificates.first).publicKey
  }

  private static func rsa(modulus: [UInt8], exponent: [UInt8] = [1, 0, 1], behind: [UInt8] = []) -> [UInt8] {
    let numbers = element(0x30, element(2, modulus) + element(2, exponent) + behind)
    return element(0x30, AlgorithmIdentifier.rsaEncryption.encoded + element(3, [0] + numbers))
  }

  @Test(
    "the size of an RSA key is that of its modulus in bits",
    arguments: [
      ("01", 1), ("7F", 7), ("00 80", 8), ("00 FF", 8), ("01 00", 9), ("00 80 00", 16), ("40 00 00", 23),
      ("00", 0),
    ])
  func sizes(modulus: String, bits: Int) throws {
    #expect(try Self.key(Self.rsa(modulus: hex(modulus))) == .rsa(bits: bits, exponent: 65_537))
  }

  @Test("keys as OpenSSL writes them are read", arguments: [512, 1024, 1023, 2048, 3072] as [Int32])
  func genuine(bits: Int32) throws {
    let key = try SigningKey.rsa(bits: bits)
    #expect(try Self.key(key.subjectPublicKeyInfo()) == .rsa(bits: Int(bits), exponent: 65_537))
    #expect(try Self.key(key.subjectPublicKeyInfo())?.description == "RSA-\(bits)")
  }

  @Test(
    "the exponent is read up to 63 bits",
    arguments: [
      ("03", 3), ("01 00 01", 65_537), ("7F FF FF FF FF FF FF FF", Int64.max),
      ("00 80 00 00 00 00 00 00 00", nil),
      ("FF", -1),
    ] as [(String, Int64?)])
  func exponents(exponent: String, number: Int64?) throws {
    #expect(
      try Self.key(Self.rsa(modulus: [0x41], exponent: hex(exponent))) == .rsa(bits: 7, exponent: number))
  }

  @Test("an elliptic curve is named")
  func curves() throws {
    let point: [UInt8] = [3, 2, 0, 4]
    let key = { (parameters: [UInt8]?) in
      element(0x30, AlgorithmIdentifier("1.2.840.10045.2.1", parameters: parameters).encoded + point)
    }
    #expect(try Self.key(SigningKey.p256().subjectPublicKeyInfo())?.description == "EC-P-256")
    #expect(try Self.key(key(oid("1.3.132.0.34")))?.description == "EC-P-384")
    #expect(try Self.key(key(oid("1.3.132.0.35")))?.description == "EC-1.3.132.0.35")
    #expect(try Self.key(key([0x30, 0])) == .other(.ellipticCurvePublicKey))
    #expect(try Self.key(key(nil)) == .other(.ellipticCurvePublicKey))
    #expect(try Self.key(key([6, 1, 0x80])) == nil)
  }

  @Test("any other algorithm is named by its numbers")
  func others() throws {
    let key = element(0x30, AlgorithmIdentifier("1.3.101.112", parameters: nil).encoded + [3, 1, 0])
    #expect(try Self.key(key)?.description == "1.3.101.112")
  }

  @Test("a key that cannot be read is none, and hides nothing else of the certificate")
  func malformed() throws {
    let algorithm = AlgorithmIdentifier.rsaEncryption.encoded
    let sound = algorithm + element(3, [0] + element(0x30, [2, 1, 1, 2, 1, 1]))
    #expect(try Self.key(element(0x30, sound)) == .rsa(bits: 1, exponent: 1))
    let infos: [[UInt8]] = [
      [0x30, 0], element(0x30, algorithm), element(0x30, algorithm + [3, 0]),
      element(0x30, algorithm + [3, 2, 1, 0x80]),
      element(0x30, algorithm + [3, 1, 0]), element(0x30, algorithm + [3, 3, 0, 0x30, 0]),
      element(0x30, algorithm + [3, 1, 0, 5, 0]),
      element(0x30, AlgorithmIdentifier("1.2.840.113549.1.1.1", parameters: [4, 0]).encoded),
      Self.rsa(modulus: []), Self.rsa(modulus: [0, 1]), Self.rsa(modulus: [1], exponent: [0, 1]),
      Self.rsa(modulus: [1], behind: [5, 0]), element(0x30, sound + [5, 0]), element(0x30, sound + [0]),
    ]
    for info in infos { #expect(try Self.key(info) == nil, "\(info)") }
    #expect(try Self.key(Self.rsa(modulus: [0])) == .rsa(bits: 0, exponent: 65_537))
  }
}
