// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension TestAuthority {
  /// The recipe of a leaf that signs version 2 transaction receipts, to be signed with ``intermediateKey``: 1 024 bits, the
  /// marker of its own, no policy, and valid in the years of those receipts.
  ///
  /// Its issuer is the era's intermediate, which stands for the issuer that Apple's receipts do not embed.
  public func purchaseReceiptLeafRecipe(
    key: SigningKey, era: ChainEra = .sha1
  ) throws(ForgeError) -> CertificateRecipe {
    var recipe = try leafRecipe(era)
    recipe.subjectPublicKeyInfo = try key.subjectPublicKeyInfo()
    recipe.validity = CertificateValidity(
      CertificateTime(2014, 6, 7, 0, 2, 21), CertificateTime(2016, 5, 18, 18, 31, 30))
    recipe.extensions = [
      .basicConstraints(isAuthority: false),
      .authorityKeyIdentifier(try Self.keyIdentifier(intermediateKey)), .keyUsage(.digitalSignature),
      .subjectKeyIdentifier(try Self.keyIdentifier(key)),
      .marker(AppleObjectIdentifier.purchaseReceiptMarker),
    ]
    return recipe
  }

  /// A signer of version 2 transaction receipts: its certificate and that of its issuer.
  ///
  /// - Parameters:
  ///   - key: A key of 1 024 bits.
  ///   - era: The years that the certificates imitate.
  public func purchaseReceiptSigner(key: SigningKey, era: ChainEra = .sha1) throws(ForgeError)
    -> ReceiptSigner
  {
    let leaf = try purchaseReceiptLeafRecipe(key: key, era: era)
    return ReceiptSigner(
      key: key,
      certificates: [
        try leaf.signed(by: intermediateKey), try intermediateRecipe(era).signed(by: rootKey),
      ], issuer: leaf.issuer, serialNumber: leaf.serialNumber, digest: .sha1)
  }
}
