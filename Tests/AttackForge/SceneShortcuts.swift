// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import ReceiptForge

// Changes that many attacks make.

extension CertificateRecipe {
  static let basicConstraints = "2.5.29.19"
  static let keyUsage = "2.5.29.15"
  static let certificatePolicies = "2.5.29.32"

  /// Makes it valid from one time to another, in the text of UTCTime.
  package mutating func setValidity(_ notBefore: String, _ notAfter: String, tag: UInt8 = 0x17) {
    validity = CertificateValidity(
      CertificateTime(tag: tag, text: notBefore), CertificateTime(tag: tag, text: notAfter))
  }

  /// Makes it what Apple issues to developers: another marker, another policy, and for signing code.
  mutating func makeDeveloper(isMarkerCritical: Bool) {
    subject = DistinguishedName([
      .commonName("Receipt Forge Test Developer"), .organization("Receipt Forge"), .country("XX"),
    ])
    serialNumber = [0x0D, 0xE7]
    removeExtension(AppleObjectIdentifier.receiptSigningMarker)
    set(.certificatePolicies(["1.2.840.113635.100.5.1"]))
    set(.extendedKeyUsage(["1.3.6.1.5.5.7.3.3"], critical: true))
    set(.marker("1.2.840.113635.100.6.1.2", critical: isMarkerCritical))
  }
}

extension Scene {
  /// The old era, whose receipts are signed with SHA-1.
  static let sha1: Attack.Step = { $0 = try Scene(.sha1, created: "2016-05-01T12:00:00Z") }

  /// Puts somebody else's keys behind the genuine names, serial numbers and key identifiers.
  package mutating func impersonate() throws {
    let attacker = try Keys.attacker.get()
    try setKeys(
      root: attacker.rootKey, intermediate: attacker.intermediateKey, leaf: attacker.leafKey)
  }

  /// Puts a certificate between the intermediate and the leaf.
  mutating func insertAuthority(_ recipe: CertificateRecipe, key: SigningKey) throws {
    var recipe = recipe
    recipe.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
    let certificate = try recipe.signed(by: intermediateKey)
    leaf.issuer = recipe.subject
    leaf.set(.authorityKeyIdentifier(try TestAuthority.keyIdentifier(key)))
    leafIssuerKey = key
    arrange = { [$0.leaf, certificate, $0.intermediate, $0.root] }
  }

  /// The recipe of an authority below the intermediate.
  func subordinateRecipe(key: SigningKey) throws -> CertificateRecipe {
    var recipe = intermediate
    recipe.serialNumber = [0x05, 0x0B]
    recipe.issuer = intermediate.subject
    recipe.subject = DistinguishedName([.commonName("Receipt Forge Test Subordinate CA"), .country("XX")])
    recipe.set(.authorityKeyIdentifier(try TestAuthority.keyIdentifier(intermediateKey)))
    recipe.set(.subjectKeyIdentifier(try TestAuthority.keyIdentifier(key)))
    return recipe
  }
}
