// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import PKCS7Decoding

extension DigestAlgorithm {
  /// The digest that an algorithm identifier names; `nil` for any other.
  init?(_ identifier: AlgorithmIdentifier) {
    switch identifier.algorithm {
    case .sha1: self = .sha1
    case .sha256: self = .sha256
    default: return nil
    }
  }

  /// Whether a signature algorithm goes with the digest: the bare one, or the one that names the digest once more.
  func isSigned(with algorithm: ObjectIdentifier) -> Bool {
    switch self {
    case .sha1: algorithm == .rsaEncryption || algorithm == .sha1WithRSAEncryption
    case .sha256: algorithm == .rsaEncryption || algorithm == .sha256WithRSAEncryption
    }
  }
}
