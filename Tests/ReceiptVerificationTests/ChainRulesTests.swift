// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import AttackForge
import PKCS7Decoding
import ReceiptForge
import ReceiptVerification
import Testing

/// What the rules say by themselves: much of it OpenSSL would say too, and they must not depend on that.
@Suite("Rules for certificates") struct ChainRulesTests {
  private typealias Change = @Sendable (inout CertificateRecipe) -> Void

  private static let basicConstraints = "2.5.29.19"
  private static let keyUsage = "2.5.29.15"
  private static let policies = "2.5.29.32"

  /// What either certificate must not be.
  private static let forBoth: [(String, String?, Change)] = [
    ("genuine", nil, { _ in }),
    (
      "with a day that does not exist", "chain.validity", { $0.setValidity("240724145003Z", "260230145002Z") }
    ),
    ("without seconds", "chain.validity", { $0.setValidity("2407241450Z", "260823145002Z") }),
    ("signed with SHA-1", "chain.algorithm", { $0.digest = .sha1 }),
    ("signed with MD5", "chain.algorithm", { $0.digest = .md5 }),
    ("signed with SHA-384", nil, { $0.innerAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.12") }),
    ("signed with SHA-512", nil, { $0.innerAlgorithm = AlgorithmIdentifier("1.2.840.113549.1.1.13") }),
    ("signed with ECDSA", "chain.algorithm", { $0.innerAlgorithm = .ecdsaWithSHA256 }),
    ("of version 1", "chain.purpose", { $0.version = nil }),
    ("of version 2", "chain.purpose", { $0.version = [1] }),
    ("without extensions", "chain.purpose", { $0.extensions = nil }),
    ("without keyUsage", "chain.purpose", { $0.removeExtension(keyUsage) }),
    (
      "with an unreadable keyUsage", "chain.purpose",
      { $0.set(CertificateExtension(keyUsage, value: [0x05, 0x00])) }
    ),
    ("with an empty keyUsage", "chain.purpose", { $0.set(.keyUsage([])) }),
    (
      "with unreadable basicConstraints", "chain.purpose",
      { $0.set(CertificateExtension(basicConstraints, value: [0x05, 0x00])) }
    ),
    (
      "with something behind its keyUsage", "chain.purpose",
      { $0.set(CertificateExtension(keyUsage, value: [0x03, 0x02, 0x01, 0x86, 0x05, 0x00])) }
    ),
    // 65538, the last octets of the key.
    (
      "with an even exponent", "chain.key",
      { $0.subjectPublicKeyInfo[$0.subjectPublicKeyInfo.endIndex - 1] = 2 }
    ),
    ("with an extension twice", "chain.purpose", { $0.extensions? += [.marker("1.2.3"), .marker("1.2.3")] }),
  ]

  @Test("They object to a signer for what it says", arguments: forBoth.indices)
  func bothAsSigner(_ index: Int) throws {
    try expectObjection(Self.forBoth[index], isSigner: true)
  }

  @Test("They object to an intermediate for what it says", arguments: forBoth.indices)
  func bothAsIntermediate(_ index: Int) throws {
    try expectObjection(Self.forBoth[index], isSigner: false)
  }

  @Test("They object to an intermediate that must not issue")
  func intermediate() throws {
    let changes: [(String, String?, Change)] = [
      ("no authority", "chain.purpose", { $0.set(.basicConstraints(isAuthority: false)) }),
      ("silent on it", "chain.purpose", { $0.removeExtension(Self.basicConstraints) }),
      ("for lists only", "chain.purpose", { $0.set(.keyUsage(.cRLSign)) }),
      ("for certificates only", nil, { $0.set(.keyUsage(.keyCertSign)) }),
      (
        "without its marker", "chain.purpose",
        { $0.removeExtension(AppleObjectIdentifier.developerRelationsMarker) }
      ),
    ]
    for change in changes { try expectObjection(change, isSigner: false) }
  }

  @Test("They object to a signer that is for something else")
  func signer() throws {
    let changes: [(String, String?, Change)] = [
      ("an authority", "chain.purpose", { $0.set(.basicConstraints(isAuthority: true)) }),
      ("silent on it", nil, { $0.removeExtension(Self.basicConstraints) }),
      ("for certificates", "chain.purpose", { $0.set(.keyUsage([.digitalSignature, .keyCertSign])) }),
      ("for lists", "chain.purpose", { $0.set(.keyUsage([.digitalSignature, .cRLSign])) }),
      ("for encipherment", "chain.purpose", { $0.set(.keyUsage(.keyEncipherment)) }),
      (
        "without its marker", "chain.purpose",
        { $0.removeExtension(AppleObjectIdentifier.receiptSigningMarker) }
      ),
      ("without policies", "chain.purpose", { $0.removeExtension(Self.policies) }),
      (
        "with unreadable policies", "chain.purpose",
        { $0.set(CertificateExtension(Self.policies, value: [0x30, 0x01])) }
      ),
    ]
    for change in changes { try expectObjection(change, isSigner: true) }
  }

  @Test("SHA-1 on a certificate is let through only where it is allowed")
  func sha1() throws {
    for isSigner in [true, false] {
      try expectObjection(("SHA-1", nil, { $0.digest = .sha1 }), isSigner: isSigner, allowsSHA1: true)
      try expectObjection(
        ("MD5", "chain.algorithm", { $0.digest = .md5 }), isSigner: isSigner, allowsSHA1: true)
    }
  }

  private func expectObjection(
    _ row: (String, String?, Change), isSigner: Bool, allowsSHA1: Bool = false
  ) throws {
    let (name, code, change) = row
    let scene = try Scene()
    var recipe = isSigner ? scene.leaf : scene.intermediate
    change(&recipe)
    let key = isSigner ? scene.intermediateKey : scene.rootKey
    let certificate = try EmbeddedCertificate(decoding: try recipe.signed(by: key))
    let rules = ChainRules(allowsSHA1: allowsSHA1)
    let objection =
      isSigner ? rules.objection(toSigner: certificate) : rules.objection(toIntermediate: certificate)
    #expect(objection?.rawValue == code, "\(isSigner ? "signer" : "intermediate") \(name)")
  }
}
