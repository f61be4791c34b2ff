// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// Owns an `X509`.
@safe struct Certificate: ~Copyable {
  let pointer: OpaquePointer

  /// Parses a certificate in the library's context; `nil` when it cannot be parsed to its last byte.
  init?(_ der: ArraySlice<UInt8>, _ library: CryptoLibrary) {
    guard let empty = unsafe X509_new_ex(library.context, nil) else { return nil }
    // Where d2i_X509 fails, it mostly has freed what it was given and leaves nil; X509_free takes nil.
    var certificate: OpaquePointer? = unsafe empty
    let parsed: OpaquePointer? = unsafe der.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return nil }
      var position: UnsafePointer<UInt8>? = unsafe start
      let parsed = unsafe d2i_X509(&certificate, &position, bytes.count)
      return unsafe position == start + bytes.count ? parsed : nil
    }
    guard let parsed = unsafe parsed else {
      unsafe X509_free(certificate)
      return nil
    }
    unsafe pointer = parsed
  }

  deinit { unsafe X509_free(pointer) }
}
