// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import ReceiptForge
import ReceiptVerification
import Testing

@Suite("Local testing") struct LocalTestingTests {
  /// A receipt that a self-signed certificate of some key and validity signs, known to the verifier.
  private func verdict(
    key: SigningKey, created: String = Scene.usualCreation,
    change: (inout CertificateRecipe) throws -> Void = { _ in }
  ) throws -> Verdict {
    let name = DistinguishedName([.commonName("Local Testing")])
    var recipe = CertificateRecipe(
      serialNumber: [1], issuer: name, subject: name,
      validity: CertificateValidity(CertificateTime(2020, 4, 1), CertificateTime(2040, 3, 27)),
      subjectPublicKeyInfo: try key.subjectPublicKeyInfo(), extensions: nil)
    try change(&recipe)
    let certificate = try recipe.signed(by: key)
    return try Fixture.receipt { scene in
      try scene.signLocally()
      scene.signingKey = key
      scene.signerIdentifier = (recipe.issuer, [1])
      scene.setCreation(created)
      scene.arrange = { _ in [certificate] }
      scene.setup.localTestingCertificates = [certificate]
    }.verdict()
  }

  @Test("The certificate that is known needs no marker and no purpose")
  func plainCertificate() throws {
    #expect(try verdict(key: try Keys.localTesting.get()).isVerified)
  }

  @Test("A certificate that another one has issued is none for local testing, even when it is known")
  func issuedCertificate() throws {
    let code = try verdict(key: try Keys.localTesting.get()) { recipe in
      recipe.issuer = DistinguishedName([.commonName("Local Authority")])
    }.code
    #expect(code == "chain.incomplete")
  }

  @Test(
    "A fraction of a second counts towards the past, before 1970 too",
    arguments: [
      ("1969-12-31T23:59:58.999Z", "chain.not-yet-valid"), ("1969-12-31T23:59:59Z", nil),
      ("1969-12-31T23:59:59.001Z", nil), ("1970-01-01T00:00:00.001Z", nil),
    ])
  func fractions(_ creation: String, _ code: String?) throws {
    let verdict = try verdict(key: try Keys.localTesting.get(), created: creation) { recipe in
      recipe.setValidity("691231235959Z", "400327000000Z")
    }
    #expect(verdict.code == code)
  }

  @Test("A key that is not RSA signs nothing")
  func ellipticCurve() throws {
    #expect(try verdict(key: try Keys.ellipticCurve.get()).code == "signature.mismatch")
  }

  @Test("Of a key that OpenSSL cannot read nothing is decided")
  func unreadableKey() throws {
    let code = try verdict(key: try Keys.localTesting.get()) { recipe in
      recipe.subjectPublicKeyInfo = DERWriter.encode { writer in
        writer.sequence {
          $0.raw(AlgorithmIdentifier.rsaEncryption.encoded)
          $0.bitString([0x05, 0x00])
        }
      }
    }.code
    #expect(code == "internal.crypto")
  }

  @Test(
    "It is valid from its first second up to its last, which is out",
    arguments: [
      ("250301120001Z", "400327000000Z", "chain.not-yet-valid"), ("250301120000Z", "400327000000Z", nil),
      ("200401000000Z", "250301120001Z", nil), ("200401000000Z", "250301120000Z", "chain.expired"),
      ("200401000000Z", "2503011200Z", "chain.validity"),
      ("400327000000Z", "200401000000Z", "chain.validity"),
    ])
  func window(_ notBefore: String, _ notAfter: String, _ code: String?) throws {
    #expect(
      try verdict(key: try Keys.localTesting.get()) { $0.setValidity(notBefore, notAfter) }.code == code)
  }
}
