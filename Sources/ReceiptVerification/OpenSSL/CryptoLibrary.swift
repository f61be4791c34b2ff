// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import AppStoreReceipts
import COpenSSL

/// OpenSSL as this package uses it: a library context of its own, in which nothing but the default provider is loaded, so
/// that the host's configuration file does not change answers.
///
/// It is made once and never changed afterwards, and lives as long as the process.
@safe struct CryptoLibrary: @unchecked Sendable {
  // The context and the digests are immutable once made, and OpenSSL allows their use from all threads (openssl-threads(7)).
  let context: OpaquePointer
  private let sha1: OpaquePointer
  private let sha256: OpaquePointer

  /// The library; `nil` when OpenSSL cannot provide what is needed, for lack of memory or of its default provider.
  static let shared = withCleanErrorQueue { CryptoLibrary() }

  private init?() {
    guard let context = unsafe OSSL_LIB_CTX_new() else { return nil }
    // Without its provider there is nothing to fetch.
    unsafe OSSL_PROVIDER_load(context, "default")
    guard let sha1 = unsafe EVP_MD_fetch(context, "SHA1", nil),
      let sha256 = unsafe EVP_MD_fetch(context, "SHA256", nil)
    else {
      unsafe OSSL_LIB_CTX_free(context)
      return nil
    }
    unsafe (self.context, self.sha1, self.sha256) = (context, sha1, sha256)
  }

  /// OpenSSL's handle for an algorithm.
  func handle(_ algorithm: DigestAlgorithm) -> OpaquePointer {
    switch algorithm {
    case .sha1: unsafe sha1
    case .sha256: unsafe sha256
    }
  }
}

/// Refuses every answer of OpenSSL but 1, its only success.
///
/// - Throws: `internal.crypto`: memory ran out, or a provider failed, which says nothing of a receipt.
package func requireSuccess(_ result: Int32) throws(ReceiptError) {
  guard result == 1 else { throw ReceiptError(.internalCrypto) }
}

/// Runs calls of OpenSSL with an error queue that is empty before and after.
///
/// The queue belongs to the thread, so the calls must not suspend in between. What the caller of this package had left in
/// it would be mistaken for ours, and what we leave would be mistaken for the caller's.
package func withCleanErrorQueue<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  ERR_clear_error()
  defer { ERR_clear_error() }
  return try body()
}
