// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL
import ReceiptForge
import Testing

@Suite("SigningKey") struct SigningKeyTests {
  /// `DigestInfo` of SHA-256 up to the digest (RFC 8017 9.2, note 1).
  private let digestInfo = hex("30 31 30 0d 06 09 60 86 48 01 65 03 04 02 01 05 00 04 20")

  @Test(
    "textbook RSA over the padded block gives OpenSSL's PKCS #1 signature", arguments: [1024, 2048, 2051])
  func textbook(_ bits: Int32) throws {
    let key = try SigningKey.rsa(bits: bits)
    let message = Array("a receipt".utf8)
    let tail = digestInfo + (try DigestAlgorithm.sha256.hash(message))
    let filler = [UInt8](repeating: 0xFF, count: key.signatureSize - tail.count - 3)
    let block = [0x00, 0x01] + filler + [0x00] + tail
    #expect(try key.rawRSA(block) == key.sign(message, digest: .sha256))
  }

  @Test("textbook RSA refuses a block of another length, and an EC key")
  func textbookRefusals() throws {
    let key = try SigningKey.rsa(bits: 1024)
    #expect(throws: ForgeError.blockSize) { try key.rawRSA([1, 2, 3]) }
    let curve = try SigningKey.p256()
    #expect(throws: ForgeError.keyType) { try curve.rawRSA([1]) }
    #expect(throws: ForgeError.keyType) { try curve.modulus() }
    #expect(throws: ForgeError.keyType) { try curve.signPSS([1], digest: .sha256) }
    #expect(ERR_peek_error() == 0)
  }

  @Test("has the size and exponent that were asked for", arguments: [(1024, 3), (2048, 65_537)])
  func sizes(_ bits: Int32, _ exponent: UInt64) throws {
    let key = try SigningKey.rsa(bits: bits, publicExponent: exponent)
    #expect(try key.modulus().count == Int(bits) / 8)
    #expect(try key.publicExponent() == (exponent == 3 ? [3] : [1, 0, 1]))
  }

  @Test("signs with these digests", arguments: [DigestAlgorithm.sha1, .sha256, .md5])
  func digests(_ digest: DigestAlgorithm) throws {
    let key = try SigningKey.rsa(bits: 1024)
    let signature = try key.sign([1, 2, 3], digest: digest)
    #expect(verifies(signature, of: [1, 2, 3], digest: digest, key: key))
    #expect(!verifies(signature, of: [1, 2, 4], digest: digest, key: key))
  }

  @Test("signs with PSS, which is no PKCS #1 signature")
  func pss() throws {
    let key = try SigningKey.rsa(bits: 1024)
    let signature = try key.signPSS([1, 2, 3], digest: .sha256)
    #expect(!verifies(signature, of: [1, 2, 3], digest: .sha256, key: key))
    #expect(verifies(signature, of: [1, 2, 3], digest: .sha256, key: key, padding: RSA_PKCS1_PSS_PADDING))
  }

  @Test("signs with ECDSA on P-256")
  func ecdsa() throws {
    let key = try SigningKey.p256()
    #expect(!key.isRSA)
    let signature = try key.sign([1], digest: .sha256)
    #expect(verifies(signature, of: [1], digest: .sha256, key: key, padding: nil))
  }

  @Test("comes back from PKCS #8 and from PEM as the same key", arguments: [true, false])
  func encodings(_ rsa: Bool) throws {
    let key = try rsa ? SigningKey.rsa(bits: 1024) : SigningKey.p256()
    let fromPKCS8 = try SigningKey.pkcs8(key.pkcs8())
    let fromPEM = try SigningKey.pem(key.pem())
    #expect(try fromPKCS8.subjectPublicKeyInfo() == key.subjectPublicKeyInfo())
    #expect(try fromPEM.pkcs8() == key.pkcs8())
    #expect(try key.pem().hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
  }

  @Test("leaves the error queue as it found it, failing or not")
  func errorQueue() throws {
    ERR_clear_error()
    let key = try SigningKey.rsa(bits: 1024)
    _ = try key.sign([1], digest: .sha256)
    #expect(throws: ForgeError.self) { try SigningKey.pkcs8([0x30, 0x00]) }
    #expect(throws: ForgeError.self) { try SigningKey.pem("no key") }
    #expect(throws: ForgeError.self) { try key.rawRSA([UInt8](repeating: 0xFF, count: key.signatureSize)) }
    let unknown = DigestAlgorithm(
      name: "NOT-A-DIGEST", identifier: AlgorithmIdentifier("1.2.3"), rsaSignature: .sha1WithRSA)
    #expect(throws: ForgeError.self) { try key.sign([1], digest: unknown) }
    #expect(throws: ForgeError.self) { try unknown.hash([1]) }
    #expect(ERR_peek_error() == 0)
    #expect(unsafe OBJ_txt2obj("no object identifier", 1) == nil)
    let before = (ERR_peek_error(), ERR_peek_last_error())
    #expect(before.0 != 0)
    _ = try key.sign([1], digest: .sha256)
    #expect(throws: ForgeError.self) { try unknown.hash([1]) }
    #expect((ERR_peek_error(), ERR_peek_last_error()) == before, "the caller's own error must stay")
    ERR_clear_error()
  }
}
