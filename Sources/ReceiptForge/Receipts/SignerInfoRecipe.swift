// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A SignerInfo (RFC 5652 5.3) as plain data: nothing in it need agree with anything else.
///
/// ```
/// SignerInfo ::= SEQUENCE { version INTEGER, sid, digestAlgorithm, signedAttrs [0] OPTIONAL,
///                           signatureAlgorithm,
///                           signature OCTET STRING, unsignedAttrs [1] OPTIONAL }
/// ```
public struct SignerInfoRecipe: Sendable, Hashable {
  /// `version`: the INTEGER's content, 1 with issuerAndSerialNumber.
  public var version: [UInt8] = [1]
  /// `sid`: an encoded element.
  public var signerIdentifier: [UInt8]
  /// `digestAlgorithm`.
  public var digestAlgorithm: AlgorithmIdentifier
  /// `signedAttrs`: an encoded element, tag `A0` and all; nil leaves it out.
  public var signedAttributes: [UInt8]?
  /// `signatureAlgorithm`.
  public var signatureAlgorithm: AlgorithmIdentifier
  /// `signature`: the octets.
  public var signature: [UInt8]
  /// An encoded element in place of the OCTET STRING of ``signature``; nil writes that.
  public var encodedSignature: [UInt8]?
  /// `unsignedAttrs`: an encoded element, tag `A1` and all; nil leaves it out.
  public var unsignedAttributes: [UInt8]?
  /// Encoded elements after the last field: junk.
  public var trailingElements: [[UInt8]] = []

  /// A SignerInfo v1 that names its certificate by issuer and serial number.
  public init(
    issuer: DistinguishedName, serialNumber: [UInt8], digestAlgorithm: AlgorithmIdentifier,
    signatureAlgorithm: AlgorithmIdentifier, signature: [UInt8]
  ) {
    signerIdentifier = Self.issuerAndSerialNumber(issuer, serialNumber)
    self.digestAlgorithm = digestAlgorithm
    self.signatureAlgorithm = signatureAlgorithm
    self.signature = signature
  }

  /// `IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber INTEGER }` (RFC 5652 10.2.4).
  public static func issuerAndSerialNumber(_ issuer: DistinguishedName, _ serialNumber: [UInt8]) -> [UInt8] {
    DERWriter.encode { writer in
      writer.sequence {
        $0.raw(issuer.encoded)
        $0.integer(content: serialNumber)
      }
    }
  }

  /// The element.
  public var encoded: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence {
        $0.integer(content: version)
        $0.raw(signerIdentifier)
        $0.raw(digestAlgorithm.encoded)
        if let signedAttributes { $0.raw(signedAttributes) }
        $0.raw(signatureAlgorithm.encoded)
        if let encodedSignature { $0.raw(encodedSignature) } else { $0.octetString(signature) }
        if let unsignedAttributes { $0.raw(unsignedAttributes) }
        for element in trailingElements { $0.raw(element) }
      }
    }
  }
}
