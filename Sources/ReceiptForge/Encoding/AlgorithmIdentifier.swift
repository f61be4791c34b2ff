// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// `AlgorithmIdentifier ::= SEQUENCE { algorithm OBJECT IDENTIFIER, parameters ANY OPTIONAL }` (RFC 5280
/// 4.1.1.2).
public struct AlgorithmIdentifier: Sendable, Hashable {
  /// The algorithm, in dotted decimal.
  public var algorithm: String
  /// The parameters as an encoded element, `05 00` for NULL; nil leaves them out.
  public var parameters: [UInt8]?

  /// An algorithm with its parameters; NULL when none are given.
  public init(_ algorithm: String, parameters: [UInt8]? = [0x05, 0x00]) {
    self.algorithm = algorithm
    self.parameters = parameters
  }

  /// The element.
  public var encoded: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence {
        $0.objectIdentifier(algorithm)
        if let parameters { $0.raw(parameters) }
      }
    }
  }

  // MARK: - Known algorithms

  /// `rsaEncryption` (RFC 8017 A.1): a key, or a signature whose digest stands elsewhere.
  public static let rsaEncryption = AlgorithmIdentifier("1.2.840.113549.1.1.1")
  /// `md5WithRSAEncryption`.
  public static let md5WithRSA = AlgorithmIdentifier("1.2.840.113549.1.1.4")
  /// `sha1WithRSAEncryption`.
  public static let sha1WithRSA = AlgorithmIdentifier("1.2.840.113549.1.1.5")
  /// `sha256WithRSAEncryption`.
  public static let sha256WithRSA = AlgorithmIdentifier("1.2.840.113549.1.1.11")
  /// `ecdsa-with-SHA256` (RFC 5758 3.2), without parameters.
  public static let ecdsaWithSHA256 = AlgorithmIdentifier("1.2.840.10045.4.3.2", parameters: nil)
}
