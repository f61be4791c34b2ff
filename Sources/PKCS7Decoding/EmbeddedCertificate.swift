// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// An X.509 certificate as it is embedded in a message: the fields that name it, date it and say what it may do.
///
/// ```
/// Certificate ::= SEQUENCE {
///   tbsCertificate      TBSCertificate,
///   signatureAlgorithm  AlgorithmIdentifier,
///   signatureValue      BIT STRING }
///
/// TBSCertificate ::= SEQUENCE {
///   version          [0] EXPLICIT INTEGER DEFAULT v1,
///   serialNumber     INTEGER,
///   signature        AlgorithmIdentifier,
///   issuer           Name,
///   validity         SEQUENCE { notBefore Time, notAfter Time },
///   subject          Name,
///   subjectPublicKeyInfo SubjectPublicKeyInfo,
///   issuerUniqueID   [1] IMPLICIT BIT STRING OPTIONAL,
///   subjectUniqueID  [2] IMPLICIT BIT STRING OPTIONAL,
///   extensions       [3] EXPLICIT SEQUENCE OF Extension OPTIONAL }
/// ```
/// (RFC 5280 4.1.) Decoding proves nothing: that a certificate is genuine, and that its serial number, dates and names are
/// well formed, is decided when its chain is verified.
public struct EmbeddedCertificate: Sendable {
  /// The input that holds the certificate.
  private let input: [UInt8]

  /// The whole certificate in the input, header included.
  public let range: Range<Int>

  /// The part that its issuer signed, header included.
  public let signedRange: Range<Int>

  /// The version as it is encoded, one less than its name.
  private let versionNumber: Int64?

  /// The contents octets of the serial number, as they are.
  public let serialNumberRange: Range<Int>

  /// The algorithm that the issuer signed with, as the signed part has it.
  public let signatureAlgorithm: AlgorithmIdentifier

  /// The issuer's name, header included.
  public let issuerRange: Range<Int>

  /// The subject's name, header included.
  public let subjectRange: Range<Int>

  /// The element that holds the first instant of the validity.
  let notBeforeElement: ASN1Element

  /// The element that holds the last instant of the validity.
  let notAfterElement: ASN1Element

  /// SubjectPublicKeyInfo, header included.
  public let publicKeyInfoRange: Range<Int>

  /// The contents of the SEQUENCE OF Extension; empty when there is none.
  let extensionsRange: Range<Int>

  /// Decodes a certificate that stands alone.
  ///
  /// - Parameter der: The certificate and nothing else.
  /// - Throws: The first fault; `structure.trailing-bytes` when something follows.
  public init(decoding der: [UInt8]) throws(ASN1Error) {
    var reader = ASN1Reader(der.span, rules: .distinguished, depth: 5)
    try self.init(from: &reader, in: der)
    guard range.upperBound == der.count else { throw ASN1Error(.trailingBytes, at: range.upperBound) }
  }

  /// Reads a certificate in distinguished encoding.
  init(from reader: inout ASN1Reader, in input: [UInt8]) throws(ASN1Error) {
    self.input = input
    let start = reader.position
    var certificate = try reader.enter(.sequence, rules: .distinguished)

    let signedStart = certificate.position
    var signed = try certificate.enter(.sequence)
    if signed.isNext(.contextConstructed(0)) {
      var version = try signed.enter(.contextConstructed(0))
      versionNumber = try version.readInteger()
      try signed.leave(version)
    } else {
      versionNumber = 0
    }
    serialNumberRange = try signed.read(.integer)
    signatureAlgorithm = try AlgorithmIdentifier(from: &signed)
    issuerRange = try signed.readName()
    var validity = try signed.enter(.sequence)
    notBeforeElement = try validity.readElement()
    notAfterElement = try validity.readElement()
    try signed.leave(validity)
    subjectRange = try signed.readName()
    publicKeyInfoRange = try signed.readName()
    if signed.isNext(.issuerUniqueIdentifier) { _ = try signed.readElement() }
    if signed.isNext(.subjectUniqueIdentifier) { _ = try signed.readElement() }
    extensionsRange = try signed.readExtensions()
    try certificate.leave(signed)
    signedRange = signedStart..<certificate.position

    _ = try AlgorithmIdentifier(from: &certificate)
    _ = try certificate.readOctetAlignedBitString()
    try reader.leave(certificate)
    range = start..<reader.position
  }

