// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

extension ASN1Error.Code {
  /// More input than the limits allow.
  public static var inputSize: Self { Self("limit.size") }
  /// More certificates than the limits allow.
  public static var certificateCount: Self { Self("limit.certificates") }
  /// More SignerInfos than the limits allow.
  public static var signerInfoCount: Self { Self("limit.signer-infos") }
  /// A content type other than the one that must stand here (RFC 5652 3, 4 and 5.2).
  public static var contentType: Self { Self("structure.content-type") }
  /// A version other than 1 (RFC 5652 5.1 and 5.3).
  public static var version: Self { Self("structure.version") }
  /// A set of digest algorithms that is not exactly the one the signer used (RFC 5652 5.1).
  public static var digestAlgorithms: Self { Self("structure.digest-algorithms") }
  /// Parameters where the algorithm has none but NULL (RFC 3370 2, 3.2; RFC 5754 2).
  public static var algorithmParameters: Self { Self("structure.algorithm-parameters") }
  /// A SignedData without its content (RFC 5652 5.2).
  public static var detached: Self { Self("structure.detached") }
  /// Something other than an X.509 certificate among the certificates (RFC 5652 10.2.2).
  public static var certificateChoice: Self { Self("structure.certificate") }
  /// Embedded revocation lists (RFC 5652 10.2.1).
  public static var revocationLists: Self { Self("structure.revocation-lists") }
  /// A signer named by something other than issuer and serial number (RFC 5652 5.3).
  public static var signerIdentifier: Self { Self("structure.signer-identifier") }
  /// Unsigned attributes, which anyone may add (RFC 5652 5.3).
  public static var unsignedAttributes: Self { Self("structure.unsigned-attributes") }
  /// Bytes after the end of the outermost element.
  public static var trailingBytes: Self { Self("structure.trailing-bytes") }
}

/// What is wrong with a PKCS#7 message, at which byte, and in which of its fields.
public struct PKCS7Error: Error, Hashable, Sendable {
  /// The kind of fault.
  public let code: ASN1Error.Code

  /// The first offending byte, counted from the start of the input.
  public let offset: Int

  /// The field in the terms of RFC 5652, indices from zero: `signedData.certificates[1]`.
  public let path: String

  /// A fault of the given kind at the given place.
  public init(_ code: ASN1Error.Code, at offset: Int, path: String) {
    self.code = code
    self.offset = offset
    self.path = path
  }
}
