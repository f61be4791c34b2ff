// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Who signed, with which algorithms, and the signature (RFC 5652 5.3).
///
/// ```
/// SignerInfo ::= SEQUENCE {
///   version             INTEGER (1),
///   sid                 IssuerAndSerialNumber,
///   digestAlgorithm     AlgorithmIdentifier,
///   signedAttrs         [0] IMPLICIT SET OF Attribute OPTIONAL,
///   signatureAlgorithm  AlgorithmIdentifier,
///   signature           OCTET STRING }
///
/// IssuerAndSerialNumber ::= SEQUENCE { issuer Name, serialNumber INTEGER }
/// ```
/// A signer named by key identifier and unsigned attributes are refused: no receipt has them (observed).
public struct SignerInfo: Hashable, Sendable {
  /// The issuer's name in the input, header included, to be compared by its bytes.
  public let issuer: Range<Int>

  /// The contents octets of the serial number in the input, as they are, to be compared by their bytes.
  public let serialNumber: Range<Int>

  /// The digest that was taken of the content.
  public let digestAlgorithm: AlgorithmIdentifier

  /// Whether signed attributes are present; what they say is not read.
  public let hasSignedAttributes: Bool

  /// The algorithm of the signature.
  public let signatureAlgorithm: AlgorithmIdentifier

  /// The octets of the signature in the input.
  public let signature: Range<Int>

  /// Whether this signer's issuer and serial number are those of a certificate, byte by byte.
  public func names(_ certificate: EmbeddedCertificate, in signedData: SignedData) -> Bool {
    certificate.serialNumber.elementsEqual(signedData.input[serialNumber])
      && certificate.issuer.der.elementsEqual(signedData.input[issuer])
  }

  /// Reads a SignerInfo that uses the one digest algorithm that the message announces.
  init(from reader: inout ASN1Reader, announced: AlgorithmIdentifier?) throws(ASN1Error) {
    var contents = try reader.enter(.sequence)
    try contents.readVersion(1)

    guard !contents.isNext(.subjectKeyIdentifier) else {
      throw ASN1Error(.signerIdentifier, at: contents.position)
    }
    var identifier = try contents.enter(.sequence, rules: .distinguished)
    issuer = try identifier.readName()
    serialNumber = try identifier.read(.integer)
    try contents.leave(identifier)

    let digestStart = contents.position
    digestAlgorithm = try AlgorithmIdentifier(from: &contents)
    guard digestAlgorithm.algorithm == announced?.algorithm else {
      throw ASN1Error(.digestAlgorithms, at: digestStart)
    }
    hasSignedAttributes = contents.isNext(.contextConstructed(0))
    if hasSignedAttributes { try contents.skipElement() }
    signatureAlgorithm = try AlgorithmIdentifier(from: &contents)
    signature = try contents.read(.octetString)
    guard !contents.isNext(.contextConstructed(1)) else {
      throw ASN1Error(.unsignedAttributes, at: contents.position)
    }
    try reader.leave(contents)
  }
}

extension ASN1Reader {
  /// Reads an INTEGER that must have a certain value.
  @_lifetime(self: copy self)
  mutating func readVersion(_ version: Int64) throws(ASN1Error) {
    let start = position
    guard try readInteger() == version else { throw ASN1Error(.version, at: start) }
  }

  /// Reads a Name (RFC 5280 4.1.2.4), header included, without looking inside.
  @_lifetime(self: copy self)
  mutating func readName() throws(ASN1Error) -> Range<Int> {
    let start = position
    let contents = try read(.sequence)
    return start..<contents.upperBound
  }
}

extension ASN1Tag {
  fileprivate static var subjectKeyIdentifier: ASN1Tag { ASN1Tag(rawValue: 0x80) }
}
