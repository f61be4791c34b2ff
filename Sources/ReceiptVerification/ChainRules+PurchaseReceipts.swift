// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding

extension ChainRules {
  /// The mark of certificates that sign version 2 transaction receipts.
  static let purchaseReceiptMarker = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 5, 1)

  /// What keeps a certificate from being the signer of a version 2 transaction receipt; `nil` when nothing does.
  ///
  /// Its key has 1 024 bits, and it has no policy (observed).
  func objection(toPurchaseReceiptSigner certificate: EmbeddedCertificate) -> ReceiptError.Code? {
    if let objection = objection(toAny: certificate, keySizes: 1024...8192) { return objection }
    guard has(Self.purchaseReceiptMarker, certificate), isSigner(certificate),
      hasOnlyKnownCriticalExtensions(certificate)
    else { return .chainPurpose }
    return nil
  }

  /// What keeps a certificate from being the issuer of a version 2 transaction receipt's signer; `nil` when nothing does.
  func objection(toPurchaseReceiptIssuer certificate: EmbeddedCertificate) -> ReceiptError.Code? {
    if let objection = objection(toAny: certificate, keySizes: 2048...8192) { return objection }
    guard isIssuer(certificate), hasOnlyKnownCriticalExtensions(certificate) else { return .chainPurpose }
    return nil
  }

  /// What OpenSSL sees to in a path, and here nobody else does (RFC 5280 6.1.4).
  private func hasOnlyKnownCriticalExtensions(_ certificate: EmbeddedCertificate) -> Bool {
    certificate.extensions.allSatisfy {
      !$0.isCritical || $0.identifier == Self.basicConstraints || $0.identifier == Self.keyUsage
    }
  }
}
