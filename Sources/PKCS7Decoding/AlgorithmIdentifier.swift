// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// Which algorithm, and with which parameters (RFC 5280 4.1.1.2).
///
/// ```
/// AlgorithmIdentifier ::= SEQUENCE {
///   algorithm   OBJECT IDENTIFIER,
///   parameters  ANY DEFINED BY algorithm OPTIONAL }
/// ```
public struct AlgorithmIdentifier: Hashable, Sendable {
  /// The algorithm.
  public let algorithm: ObjectIdentifier

  /// The element that holds the parameters; `nil` when there are none.
  public let parameters: ASN1Element?

  /// Reads an AlgorithmIdentifier in distinguished encoding.
  ///
  /// - Throws: What is wrong with its elements; `structure.algorithm-parameters` when the algorithm takes none but NULL
  ///   and has others.
  init(from reader: inout ASN1Reader) throws(ASN1Error) {
    var contents = try reader.enter(.sequence, rules: .distinguished)
    algorithm = try contents.readObjectIdentifier()
    parameters = contents.isAtEnd ? nil : try contents.readElement()
    if let parameters, takesNoParameters {
      guard parameters.tag == .null, parameters.contents.isEmpty else {
        throw ASN1Error(.algorithmParameters, at: parameters.start)
      }
    }
    try reader.leave(contents)
  }

  private var takesNoParameters: Bool {
    switch algorithm {
    case .sha1, .sha256, .rsaEncryption, .sha1WithRSAEncryption, .sha256WithRSAEncryption: true
    default: false
    }
  }

  /// The name that the standards give the algorithm, `sha256WithRSAEncryption`; its numbers when it is not a known one.
  public var name: String { Self.names[algorithm] ?? algorithm.description }

  private static let names: [ObjectIdentifier: String] = [
    .sha1: "sha1",
    .sha256: "sha256",
    ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 2): "sha384",
    ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 3): "sha512",
    ObjectIdentifier(1, 2, 840, 113549, 2, 5): "md5",
    .rsaEncryption: "rsaEncryption",
    ObjectIdentifier(1, 2, 840, 113549, 1, 1, 4): "md5WithRSAEncryption",
    .sha1WithRSAEncryption: "sha1WithRSAEncryption",
    ObjectIdentifier(1, 2, 840, 113549, 1, 1, 10): "rsassaPss",
    .sha256WithRSAEncryption: "sha256WithRSAEncryption",
    .sha384WithRSAEncryption: "sha384WithRSAEncryption",
    .sha512WithRSAEncryption: "sha512WithRSAEncryption",
    ObjectIdentifier(1, 2, 840, 10045, 4, 1): "ecdsa-with-SHA1",
    ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2): "ecdsa-with-SHA256",
    ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3): "ecdsa-with-SHA384",
    ObjectIdentifier(1, 2, 840, 10045, 4, 3, 4): "ecdsa-with-SHA512",
  ]
}

// MARK: - The identifiers that receipts use

extension ObjectIdentifier {
  /// id-data (RFC 5652 4).
  public static let data = ObjectIdentifier(1, 2, 840, 113549, 1, 7, 1)
  /// id-signedData (RFC 5652 5.1).
  public static let signedData = ObjectIdentifier(1, 2, 840, 113549, 1, 7, 2)
  /// SHA-1 (RFC 3370 2.1).
  public static let sha1 = ObjectIdentifier(1, 3, 14, 3, 2, 26)
  /// SHA-256 (RFC 5754 2.2).
  public static let sha256 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1)
  /// RSA keys, and RSASSA-PKCS1-v1_5 with the digest named elsewhere (RFC 3370 3.2).
  public static let rsaEncryption = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 1)
  /// RSASSA-PKCS1-v1_5 with SHA-1 (RFC 3370 3.2).
  public static let sha1WithRSAEncryption = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 5)
  /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 5754 3.2).
  public static let sha256WithRSAEncryption = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 11)
  /// RSASSA-PKCS1-v1_5 with SHA-384 (RFC 5754 3.2).
  public static let sha384WithRSAEncryption = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 12)
  /// RSASSA-PKCS1-v1_5 with SHA-512 (RFC 5754 3.2).
  public static let sha512WithRSAEncryption = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 13)
  /// Elliptic-curve keys (RFC 5480 2.1.1).
  public static let ellipticCurvePublicKey = ObjectIdentifier(1, 2, 840, 10045, 2, 1)
}