  // MARK: - Fields

  /// The whole certificate.
  public var der: ArraySlice<UInt8> { input[range] }

  /// The contents octets of the serial number, as they are.
  public var serialNumber: ArraySlice<UInt8> { input[serialNumberRange] }

  /// The version, 1 to 3; `nil` for any other.
  public var version: Int? { versionNumber.flatMap { 0...2 ~= $0 ? Int($0) + 1 : nil } }

  /// The issuer's name.
  public var issuer: DistinguishedName { DistinguishedName(der: input[issuerRange]) }

  /// The subject's name.
  public var subject: DistinguishedName { DistinguishedName(der: input[subjectRange]) }

  /// The first instant of the validity; `nil` when it is not in a form of RFC 5280 4.1.2.5.
  public var notBefore: ASN1Time? {
    ASN1Time(notBeforeElement.tag, contents: input[notBeforeElement.contents])
  }

  /// The last instant of the validity; `nil` when it is not in a form of RFC 5280 4.1.2.5.
  public var notAfter: ASN1Time? { ASN1Time(notAfterElement.tag, contents: input[notAfterElement.contents]) }

  /// SubjectPublicKeyInfo, header included.
  public var publicKeyInfo: ArraySlice<UInt8> { input[publicKeyInfoRange] }

  /// The subject's key; `nil` when it cannot be read.
  public var publicKey: PublicKey? { PublicKey(input.span, at: publicKeyInfoRange) }

  /// The octets of an extension's value.
  public func value(of extension: Extension) -> ArraySlice<UInt8> { input[`extension`.value] }

  /// The extensions in their order, repeated ones included.
  public var extensions: [Extension] {
    var reader = ASN1Reader(input.span, in: extensionsRange, depth: 1)
    var extensions: [Extension] = []
    // They were read once, in `init`; reading them again cannot fail.
    while !reader.isAtEnd, let next = try? Extension(from: &reader) {
      extensions.append(next)
    }
    return extensions
  }
}

// MARK: - Extensions

extension EmbeddedCertificate {
  /// What a certificate says beyond its basic fields (RFC 5280 4.2).
  ///
  /// ```
  /// Extension ::= SEQUENCE {
  ///   extnID     OBJECT IDENTIFIER,
  ///   critical   BOOLEAN DEFAULT FALSE,
  ///   extnValue  OCTET STRING }
  /// ```
  public struct Extension: Hashable, Sendable {
    /// The extension's name.
    public let identifier: ObjectIdentifier
    /// Whether a reader that does not know it must refuse the certificate.
    public let isCritical: Bool
    /// The octets of its value in the input.
    public let value: Range<Int>

    init(from reader: inout ASN1Reader) throws(ASN1Error) {
      var contents = try reader.enter(.sequence)
      identifier = try contents.readObjectIdentifier()
      isCritical = contents.isNext(.boolean) ? try contents.readBoolean() : false
      value = try contents.read(.octetString)
      try reader.leave(contents)
    }
  }
}

extension ASN1Reader {
  @_lifetime(self: copy self)
  fileprivate mutating func readExtensions() throws(ASN1Error) -> Range<Int> {
    guard isNext(.contextConstructed(3)) else { return position..<position }
    var wrapper = try enter(.contextConstructed(3))
    var extensions = try wrapper.enter(.sequence)
    let start = extensions.position
    while !extensions.isAtEnd {
      _ = try EmbeddedCertificate.Extension(from: &extensions)
    }
    try wrapper.leave(extensions)
    try leave(wrapper)
    return start..<extensions.position
  }
}

extension ASN1Tag {
  fileprivate static var issuerUniqueIdentifier: ASN1Tag { ASN1Tag(rawValue: 0x81) }
  fileprivate static var subjectUniqueIdentifier: ASN1Tag { ASN1Tag(rawValue: 0x82) }
}
