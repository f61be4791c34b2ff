// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// A signed message: its content, the certificates that came with it, and who signed it (RFC 5652 5.1).
///
/// ```
/// ContentInfo ::= SEQUENCE {
///   contentType  OBJECT IDENTIFIER (id-signedData),
///   content      [0] EXPLICIT SignedData }
///
/// SignedData ::= SEQUENCE {
///   version           INTEGER (1),
///   digestAlgorithms  SET OF AlgorithmIdentifier,
///   encapContentInfo  SEQUENCE {
///     eContentType  OBJECT IDENTIFIER (id-data),
///     eContent      [0] EXPLICIT OCTET STRING },
///   certificates      [0] IMPLICIT SET OF Certificate OPTIONAL,
///   signerInfos       SET OF SignerInfo }
/// ```
/// The content type is not covered by a signature without signed attributes, so it must be id-data; versions 3 to 5 stand
/// for features that no receipt has, and are refused with revocation lists and detached content.
///
/// The shell may be in basic encoding (Xcode writes indefinite lengths and a constructed OCTET STRING); certificates, names
/// and algorithm identifiers are in distinguished encoding.
public struct SignedData: Sendable {
  /// The whole input; ranges count from its start.
  public let input: [UInt8]

  /// Whether the content type says that this is a SignedData.
  public private(set) var isSignedData = false

  /// The digest algorithm that the message announces; `nil` when decoding did not get that far.
  public private(set) var digestAlgorithm: AlgorithmIdentifier?

  /// Where the content stands; `nil` when decoding did not get that far.
  public private(set) var content: OctetStringPieces?

  /// Whether all of the content is there.
  public private(set) var contentIsComplete = false

  /// Where content that is cut off says that it ends, past the input; `nil` when all of it is there, or in pieces.
  public private(set) var announcedContentEnd: Int?

  /// The certificates, in their order.
  public private(set) var certificates: [EmbeddedCertificate] = []

  /// The signers, in their order.
  public private(set) var signerInfos: [SignerInfo] = []

  /// The field that is being read.
  private var place = Place("contentInfo")

  private init(input: [UInt8]) {
    self.input = input
  }

  /// Decodes a message as far as it is sound.
  ///
  /// - Parameters:
  ///   - input: The encoded ContentInfo and nothing else.
  ///   - limits: The bounds to keep.
  /// - Returns: The fields up to the first fault, and the fault; a message is whole only when there is none.
  public static func decode(
    _ input: [UInt8], limits: Limits = Limits()
  ) -> (signedData: SignedData, fault: PKCS7Error?) {
    var signedData = SignedData(input: input)
    guard input.count <= limits.inputSize else {
      return (signedData, PKCS7Error(.inputSize, at: limits.inputSize, path: "contentInfo"))
    }
    do {
      try signedData.readContentInfo(limits)
      return (signedData, nil)
    } catch {
      return (signedData, PKCS7Error(error.code, at: error.offset, path: signedData.place.path))
    }
  }

  // MARK: - The grammar, front to back

  private mutating func readContentInfo(_ limits: Limits) throws(ASN1Error) {
    let input = input  // The reader borrows this copy, so that the fields of `self` can be filled meanwhile.
    var reader = ASN1Reader(input.span, rules: .basic, depth: limits.depth)
    var contentInfo = try reader.enter(.sequence)
    place = Place("contentInfo.contentType")
    try contentInfo.readContentType(.signedData)
    isSignedData = true
    place = Place("contentInfo.content")
    var explicit = try contentInfo.enter(.contextConstructed(0))
    place = Place("signedData")
    var signedData = try explicit.enter(.sequence)
    try readFields(&signedData, limits)
    place = Place("signedData")
    try explicit.leave(signedData)
    place = Place("contentInfo.content")
    try contentInfo.leave(explicit)
    place = Place("contentInfo")
    try reader.leave(contentInfo)
    guard reader.position == input.count else { throw ASN1Error(.trailingBytes, at: reader.position) }
  }

