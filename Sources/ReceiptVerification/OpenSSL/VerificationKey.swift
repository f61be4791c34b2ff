// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// The public key of a certificate.
///
/// Immutable, so that it may be kept and used from all threads.
package final class VerificationKey: Sendable {
  private let key: KeyHandle

  /// The key of a parsed certificate; `nil` when OpenSSL cannot read it.
  init?(certificate: OpaquePointer) {
    guard let pointer = unsafe X509_get0_pubkey(certificate), unsafe EVP_PKEY_up_ref(pointer) == 1 else {
      return nil
    }
    key = unsafe KeyHandle(pointer: pointer)
  }

  /// The key of a certificate in DER; `nil` when OpenSSL cannot read it.
  package convenience init?(der: ArraySlice<UInt8>) {
    guard let library = CryptoLibrary.shared, var stack = CertificateStack(),
      let certificate = unsafe stack.push(der, library)
    else { return nil }
    unsafe self.init(certificate: certificate)
  }

  /// What a signature check came to.
  enum Outcome {
    case matches
    case differs
    /// OpenSSL could not check it.
    case undecided
  }

  /// Checks a signature by RSASSA-PKCS1-v1_5 (RFC 8017 8.2.2).
  ///
  /// OpenSSL compares the whole padded block with the one encoding that there is of the digest, so that no shorter padding,
  /// other encoding or rest passes.
  func verify(_ signature: ArraySlice<UInt8>, of message: ArraySlice<UInt8>, _ digest: DigestAlgorithm)
    -> Outcome
  {
    withCleanErrorQueue {
      guard let library = CryptoLibrary.shared, let context = DigestContext() else { return .undecided }
      guard unsafe EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA else { return .differs }
      var keyContext: OpaquePointer?  // Belongs to the digest context.
      guard
        unsafe EVP_DigestVerifyInit(context.pointer, &keyContext, library.handle(digest), nil, key.pointer)
          == 1,
        unsafe EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PADDING) == 1
      else { return .undecided }
      guard unsafe signature.count == Int(EVP_PKEY_get_size(key.pointer)) else { return .differs }
      let result = unsafe signature.withUnsafeBufferPointer { signature in
        unsafe message.withUnsafeBufferPointer { message in
          unsafe EVP_DigestVerify(
            context.pointer, signature.baseAddress, signature.count, message.baseAddress, message.count)
        }
      }
      return result == 1 ? .matches : .differs
    }
  }
}

/// Owns an `EVP_PKEY`, which OpenSSL allows to be used from all threads.
@safe private struct KeyHandle: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer

  deinit { unsafe EVP_PKEY_free(pointer) }
}
