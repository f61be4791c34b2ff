// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import COpenSSL

/// A message digest: what OpenSSL calls it and what ASN.1 does.
public struct DigestAlgorithm: Sendable, Hashable {
  /// The name by which OpenSSL fetches it.
  public var name: String
  /// How `digestAlgorithm` fields name it.
  public var identifier: AlgorithmIdentifier
  /// How a certificate names a PKCS #1 v1.5 signature over it.
  public var rsaSignature: AlgorithmIdentifier

  /// A digest of that OpenSSL name, for those that are not constants here.
  public init(name: String, identifier: AlgorithmIdentifier, rsaSignature: AlgorithmIdentifier) {
    self.name = name
    self.identifier = identifier
    self.rsaSignature = rsaSignature
  }

  /// SHA-1: what App Store receipts were signed with until 2025-01-24 (Apple TN3138).
  public static let sha1 = DigestAlgorithm(
    name: "SHA1", identifier: AlgorithmIdentifier("1.3.14.3.2.26"), rsaSignature: .sha1WithRSA)
  /// SHA-256: what they are signed with since.
  public static let sha256 = DigestAlgorithm(
    name: "SHA256", identifier: AlgorithmIdentifier("2.16.840.1.101.3.4.2.1"), rsaSignature: .sha256WithRSA)
  /// MD5: what none was ever signed with.
  public static let md5 = DigestAlgorithm(
    name: "MD5", identifier: AlgorithmIdentifier("1.2.840.113549.2.5"), rsaSignature: .md5WithRSA)

  /// The digest of a message.
  public func hash(_ message: [UInt8]) throws(ForgeError) -> [UInt8] {
    try OpenSSL.call { () throws(ForgeError) in
      var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
      var count = 0
      let done = unsafe EVP_Q_digest(
        OpenSSL.library, name, nil, message, message.count, &digest, &count)
      guard done == 1 else { throw .openSSL("EVP_Q_digest(\(name))") }
      return Array(digest.prefix(count))
    }
  }
}