  private mutating func readFields(_ reader: inout ASN1Reader, _ limits: Limits) throws(ASN1Error) {
    place = Place("signedData.version")
    try reader.readVersion(1)
    place = Place("signedData.digestAlgorithms")
    try readDigestAlgorithms(&reader)
    place = Place("signedData.encapContentInfo")
    try readContent(&reader, limits)
    if reader.isNext(.contextConstructed(0)) {
      place = Place("signedData.certificates")
      try readCertificates(&reader, limits)
    }
    place = Place("signedData.crls")
    guard !reader.isNext(.contextConstructed(1)) else {
      throw ASN1Error(.revocationLists, at: reader.position)
    }
    place = Place("signedData.signerInfos")
    try readSignerInfos(&reader, limits)
  }

  /// Exactly one algorithm: every signer of a receipt uses one digest, and an empty set has crashed other readers.
  private mutating func readDigestAlgorithms(_ reader: inout ASN1Reader) throws(ASN1Error) {
    var set = try reader.enter(.set)
    guard !set.isAtEnd else { throw ASN1Error(.digestAlgorithms, at: set.position) }
    digestAlgorithm = try AlgorithmIdentifier(from: &set)
    guard set.isAtEnd || set.position >= input.count else {
      throw ASN1Error(.digestAlgorithms, at: set.position)
    }
    try reader.leave(set)
  }

  private mutating func readContent(_ reader: inout ASN1Reader, _ limits: Limits) throws(ASN1Error) {
    var encapsulated = try reader.enter(.sequence)
    place = Place("signedData.encapContentInfo.eContentType")
    try encapsulated.readContentType(.data)
    place = Place("signedData.encapContentInfo.eContent")
    guard !encapsulated.isAtEnd else { throw ASN1Error(.detached, at: encapsulated.position) }
    var explicit = try encapsulated.enter(.contextConstructed(0))
    let start = explicit.position
    var pieces = OctetStringPieces(at: start)
    do {
      try explicit.readOctetString(into: &pieces, nesting: limits.octetStringNesting)
    } catch {
      // A string that is cut off still holds what came before; one that never began holds nothing to report.
      content = pieces.count > 0 ? pieces : nil
      var announced = ASN1Reader(input.span, in: start..<Int.max, depth: 0)
      announcedContentEnd = (try? announced.readAnnounced(.octetString))?.upperBound
      throw error
    }
    content = pieces
    contentIsComplete = true
    try encapsulated.leave(explicit)
    try reader.leave(encapsulated)
  }

  private mutating func readCertificates(_ reader: inout ASN1Reader, _ limits: Limits) throws(ASN1Error) {
    var set = try reader.enter(.contextConstructed(0))
    while !set.isAtEnd {
      place = Place("signedData.certificates", certificates.count)
      guard certificates.count < limits.certificates else {
        throw ASN1Error(.certificateCount, at: set.position)
      }
      guard !set.isNextContextSpecific else {
        throw ASN1Error(.certificateChoice, at: set.position)
      }
      certificates.append(try EmbeddedCertificate(from: &set, in: input))
    }
    place = Place("signedData.certificates")
    try reader.leave(set)
  }

  private mutating func readSignerInfos(_ reader: inout ASN1Reader, _ limits: Limits) throws(ASN1Error) {
    var set = try reader.enter(.set)
    while !set.isAtEnd {
      place = Place("signedData.signerInfos", signerInfos.count)
      guard signerInfos.count < limits.signerInfos else {
        throw ASN1Error(.signerInfoCount, at: set.position)
      }
      signerInfos.append(try SignerInfo(from: &set, announced: digestAlgorithm))
    }
    place = Place("signedData.signerInfos")
    try reader.leave(set)
  }
}

// MARK: - Places

/// A field of the grammar; its text is made only when something is wrong there.
private struct Place {
  let field: StaticString
  let index: Int?

  init(_ field: StaticString, _ index: Int? = nil) {
    self.field = field
    self.index = index
  }

  var path: String { index.map { "\(field)[\($0)]" } ?? "\(field)" }
}

extension ASN1Reader {
  @_lifetime(self: copy self)
  fileprivate mutating func readContentType(_ type: ObjectIdentifier) throws(ASN1Error) {
    let start = position
    guard try readObjectIdentifier() == type else { throw ASN1Error(.contentType, at: start) }
  }

  fileprivate var isNextContextSpecific: Bool {
    position < bytes.count && bytes[position] & 0xC0 == 0x80
  }
}
