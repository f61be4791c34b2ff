// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL

/// Owns a stack of `X509`, and a share of each certificate on it.
@safe struct CertificateStack: ~Copyable {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = unsafe receipts_certificates_new() else { return nil }
    unsafe self.pointer = pointer
  }

  /// Puts a certificate on top.
  ///
  /// - Throws: `internal.crypto`.
  mutating func push(_ certificate: borrowing Certificate) throws(ReceiptError) {
    try requireSuccess(unsafe X509_add_cert(pointer, certificate.pointer, X509_ADD_FLAG_UP_REF))
  }

  /// Where a certificate stands, from the bottom: that very one, not another with the same bytes. `nil` when it does not.
  func index(of certificate: OpaquePointer?) -> Int? {
    (0..<(unsafe receipts_certificates_count(pointer))).first {
      unsafe receipts_certificates_at(pointer, $0) == certificate
    }.map { Int($0) }
  }

  deinit { unsafe receipts_certificates_free(pointer) }
}
