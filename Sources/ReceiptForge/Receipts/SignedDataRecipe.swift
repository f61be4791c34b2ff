// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A ContentInfo with its SignedData (RFC 5652 3 and 5.1) as plain data, to be changed at will and then
/// encoded.
///
/// ```
/// ContentInfo      ::= SEQUENCE { contentType OID, content [0] EXPLICIT SignedData }
/// SignedData       ::= SEQUENCE { version INTEGER, digestAlgorithms SET OF AlgorithmIdentifier,
///                                 encapContentInfo EncapContentInfo,
///                                 certificates [0] IMPLICIT OPTIONAL, crls [1] IMPLICIT OPTIONAL,
///                                 signerInfos SET OF SignerInfo }
/// EncapContentInfo ::= SEQUENCE { eContentType OID, eContent [0] EXPLICIT OCTET STRING OPTIONAL }
/// ```
/// Sets are written in the order given. Signatures are made beforehand (``ReceiptSigner/signerInfo(over:)``),
/// so a change of the content here leaves them as they are.
public struct SignedDataRecipe: Sendable, Hashable {
  /// `contentType`, in dotted decimal: signedData.
  public var contentType = "1.2.840.113549.1.7.2"
  /// `version`: the INTEGER's content.
  public var version: [UInt8] = [1]
  /// `digestAlgorithms`.
  public var digestAlgorithms: [AlgorithmIdentifier]
  /// `eContentType`, in dotted decimal: data.
  public var encapsulatedContentType = "1.2.840.113549.1.7.1"
  /// `eContent`: the encoded elements inside `[0]`, one OCTET STRING if all is well; nil leaves `[0]` out (a
  /// detached signature).
  public var content: [[UInt8]]?
  /// `certificates`: encoded elements inside `[0]`; nil leaves it out.
  public var certificates: [[UInt8]]?
  /// `crls`: encoded elements inside `[1]`; nil leaves it out.
  public var crls: [[UInt8]]?
  /// `signerInfos`.
  public var signerInfos: [SignerInfoRecipe]
  /// The length forms on the way to the content.
  public var lengths: EnvelopeLengths
  /// Encoded elements after SignedData's last field: junk.
  public var trailingElements: [[UInt8]] = []
  /// Encoded elements after SignedData inside `[0]`: junk.
  public var trailingContentElements: [[UInt8]] = []
  /// Encoded elements after ContentInfo's last field: junk.
  public var trailingContentInfoElements: [[UInt8]] = []
  /// Bytes after the end of the receipt: junk.
  public var trailingBytes: [UInt8] = []

  /// A SignedData of these parts, all else as receipts have it.
  public init(
    content: [[UInt8]]?, certificates: [[UInt8]]?, digestAlgorithms: [AlgorithmIdentifier],
    signerInfos: [SignerInfoRecipe], lengths: EnvelopeLengths = .definite
  ) {
    self.content = content
    self.certificates = certificates
    self.digestAlgorithms = digestAlgorithms
    self.signerInfos = signerInfos
    self.lengths = lengths
  }

  // MARK: - Encoding

  /// The file: ContentInfo and whatever follows it.
  public var encoded: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence(length: lengths.contentInfo) { info in
        info.objectIdentifier(contentType)
        info.context(0, length: lengths.contentInfoContent) {
          $0.raw(encodedSignedData)
          for element in trailingContentElements { $0.raw(element) }
        }
        for element in trailingContentInfoElements { info.raw(element) }
      }
      writer.raw(trailingBytes)
    }
  }

  /// The SignedData SEQUENCE alone.
  public var encodedSignedData: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence(length: lengths.signedData) { data in
        data.integer(content: version)
        data.setOf(digestAlgorithms.map(\.encoded), sorted: false)
        data.raw(encapsulatedContentInfo)
        if let certificates { data.element(TagByte.context(0), content: Array(certificates.joined())) }
        if let crls { data.element(TagByte.context(1), content: Array(crls.joined())) }
        data.setOf(signerInfos.map(\.encoded), sorted: false)
        for element in trailingElements { data.raw(element) }
      }
    }
  }

  private var encapsulatedContentInfo: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence(length: lengths.encapsulatedContentInfo) { info in
        info.objectIdentifier(encapsulatedContentType)
        if let content {
          info.element(
            TagByte.context(0), length: lengths.encapsulatedContent, content: Array(content.joined()))
        }
      }
    }
  }
}
