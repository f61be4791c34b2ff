// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptForge
import Testing

@Suite("Named authorities") struct NamedAuthorityTests {
  @Test("a name gives the same key every time, and another name another one")
  func keys() throws {
    let key = try SigningKey.rsa(named: "a")
    #expect(try SigningKey.rsa(named: "a").pkcs8() == key.pkcs8())
    #expect(try SigningKey.rsa(named: "b").modulus() != key.modulus())
    #expect(try key.modulus().count == 256)
    #expect(try key.publicExponent() == [1, 0, 1])
  }

  @Test("what a named key signs verifies with its public half, and no other")
  func signs() throws {
    let (key, other) = (try SigningKey.rsa(named: "a"), try SigningKey.rsa(named: "b"))
    let signature = try key.sign([1, 2, 3], digest: .sha256)
    #expect(verifies(signature, of: [1, 2, 3], digest: .sha256, key: key))
    #expect(!verifies(signature, of: [1, 2, 3], digest: .sha256, key: other))
    #expect(!verifies(signature, of: [1, 2, 4], digest: .sha256, key: key))
  }

  @Test("the root of a name stays what it is from version to version, so that tests can pin it")
  func stays() throws {
    #expect(
      try DigestAlgorithm.sha256.hash(Forge().rootCertificate())
        == hex("aabe5cbedf6b3b870c9250efc37293e644685eb2c57ad4002ebb0a9c16f95fac"))
    #expect(
      try DigestAlgorithm.sha256.hash(Forge().bytes(of: FileRecipe(json: Array("{}".utf8))))
        == hex("f7298ddd0f87fdb471b28eaed2eadb0bbbb53ac24cc34706ab142ce96c35c717"))
  }

  @Test("a name is its bytes: what looks the same is another authority")
  func bytes() throws {
    #expect(
      try SigningKey.rsa(named: "caf\u{E9}").modulus() != SigningKey.rsa(named: "cafe\u{301}").modulus())
  }
}
