// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A certification authority for tests: a root, and under it chains that have the shape of Apple's and
/// nobody's name but ours.
///
/// ```swift
/// let authority = try TestAuthority()
/// let signer = try authority.signer(.sha256)
/// let receipt = try recipe.signed(by: signer)  // verifies under authority.rootCertificate, and only there
/// ```
/// One root serves every era. To forge a defective chain, take ``intermediateRecipe(_:)`` and
/// ``leafRecipe(_:)``, change them, and put them together with ``signer(_:intermediate:leaf:)``.
public struct TestAuthority: Sendable {
  /// The root's key.
  public let rootKey: SigningKey
  /// The intermediates' key, the same in every era, as Apple's was from 2008 to 2023.
  public let intermediateKey: SigningKey
  /// The leaves' key, the same in every era.
  public let leafKey: SigningKey
  /// The self-signed root in DER: what a verifier under test has to be told to trust.
  public let rootCertificate: [UInt8]

  /// An authority of these keys; keys that are not given are made, RSA-2048, which takes a moment.
  public init(
    rootKey: SigningKey? = nil, intermediateKey: SigningKey? = nil, leafKey: SigningKey? = nil
  ) throws(ForgeError) {
    self.rootKey = try Self.given(rootKey)
    self.intermediateKey = try Self.given(intermediateKey)
    self.leafKey = try Self.given(leafKey)
    rootCertificate = try Self.rootRecipe(key: self.rootKey).signed(by: self.rootKey)
  }

  private static func given(_ key: SigningKey?) throws(ForgeError) -> SigningKey {
    if let key { return key }
    return try SigningKey.rsa()
  }

  // MARK: - Names

  /// The root's name.
  public static let rootName = DistinguishedName([
    .country("XX"), .organization("Receipt Forge"), .organizationalUnit("Not Apple"),
    .commonName("Receipt Forge Test Root CA"),
  ])

  /// The name of an era's intermediate.
  public static func intermediateName(_ era: ChainEra) -> DistinguishedName {
    DistinguishedName([
      .commonName("Receipt Forge Test Intermediate CA"), .organizationalUnit(era.name),
      .organization("Receipt Forge"), .country("XX"),
    ])
  }

  /// The name of an era's leaf.
  public static func leafName(_ era: ChainEra) -> DistinguishedName {
    DistinguishedName([
      .commonName("Receipt Forge Test Receipt Signing"), .organizationalUnit(era.name),
      .organization("Receipt Forge"), .country("XX"),
    ])
  }

  // MARK: - Certificates

  /// The root's recipe: SHA-1 signed and valid from 2006 to 2035, as Apple's is.
  public static func rootRecipe(key: SigningKey) throws(ForgeError) -> CertificateRecipe {
    let identifier = try keyIdentifier(key)
    return CertificateRecipe(
      serialNumber: [2], issuer: rootName, subject: rootName,
      validity: CertificateValidity(
        CertificateTime(2006, 4, 25, 21, 40, 36), CertificateTime(2035, 2, 9, 21, 40, 36)),
      subjectPublicKeyInfo: try key.subjectPublicKeyInfo(),
      extensions: [
        .keyUsage([.keyCertSign, .cRLSign]), .basicConstraints(isAuthority: true),
        .subjectKeyIdentifier(identifier), .authorityKeyIdentifier(identifier),
      ], digest: .sha1)
  }

  /// The recipe of an era's intermediate, to be signed with ``rootKey``.
  public func intermediateRecipe(_ era: ChainEra = .sha256) throws(ForgeError) -> CertificateRecipe {
    CertificateRecipe(
      serialNumber: [0x3B, 0xAD, 0xC0, 0xDE, era.serial], issuer: Self.rootName,
      subject: Self.intermediateName(era), validity: era.intermediateValidity,
      subjectPublicKeyInfo: try intermediateKey.subjectPublicKeyInfo(),
      extensions: [
        .basicConstraints(isAuthority: true, pathLength: 0),
        .authorityKeyIdentifier(try Self.keyIdentifier(rootKey)),
        .subjectKeyIdentifier(try Self.keyIdentifier(intermediateKey)), .keyUsage([.keyCertSign, .cRLSign]),
        .marker(AppleObjectIdentifier.developerRelationsMarker),
      ], digest: era.intermediateDigest)
  }

  /// The recipe of an era's leaf, to be signed with ``intermediateKey``.
  public func leafRecipe(_ era: ChainEra = .sha256) throws(ForgeError) -> CertificateRecipe {
    CertificateRecipe(
      serialNumber: [0x5E, 0xED, 0xF0, 0x0D, 0x00, 0x00, 0x00, era.serial],
      issuer: Self.intermediateName(era),
      subject: Self.leafName(era), validity: era.leafValidity,
      subjectPublicKeyInfo: try leafKey.subjectPublicKeyInfo(),
      extensions: [
        .basicConstraints(isAuthority: false),
        .authorityKeyIdentifier(try Self.keyIdentifier(intermediateKey)),
        .certificatePolicies([AppleObjectIdentifier.receiptSigningPolicy]),
        .subjectKeyIdentifier(try Self.keyIdentifier(leafKey)), .keyUsage(.digitalSignature),
        .marker(AppleObjectIdentifier.receiptSigningMarker),
      ], digest: era.leafDigest)
  }

  /// A key identifier: SHA-1 over the encoded SubjectPublicKeyInfo, which RFC 5280 4.2.1.2 leaves free.
  public static func keyIdentifier(_ key: SigningKey) throws(ForgeError) -> [UInt8] {
    try DigestAlgorithm.sha1.hash(try key.subjectPublicKeyInfo())
  }

  // MARK: - Signers

  /// A signer of genuine-looking receipts of an era: leaf, intermediate and root embedded, in that order.
  public func signer(_ era: ChainEra = .sha256) throws(ForgeError) -> ReceiptSigner {
    try signer(era, intermediate: try intermediateRecipe(era), leaf: try leafRecipe(era))
  }

  /// A signer whose chain is made from these recipes, the leaf signed with the intermediate's key and the
  /// intermediate with the root's, and which names the leaf as the recipe has it.
  public func signer(
    _ era: ChainEra = .sha256, intermediate: CertificateRecipe, leaf: CertificateRecipe
  ) throws(ForgeError) -> ReceiptSigner {
    ReceiptSigner(
      key: leafKey,
      certificates: [
        try leaf.signed(by: intermediateKey), try intermediate.signed(by: rootKey), rootCertificate,
      ], issuer: leaf.issuer, serialNumber: leaf.serialNumber, digest: era.receiptDigest)
  }
}
