// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import PKCS7Decoding

/// The one signer of a message, with its certificate, after the checks that need no key.
struct SignerSelection {
  let signerInfo: SignerInfo
  let digest: DigestAlgorithm
  /// The index of the signer's certificate among the embedded ones.
  let certificateIndex: Int

  /// Finds the signer.
  ///
  /// - Throws: Codes of class `unsupported`, then of class `signer`.
  init(_ signedData: SignedData) throws(ReceiptError) {
    var digests: [DigestAlgorithm] = []
    for (index, signer) in signedData.signerInfos.enumerated() {
      digests.append(try Self.supportedDigest(of: signer, path: "signedData.signerInfos[\(index)]"))
    }
    guard let signerInfo = signedData.signerInfos.first, let digest = digests.first else {
      throw ReceiptError(.signerNone, path: "signedData.signerInfos")
    }
    // With several signers, "any of them is genuine" and "the first one counts" can both be turned against the reader.
    guard digests.count == 1 else { throw ReceiptError(.signerMultiple, path: "signedData.signerInfos") }
    self.signerInfo = signerInfo
    self.digest = digest

    let matches = signedData.certificates.indices.filter {
      signerInfo.names(signedData.certificates[$0], in: signedData)
    }
    guard let match = matches.first else {
      throw ReceiptError(.signerCertificateMissing, path: "signedData.signerInfos[0].sid")
    }
    guard matches.count == 1 else {
      throw ReceiptError(.signerCertificateAmbiguous, path: "signedData.certificates[\(matches[1])]")
    }
    certificateIndex = match
  }

  /// The digest of a signer whose algorithms are among those of receipts.
  private static func supportedDigest(of signer: SignerInfo, path: String) throws(ReceiptError)
    -> DigestAlgorithm
  {
    // Signed attributes would change what the signature covers, and no receipt has them (observed).
    guard !signer.hasSignedAttributes else {
      throw ReceiptError(.unsupportedSignedAttributes, path: path + ".signedAttrs")
    }
    guard let digest = DigestAlgorithm(signer.digestAlgorithm) else {
      throw ReceiptError(.unsupportedDigest, path: path + ".digestAlgorithm")
    }
    guard digest.isSigned(with: signer.signatureAlgorithm.algorithm) else {
      throw ReceiptError(.unsupportedSignature, path: path + ".signatureAlgorithm")
    }
    return digest
  }
}
