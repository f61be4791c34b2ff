// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL

/// Whether a certificate was signed with the key of another: one link of a chain (RFC 5280 4.1.1.3).
///
/// That is no path: names, validity and purpose are for `ChainRules` to judge.
///
/// - Throws: `internal.crypto`.
func isSigned(
  _ certificate: ArraySlice<UInt8>, by issuer: ArraySlice<UInt8>
) throws(ReceiptError) -> Bool {
  try withCleanErrorQueue { () throws(ReceiptError) in
    guard let library = CryptoLibrary.shared else { throw ReceiptError(.internalCrypto) }
    guard let certificate = Certificate(certificate, library), let issuer = Certificate(issuer, library),
      let key = unsafe X509_get0_pubkey(issuer.pointer)
    else { return false }
    return unsafe X509_verify(certificate.pointer, key) == 1
  }
}
