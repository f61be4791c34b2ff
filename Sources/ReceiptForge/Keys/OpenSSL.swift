// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import COpenSSL

/// The one way into OpenSSL from here.
@safe enum OpenSSL {
  /// A library context of our own, so that the host's `openssl.cnf` does not decide which digests may sign.
  ///
  /// It lives as long as the process. A context that could not be made is nil, which OpenSSL reads as its
  /// default one.
  nonisolated(unsafe) static let library: OpaquePointer? = unsafe OSSL_LIB_CTX_new()

  /// Runs calls of OpenSSL and leaves the thread's error queue as it was found.
  static func call<Result: ~Copyable>(
    _ body: () throws(ForgeError) -> Result
  ) throws(ForgeError) -> Result {
    ERR_set_mark()
    defer { ERR_pop_to_mark() }
    return try body()
  }
}

/// Owns an `EVP_PKEY`.
@safe struct KeyHandle: ~Copyable {
  let pointer: OpaquePointer
  deinit { unsafe EVP_PKEY_free(pointer) }
}

/// Owns an `EVP_PKEY_CTX`.
@safe struct KeyContext: ~Copyable {
  let pointer: OpaquePointer
  deinit { unsafe EVP_PKEY_CTX_free(pointer) }
}

/// Owns an `EVP_MD_CTX`.
@safe struct DigestContext: ~Copyable {
  let pointer: OpaquePointer
  deinit { unsafe EVP_MD_CTX_free(pointer) }
}

/// Owns a `BIGNUM`.
@safe struct BigNumber: ~Copyable {
  let pointer: OpaquePointer
  deinit { unsafe BN_clear_free(pointer) }
}
