// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import AppStoreReceipts
import COpenSSL
import Synchronization

/// The public key of a certificate, for signatures over one kind of digest.
///
/// Immutable, so that it may be kept and used from all threads.
package final class VerificationKey: Sendable {
  private let key: KeyHandle
  private let algorithm: DigestAlgorithm

  /// A context for the next signature, since to make one takes an eighth of the time of a check. Whoever finds none makes
  /// his own.
  private let spare = Mutex<KeyContext?>(nil)

  /// The key of a parsed certificate; `nil` when OpenSSL cannot read it.
  init?(certificate: borrowing Certificate, _ algorithm: DigestAlgorithm) {
    guard let pointer = unsafe X509_get_pubkey(certificate.pointer) else { return nil }
    key = unsafe KeyHandle(pointer: pointer)
    self.algorithm = algorithm
  }

  /// The key of a certificate in DER; `nil` when OpenSSL cannot read it.
  package convenience init?(der: ArraySlice<UInt8>, _ algorithm: DigestAlgorithm) {
    guard let library = CryptoLibrary.shared, let certificate = Certificate(der, library) else { return nil }
    self.init(certificate: certificate, algorithm)
  }

  /// Whether a signature is that of a digest, by RSASSA-PKCS1-v1_5 (RFC 8017 8.2.2).
  ///
  /// OpenSSL demands that the signature be as long as the modulus, and compares the whole padded block with the one encoding
  /// that there is of the digest, so that no shorter padding, other encoding or rest passes.
  ///
  /// - Parameters:
  ///   - signature: The octets of the signature.
  ///   - digest: What was signed, as its digest.
  /// - Throws: `internal.crypto`.
  package func matches(
    _ signature: ArraySlice<UInt8>, ofDigest digest: [UInt8]
  ) throws(ReceiptError) -> Bool {
    try withCleanErrorQueue { () throws(ReceiptError) in
      guard unsafe EVP_PKEY_get_base_id(key.pointer) == EVP_PKEY_RSA else { return false }
      let context = try readyContext()
      let matches = context.matches(signature, digest)
      spare.withLock { $0 = context }
      return matches
    }
  }

  /// The spare context, or a new one.
  private func readyContext() throws(ReceiptError) -> KeyContext {
    guard let context = spare.withLock({ $0.take() }) else {
      return try unsafe KeyContext(key.pointer, algorithm)
    }
    return context
  }
}

/// What OpenSSL needs to check signatures of one kind with one key. One thread at a time may use it.
private final class KeyContext: @unchecked Sendable {
  private let context: ContextHandle

  /// A context that is ready.
  ///
  /// - Throws: `internal.crypto`.
  init(_ key: OpaquePointer, _ algorithm: DigestAlgorithm) throws(ReceiptError) {
    guard let library = CryptoLibrary.shared, let context = unsafe ContextHandle(key, library) else {
      throw ReceiptError(.internalCrypto)
    }
    try requireSuccess(unsafe EVP_PKEY_verify_init(context.pointer))
    try requireSuccess(unsafe EVP_PKEY_CTX_set_rsa_padding(context.pointer, RSA_PKCS1_PADDING))
    try requireSuccess(unsafe EVP_PKEY_CTX_set_signature_md(context.pointer, library.handle(algorithm)))
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
