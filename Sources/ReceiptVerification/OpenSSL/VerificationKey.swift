// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL
import Synchronization

/// The public key of a certificate.
///
/// Immutable, so that it may be kept and used from all threads.
package final class VerificationKey: Sendable {
  private let key: KeyHandle

  /// A context for the next signature, since to make one takes an eighth of the time of a check. Whoever finds none makes
  /// his own.
  private let spare = Mutex<KeyContext?>(nil)

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
  ///
  /// - Parameters:
  ///   - signature: The octets of the signature.
  ///   - digest: What was signed, as its digest.
  ///   - algorithm: How that was computed.
  func verify(_ signature: ArraySlice<UInt8>, ofDigest digest: [UInt8], _ algorithm: DigestAlgorithm)
    -> Outcome
  {
    withCleanErrorQueue {
      guard unsafe EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA else { return .differs }
      guard let context = readyContext(for: algorithm) else { return .undecided }
      guard unsafe signature.count == Int(EVP_PKEY_get_size(key.pointer)) else { return .differs }
      let matches = context.matches(signature, digest)
      spare.withLock { $0 = context }
      return matches ? .matches : .differs
    }
  }

  /// The spare context, or a new one.
  private func readyContext(for algorithm: DigestAlgorithm) -> KeyContext? {
    let context = spare.withLock { spare in
      defer { spare = nil }
      return spare
    }
    if let context, context.algorithm == algorithm { return context }
    return unsafe KeyContext(key.pointer, algorithm)
  }
}

/// What OpenSSL needs to check signatures of one kind with one key. One thread at a time may use it.
private final class KeyContext: @unchecked Sendable {
  let algorithm: DigestAlgorithm
  private let context: ContextHandle

  /// A context that is ready; `nil` when OpenSSL cannot make it.
  init?(_ key: OpaquePointer, _ algorithm: DigestAlgorithm) {
    guard let library = CryptoLibrary.shared, let context = unsafe ContextHandle(key, library),
      unsafe EVP_PKEY_verify_init(context.pointer) == 1,
      unsafe EVP_PKEY_CTX_set_rsa_padding(context.pointer, RSA_PKCS1_PADDING) == 1,
      unsafe EVP_PKEY_CTX_set_signature_md(context.pointer, library.handle(algorithm)) == 1
    else { return nil }
    self.algorithm = algorithm
    self.context = context
  }

  /// Whether a signature is that of a digest.
  func matches(_ signature: ArraySlice<UInt8>, _ digest: [UInt8]) -> Bool {
    unsafe signature.withUnsafeBufferPointer { signature in
      unsafe EVP_PKEY_verify(
        context.pointer, signature.baseAddress, signature.count, digest, digest.count) == 1
    }
  }
}

/// Owns an `EVP_PKEY_CTX`.
@safe private struct ContextHandle: ~Copyable {
  let pointer: OpaquePointer

  init?(_ key: OpaquePointer, _ library: CryptoLibrary) {
    guard let pointer = unsafe EVP_PKEY_CTX_new_from_pkey(library.context, key, nil) else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_PKEY_CTX_free(pointer) }
}

/// Owns an `EVP_PKEY`, which OpenSSL allows to be used from all threads.
@safe private struct KeyHandle: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer

  deinit { unsafe EVP_PKEY_free(pointer) }
}
