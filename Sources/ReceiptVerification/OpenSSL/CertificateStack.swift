// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// Owns a stack of `X509` and the certificates on it.
@safe struct CertificateStack: ~Copyable {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = unsafe receipts_certificates_new() else { return nil }
    unsafe self.pointer = pointer
  }

  /// Parses a certificate and puts it on top.
  ///
  /// - Returns: The certificate, which the stack owns; `nil` when it cannot be parsed to its last byte.
  mutating func push(_ der: ArraySlice<UInt8>, _ library: CryptoLibrary) -> OpaquePointer? {
    guard let certificate = unsafe parseCertificate(der, library) else { return nil }
    guard unsafe receipts_certificates_push(pointer, certificate) > 0 else {
      unsafe X509_free(certificate)
      return nil
    }
    return unsafe certificate
  }

  deinit { unsafe receipts_certificates_free(pointer) }
}

/// Parses a certificate in the library's context.
///
/// - Returns: A certificate that the caller owns; `nil` when it cannot be parsed to its last byte.
func parseCertificate(_ der: ArraySlice<UInt8>, _ library: CryptoLibrary) -> OpaquePointer? {
  // A failing d2i_X509 frees what it was given and leaves nil; X509_free takes nil.
  var certificate = unsafe X509_new_ex(library.context, nil)
  let isWhole = unsafe der.withUnsafeBufferPointer { bytes in
    guard unsafe certificate != nil, let start = bytes.baseAddress else { return false }
    var position: UnsafePointer<UInt8>? = unsafe start
    return unsafe d2i_X509(&certificate, &position, bytes.count) != nil && position == start + bytes.count
  }
  guard isWhole else {
    unsafe X509_free(certificate)
    return nil
  }
  return unsafe certificate
}
