// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An X.509 certificate (RFC 5280 4.1) before it is signed: every field plain data, true or not.
///
/// ```
/// Certificate    ::= SEQUENCE { tbsCertificate, signatureAlgorithm, signatureValue BIT STRING }
/// TBSCertificate ::= SEQUENCE { version [0] EXPLICIT INTEGER DEFAULT v1, serialNumber, signature, issuer,
///                               validity, subject, subjectPublicKeyInfo, extensions [3] EXPLICIT OPTIONAL }
/// ```
public struct CertificateRecipe: Sendable {
  /// `version`: the INTEGER's content, 2 for v3; nil leaves it out, which means v1.
  public var version: [UInt8]? = [2]
  /// `serialNumber`: the INTEGER's content octets, as they are.
  public var serialNumber: [UInt8]
  /// `issuer`.
  public var issuer: DistinguishedName
  /// `subject`.
  public var subject: DistinguishedName
  /// `validity`.
  public var validity: CertificateValidity
  /// `subjectPublicKeyInfo`, encoded.
  public var subjectPublicKeyInfo: [UInt8]
  /// `extensions`, in this order, duplicates and all; nil leaves `[3]` out.
  public var extensions: [CertificateExtension]?
  /// With what the certificate is signed.
  public var digest: DigestAlgorithm
  /// `signature` inside the signed part; nil follows the digest (and the issuer's kind of key).
  public var innerAlgorithm: AlgorithmIdentifier?
  /// `signatureAlgorithm` outside it; nil follows the digest (and the issuer's kind of key).
  public var outerAlgorithm: AlgorithmIdentifier?
  /// The signature's octets in place of a true one; nil signs.
  public var signature: [UInt8]?
  /// Encoded elements after the last field of TBSCertificate: junk.
  public var trailingSignedElements: [[UInt8]] = []
  /// Encoded elements after `signatureValue`: junk.
  public var trailingElements: [[UInt8]] = []

  /// A v3 certificate for a key.
  public init(
    serialNumber: [UInt8], issuer: DistinguishedName, subject: DistinguishedName,
    validity: CertificateValidity, subjectPublicKeyInfo: [UInt8], extensions: [CertificateExtension]?,
    digest: DigestAlgorithm = .sha256
  ) {
    self.serialNumber = serialNumber
    self.issuer = issuer
    self.subject = subject
    self.validity = validity
    self.subjectPublicKeyInfo = subjectPublicKeyInfo
    self.extensions = extensions
    self.digest = digest
  }

  // MARK: - Encoding

  /// The certificate in DER, signed with its issuer's key.
  public func signed(by issuerKey: SigningKey) throws(ForgeError) -> [UInt8] {
    let natural = issuerKey.isRSA ? digest.rsaSignature : .ecdsaWithSHA256
    let signedPart = toBeSigned(algorithm: innerAlgorithm ?? natural)
    let signatureValue: [UInt8]
    if let signature {
      signatureValue = signature
    } else {
      signatureValue = try issuerKey.sign(signedPart, digest: digest)
    }
    return DERWriter.encode { writer in
      writer.sequence {
        $0.raw(signedPart)
        $0.raw((outerAlgorithm ?? natural).encoded)
        $0.bitString(signatureValue)
        for element in trailingElements { $0.raw(element) }
      }
    }
  }

  private func toBeSigned(algorithm: AlgorithmIdentifier) -> [UInt8] {
    DERWriter.encode { writer in
      writer.sequence { part in
        if let version { part.context(0) { $0.integer(content: version) } }
        part.integer(content: serialNumber)
        part.raw(algorithm.encoded)
        part.raw(issuer.encoded)
        part.raw(validity.encoded)
        part.raw(subject.encoded)
        part.raw(subjectPublicKeyInfo)
        if let extensions {
          part.context(3) {
            $0.sequence { list in
              for item in extensions { list.raw(item.encoded) }
            }
          }
        }
        for element in trailingSignedElements { part.raw(element) }
      }
    }
  }

  // MARK: - Changing extensions

  /// Replaces the extension of the same name, or appends it when there is none.
  public mutating func set(_ replacement: CertificateExtension) {
    var list = extensions ?? []
    if let index = list.firstIndex(where: { $0.identifier == replacement.identifier }) {
      list[index] = replacement
    } else {
      list.append(replacement)
    }
    extensions = list
  }

  /// Removes every extension of that name.
  public mutating func removeExtension(_ identifier: String) {
    extensions?.removeAll { $0.identifier == identifier }
  }
}
