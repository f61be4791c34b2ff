// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ReceiptSigner {
  /// A signer as Xcode's StoreKit testing has it: one self-signed certificate, serial number 1, CA:TRUE, for
  /// code signing, valid from 2020 to 2040, its name and key ours.
  ///
  /// - Parameter key: the key, RSA; made when not given.
  public static func xcodeLike(key: SigningKey? = nil) throws(ForgeError) -> ReceiptSigner {
    let name = DistinguishedName([
      .commonName("Receipt Forge StoreKit-like test certificate"), .organization("Receipt Forge"),
      .organizationalUnit("Not Apple"), .country("XX"),
    ])
    let signingKey: SigningKey
    if let key { signingKey = key } else { signingKey = try SigningKey.rsa() }
    let recipe = CertificateRecipe(
      serialNumber: [1], issuer: name, subject: name,
      validity: CertificateValidity(
        CertificateTime(2020, 4, 1, 17, 52, 35), CertificateTime(2040, 3, 27, 17, 52, 35)),
      subjectPublicKeyInfo: try signingKey.subjectPublicKeyInfo(),
      extensions: [
        .basicConstraints(isAuthority: true), .keyUsage([.digitalSignature, .keyCertSign]),
        .extendedKeyUsage(["1.3.6.1.5.5.7.3.3"], critical: true),
      ])
    return ReceiptSigner(
      key: signingKey, certificates: [try recipe.signed(by: signingKey)], issuer: name, serialNumber: [1],
      digest: .sha256, signatureAlgorithm: .sha256WithRSA)
  }
}
