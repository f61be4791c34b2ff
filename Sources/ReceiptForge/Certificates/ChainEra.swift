// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The years that a chain of certificates imitates: validity windows and digests, as observed in App Store
/// receipts.
public struct ChainEra: Sendable, Hashable {
  /// The organizational unit that tells this era's certificates from another's.
  public var name: String
  /// Serial numbers of intermediate and leaf end in this octet, so that no two eras share one.
  public var serial: UInt8
  /// When the intermediate is valid.
  public var intermediateValidity: CertificateValidity
  /// When the leaf is valid.
  public var leafValidity: CertificateValidity
  /// What the intermediate is signed with.
  public var intermediateDigest: DigestAlgorithm
  /// What the leaf is signed with.
  public var leafDigest: DigestAlgorithm
  /// What receipts are signed with.
  public var receiptDigest: DigestAlgorithm

  /// An era of these windows and digests.
  public init(
    name: String, serial: UInt8, intermediateValidity: CertificateValidity, leafValidity: CertificateValidity,
    intermediateDigest: DigestAlgorithm, leafDigest: DigestAlgorithm, receiptDigest: DigestAlgorithm
  ) {
    self.name = name
    self.serial = serial
    self.intermediateValidity = intermediateValidity
    self.leafValidity = leafValidity
    self.intermediateDigest = intermediateDigest
    self.leafDigest = leafDigest
    self.receiptDigest = receiptDigest
  }

  // MARK: - Eras seen

  /// SHA-256 throughout, as since August 2023; for receipts made from 2024-07-24 to 2026-08-22.
  public static let sha256 = ChainEra(
    name: "SHA-256", serial: 1,
    intermediateValidity: CertificateValidity(
      CertificateTime(2020, 12, 16, 19, 38, 56), CertificateTime(2030, 12, 10)),
    leafValidity: CertificateValidity(
      CertificateTime(2024, 7, 24, 14, 50, 3), CertificateTime(2026, 8, 23, 14, 50, 2)),
    intermediateDigest: .sha256, leafDigest: .sha256, receiptDigest: .sha256)

  /// SHA-1 throughout; for receipts made from 2015-11-13 to 2023-02-07.
  public static let sha1 = ChainEra(
    name: "SHA-1", serial: 2,
    intermediateValidity: CertificateValidity(
      CertificateTime(2013, 2, 7, 21, 48, 47), CertificateTime(2023, 2, 7, 21, 48, 47)),
    leafValidity: CertificateValidity(
      CertificateTime(2015, 11, 13, 2, 15, 9), CertificateTime(2023, 2, 7, 21, 48, 47)),
    intermediateDigest: .sha1, leafDigest: .sha1, receiptDigest: .sha1)

  /// A leaf signed with SHA-256 that signs receipts with SHA-1, as in late 2015; for receipts made from
  /// 2015-09-24 to 2016-02-14.
  public static let late2015 = ChainEra(
    name: "late 2015", serial: 3,
    intermediateValidity: CertificateValidity(
      CertificateTime(2008, 2, 14, 18, 56, 35), CertificateTime(2016, 2, 14, 18, 56, 35)),
    leafValidity: CertificateValidity(
      CertificateTime(2015, 9, 24, 19, 9, 29), CertificateTime(2017, 10, 23, 19, 9, 29)),
    intermediateDigest: .sha1, leafDigest: .sha256, receiptDigest: .sha1)

  // MARK: - For tests

  /// SHA-256 throughout, valid from 2013 to the root's end in 2035: for receipts of any date, and like no years that
  /// were.
  public static let anyDate = ChainEra(
    name: "any date", serial: 4,
    intermediateValidity: CertificateValidity(
      CertificateTime(2013, 2, 7, 21, 48, 47), CertificateTime(2035, 2, 9, 21, 40, 35)),
    leafValidity: CertificateValidity(
      CertificateTime(2013, 2, 7, 21, 48, 47), CertificateTime(2035, 2, 9, 21, 40, 35)),
    intermediateDigest: .sha256, leafDigest: .sha256, receiptDigest: .sha256)
}
