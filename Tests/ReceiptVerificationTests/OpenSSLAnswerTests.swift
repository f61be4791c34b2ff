// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL
import ReceiptVerification
import Testing

@Suite("OpenSSL's answers") struct OpenSSLAnswerTests {
  @Test("Only 1 is success")
  func success() throws {
    try requireSuccess(1)
    for answer in [.min, -2, -1, 0, 2, 3, .max] as [Int32] {
      #expect(throws: ReceiptError(.internalCrypto)) { try requireSuccess(answer) }
    }
  }

  @Test("A refused path has a code, and one that OpenSSL did not decide has none")
  func pathErrors() throws {
    typealias Code = ReceiptError.Code
    for (error, code) in [
      (X509_V_ERR_CERT_HAS_EXPIRED, .chainExpired), (X509_V_ERR_CERT_NOT_YET_VALID, .chainNotYetValid),
      (X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD, .chainValidity),
      (X509_V_ERR_CA_MD_TOO_WEAK, .chainAlgorithm),
      (X509_V_ERR_CERT_SIGNATURE_FAILURE, .chainCertificateSignature), (X509_V_ERR_INVALID_CA, .chainPurpose),
      (X509_V_ERR_EE_KEY_TOO_SMALL, .chainKey), (X509_V_ERR_CERT_CHAIN_TOO_LONG, .chainLength),
      (X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, .chainUntrusted),
    ] as [(Int32, Code)] {
      #expect(try Code(pathError: error, result: 0) == code)
      #expect(throws: ReceiptError(.internalCrypto)) { try Code(pathError: error, result: -1) }
    }
    for error in [X509_V_ERR_OUT_OF_MEM, X509_V_ERR_UNSPECIFIED] {
      #expect(throws: ReceiptError(.internalCrypto)) { try Code(pathError: error, result: 0) }
    }
  }
}
