// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import PKCS7Decoding

/// What a report says of how a receipt is signed.
struct SignerSummary {
  /// The version of a transaction receipt's signature.
  let version: UInt8?
  /// The digest.
  let digest: String
  /// The kind of key; the digest stands beside it.
  let signature: String
  /// The signature's algorithm as it is named.
  let signatureAlgorithm: String
  /// The index of the signer's certificate among the embedded ones.
  let certificate: Int?

  /// The signer of a message; `nil` when there is none, or not one alone.
  init?(_ signedData: SignedData) {
    guard signedData.signerInfos.count == 1, let signer = signedData.signerInfos.first else { return nil }
    version = nil
    digest = signer.digestAlgorithm.name
    signatureAlgorithm = signer.signatureAlgorithm.name
    signature =
      if signatureAlgorithm.hasSuffix("WithRSAEncryption") || signatureAlgorithm == "rsaEncryption" {
        "rsa"
      } else {
        signatureAlgorithm.hasPrefix("ecdsa-with-") ? "ecdsa" : signatureAlgorithm
      }
    certificate = CertificateSummary.signerIndex(of: signedData)
  }

  /// The signer of a transaction receipt.
  init(_ transactionSignature: TransactionSignature) {
    version = transactionSignature.version
    digest = "sha1"
    signature = "rsa"
    signatureAlgorithm = "rsaEncryption"
    certificate = 0
  }
}
