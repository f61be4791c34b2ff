// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import COpenSSL

/// A digest that receipts use.
public enum DigestAlgorithm: String, Hashable, Sendable {
  /// SHA-1, 20 bytes: the device hash always, signatures until 2025-01-24 (TN3138).
  case sha1
  /// SHA-256, 32 bytes.
  case sha256

  /// How many bytes a digest has.
  private var size: Int {
    switch self {
    case .sha1: 20
    case .sha256: 32
    }
  }

  /// The digest of some bytes; `nil` when OpenSSL cannot compute it here.
  public func digest(of bytes: some Collection<UInt8>) -> [UInt8]? {
    digest(of: [bytes])
  }

  /// The digest of several byte strings, one behind the other; `nil` when OpenSSL cannot compute it here.
  func digest(of parts: [some Collection<UInt8>]) -> [UInt8]? {
    withCleanErrorQueue {
      guard let library = CryptoLibrary.shared, let context = DigestContext(),
        unsafe EVP_DigestInit_ex2(context.pointer, library.handle(self), nil) == 1
      else { return nil }
      for part in parts where !part.isEmpty {
        let result =
          unsafe part.withContiguousStorageIfAvailable {
            unsafe EVP_DigestUpdate(context.pointer, $0.baseAddress, $0.count)
          }
          ?? EVP_DigestUpdate(context.pointer, Array(part), part.count)
        guard result == 1 else { return nil }
      }
      var digest = [UInt8](repeating: 0, count: size)
      var count: UInt32 = 0
      guard unsafe EVP_DigestFinal_ex(context.pointer, &digest, &count) == 1, count == size else {
        return nil
      }
      return digest
    }
  }
}

/// Owns an `EVP_MD_CTX`.
@safe struct DigestContext: ~Copyable {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = unsafe EVP_MD_CTX_new() else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe EVP_MD_CTX_free(pointer) }
}
