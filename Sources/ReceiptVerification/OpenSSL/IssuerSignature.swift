// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// Checks one link of a chain: whether a certificate was signed with the key of another (RFC 5280 4.1.1.3).
///
/// That is no path: names, validity and purpose are for `ChainRules` to judge.
func checkSignature(
  of certificate: ArraySlice<UInt8>, by issuer: ArraySlice<UInt8>
) -> VerificationKey.Outcome {
  withCleanErrorQueue {
    guard let library = CryptoLibrary.shared, var stack = CertificateStack() else { return .undecided }
    guard let certificate = unsafe stack.push(certificate, library),
      let issuer = unsafe stack.push(issuer, library), let key = unsafe X509_get0_pubkey(issuer)
    else { return .differs }
    return unsafe X509_verify(certificate, key) == 1 ? .matches : .differs
  }
}
