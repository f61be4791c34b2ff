// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL

extension ReceiptError.Code {
  static let unsupportedDigest = Self(rawValue: "unsupported.digest")
  static let unsupportedSignature = Self(rawValue: "unsupported.signature")
  static let unsupportedSignedAttributes = Self(rawValue: "unsupported.signed-attributes")

  static let noSigner = Self(rawValue: "signer.none")
  static let multipleSigners = Self(rawValue: "signer.multiple")
  static let signerCertificateMissing = Self(rawValue: "signer.certificate-missing")
  static let signerCertificateAmbiguous = Self(rawValue: "signer.certificate-ambiguous")

  static let chainFuture = Self(rawValue: "chain.future")
  static let chainUntrusted = Self(rawValue: "chain.untrusted")
  static let chainIncomplete = Self(rawValue: "chain.incomplete")
  static let chainLength = Self(rawValue: "chain.length")
  static let chainUnreadable = Self(rawValue: "chain.unreadable")
  static let chainValidity = Self(rawValue: "chain.validity")
  static let chainExpired = Self(rawValue: "chain.expired")
  static let chainNotYetValid = Self(rawValue: "chain.not-yet-valid")
  static let chainPurpose = Self(rawValue: "chain.purpose")
  static let chainAlgorithm = Self(rawValue: "chain.algorithm")
  static let chainKey = Self(rawValue: "chain.key")
  static let chainSignature = Self(rawValue: "chain.certificate-signature")
  static let chainDenied = Self(rawValue: "chain.denied")

  static let signatureMismatch = Self(rawValue: "signature.mismatch")

  static let environmentUnknown = Self(rawValue: "environment.unknown")
  static let environmentNotAccepted = Self(rawValue: "environment.not-accepted")

  static let policyBundleID = Self(rawValue: "policy.bundle-id")
  static let policyAppVersion = Self(rawValue: "policy.app-version")
  static let policyDevice = Self(rawValue: "policy.device")
  static let policyAge = Self(rawValue: "policy.age")

  static let internalCrypto = Self(rawValue: "internal.crypto")
  static let internalIssuerNotConfigured = Self(rawValue: "internal.issuer-not-configured")
  static let internalHostForbidsSHA1 = Self(rawValue: "internal.host-forbids-sha1")

  /// The code for a reason of OpenSSL to refuse a path (X509_STORE_CTX_get_error(3)).
  init(pathError error: Int32) {
    self =
      switch error {
      case X509_V_ERR_CERT_HAS_EXPIRED: .chainExpired
      case X509_V_ERR_CERT_NOT_YET_VALID: .chainNotYetValid
      case X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD, X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD: .chainValidity
      case X509_V_ERR_CERT_SIGNATURE_FAILURE: .chainSignature
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
