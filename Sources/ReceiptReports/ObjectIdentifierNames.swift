// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding

extension ObjectIdentifier {
  /// What the identifier names in receipts and their certificates; `nil` for any other.
  var knownName: String? { Self.knownNames[self] }

  private static let knownNames: [ObjectIdentifier: String] = [
    .data: "data",
    .signedData: "signedData",
    .sha1: "SHA-1",
    .sha256: "SHA-256",
    .rsaEncryption: "rsaEncryption",
    .sha1WithRSAEncryption: "sha1WithRSAEncryption",
    .sha256WithRSAEncryption: "sha256WithRSAEncryption",
    .ellipticCurvePublicKey: "ecPublicKey",
    ObjectIdentifier(2, 5, 4, 3): "commonName",
    ObjectIdentifier(2, 5, 4, 6): "countryName",
    ObjectIdentifier(2, 5, 4, 10): "organizationName",
    ObjectIdentifier(2, 5, 4, 11): "organizationalUnitName",
    ObjectIdentifier(2, 5, 29, 14): "subjectKeyIdentifier",
    ObjectIdentifier(2, 5, 29, 15): "keyUsage",
    ObjectIdentifier(2, 5, 29, 19): "basicConstraints",
    ObjectIdentifier(2, 5, 29, 31): "cRLDistributionPoints",
    ObjectIdentifier(2, 5, 29, 32): "certificatePolicies",
    ObjectIdentifier(2, 5, 29, 35): "authorityKeyIdentifier",
    ObjectIdentifier(2, 5, 29, 37): "extKeyUsage",
    ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 1): "authorityInfoAccess",
    ObjectIdentifier(1, 2, 840, 113635, 100, 5, 6, 1): "Apple's policy for signing receipts",
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 11, 1): "signs receipts",
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 2, 1): "developer relations",
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 1, 2): "signs a developer's apps",
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 5, 1): "signs iOS 6 receipts",
  ]
}
