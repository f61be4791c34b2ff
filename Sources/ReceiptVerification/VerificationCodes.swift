// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import AppStoreReceipts
import COpenSSL

extension ReceiptError.Code {
  /// The code for a reason of OpenSSL to refuse a path.
  ///
  /// - Parameters:
  ///   - error: The reason (X509_STORE_CTX_get_error(3)).
  ///   - result: What the check answered, which is less than 0 when it came to no end (X509_verify_cert(3)).
  /// - Throws: `internal.crypto` when OpenSSL could not decide.
  package init(pathError error: Int32, result: Int32) throws(ReceiptError) {
    guard result == 0, ![X509_V_ERR_OUT_OF_MEM, X509_V_ERR_UNSPECIFIED].contains(error) else {
      throw ReceiptError(.internalCrypto)
    }
    self =
      switch error {
      case X509_V_ERR_CERT_HAS_EXPIRED: .chainExpired
      case X509_V_ERR_CERT_NOT_YET_VALID: .chainNotYetValid
      case X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD, X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD: .chainValidity
      case X509_V_ERR_CERT_SIGNATURE_FAILURE: .chainCertificateSignature
      case X509_V_ERR_CERT_CHAIN_TOO_LONG: .chainLength
      case X509_V_ERR_INVALID_CA, X509_V_ERR_INVALID_NON_CA, X509_V_ERR_PATH_LENGTH_EXCEEDED,
        X509_V_ERR_KEYUSAGE_NO_CERTSIGN, X509_V_ERR_UNHANDLED_CRITICAL_EXTENSION, X509_V_ERR_INVALID_PURPOSE,
        X509_V_ERR_INVALID_EXTENSION:
        .chainPurpose
      case X509_V_ERR_CA_MD_TOO_WEAK: .chainAlgorithm
      case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL,
        X509_V_ERR_UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE:
        .chainKey
      default: .chainUntrusted
      }
  }
}
