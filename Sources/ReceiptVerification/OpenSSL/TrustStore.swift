// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL

/// The pinned roots as OpenSSL wants them. Default paths and partial chains are never turned on.
final class TrustStore: Sendable {
  private let store: StoreHandle
  private let roots: CertificateStackHandle

  /// A store of these roots.
  ///
  /// - Throws: The index of the first root that cannot be parsed.
  init(_ roots: [[UInt8]], _ library: CryptoLibrary) throws(VerifierConfigurationError) {
    guard let store = StoreHandle(), var stack = CertificateStack() else { throw .cryptoUnavailable }
    for (index, root) in roots.enumerated() {
      guard let certificate = Certificate(root[...], library) else { throw .unreadableRoot(index) }
      // Extensions are parsed on first use; doing it here keeps the shared certificate unchanged afterwards.
      unsafe X509_check_purpose(certificate.pointer, -1, 0)
      do throws(ReceiptError) {
        try stack.push(certificate)
        try requireSuccess(unsafe X509_STORE_add_cert(store.pointer, certificate.pointer))
      } catch {
        throw .cryptoUnavailable
      }
    }
    self.store = store
    self.roots = CertificateStackHandle(stack: stack)
  }

  /// OpenSSL's store.
  var pointer: OpaquePointer { unsafe store.pointer }

  /// Which root a certificate is: the very one that was put into the store. `nil` when it is none.
  func index(of certificate: OpaquePointer?) -> Int? { unsafe roots.stack.index(of: certificate) }
}

/// Owns an `X509_STORE`, which OpenSSL allows to be used from all threads once it is filled.
@safe private struct StoreHandle: ~Copyable, @unchecked Sendable {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = unsafe X509_STORE_new() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe X509_STORE_free(pointer) }
}

/// A stack that is not changed any more, so that all threads may read it.
private struct CertificateStackHandle: ~Copyable, @unchecked Sendable {
  let stack: CertificateStack
}
