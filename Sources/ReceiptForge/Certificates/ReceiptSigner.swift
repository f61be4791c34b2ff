// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Who signs a receipt: a key, the certificates that are embedded, and how SignerInfo names the signer's.
public struct ReceiptSigner: Sendable {
  /// The private key of the signer's certificate.
  public var key: SigningKey
  /// The certificates to embed, in DER, the signer's own first as App Store receipts have it.
  public var certificates: [[UInt8]]
  /// The issuer of the signer's certificate.
  public var issuer: DistinguishedName
  /// The content octets of its serial number.
  public var serialNumber: [UInt8]
  /// The digest that the receipt is signed with; nothing ties it to the certificate's own signature.
  public var digest: DigestAlgorithm
  /// How SignerInfo names the signature's algorithm: `rsaEncryption` in App Store receipts.
  public var signatureAlgorithm: AlgorithmIdentifier

  /// A signer of these parts.
  public init(
    key: SigningKey, certificates: [[UInt8]], issuer: DistinguishedName, serialNumber: [UInt8],
    digest: DigestAlgorithm, signatureAlgorithm: AlgorithmIdentifier = .rsaEncryption
  ) {
    self.key = key
    self.certificates = certificates
    self.issuer = issuer
    self.serialNumber = serialNumber
    self.digest = digest
    self.signatureAlgorithm = signatureAlgorithm
  }

  // MARK: - Signing

  /// A SignerInfo whose signature is over these content octets, without signed attributes.
  public func signerInfo(over content: [UInt8]) throws(ForgeError) -> SignerInfoRecipe {
    SignerInfoRecipe(
      issuer: issuer, serialNumber: serialNumber, digestAlgorithm: digest.identifier,
      signatureAlgorithm: signatureAlgorithm, signature: try key.sign(content, digest: digest))
  }

  /// A SignedData around these content octets, signed, in that style.
  public func signedData(
    over content: [UInt8], style: ReceiptStyle = .der
  ) throws(ForgeError) -> SignedDataRecipe {
    SignedDataRecipe(
      content: [style.octetString(content)], certificates: certificates,
      digestAlgorithms: [digest.identifier], signerInfos: [try signerInfo(over: content)],
      lengths: style.lengths)
  }
}
