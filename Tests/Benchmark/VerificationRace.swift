// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import OpenSSLBaseline
import PKCS7Decoding
import ReceiptForge
import ReceiptVerification

/// Bytes to a verdict: ours, OpenSSL's, and the one signature check that nobody can do without.
struct VerificationRace {
  let input: Input

  func subjects() throws -> [Subject] {
    let bytes = input.bytes
    let limits = Input.limits
    let verifier = try input.verifier()
    let decoded = DecodedReceipt(bytes, limits: limits)
    let signed = try verifier.verify(bytes)
    let signedData = decoded.signedData
    let leaf = signedData.certificates[signed.signer.certificate]
    let key = unsafe baseline_key_new(Array(leaf.der), leaf.der.count, signed.signer.digest.rawValue)
    let content = Array(signed.receipt.content)
    let signature = Array(bytes[signedData.signerInfos[0].signature])
    let store = unsafe baseline_store_new(
      input.root, input.root.count, signed.checkedAt.millisecondsSince1970 / 1000)

    return [
      Subject("ours, chain known") { keep(try verifier.verify(bytes).trust) },
      Subject("ours, decoding alone") { keep(DecodedReceipt(bytes, limits: limits).fault) },
      Subject("floor: EVP_DigestVerify, key ready") {
        keep(
          unsafe baseline_verify_signature(key, content, content.count, signature, signature.count))
      },
      Subject("OpenSSL: d2i_PKCS7 and PKCS7_verify") {
        keep(unsafe baseline_verify_message(store, bytes, bytes.count))
      },
    ]
  }
}
