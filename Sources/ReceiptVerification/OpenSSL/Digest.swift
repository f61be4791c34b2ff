// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import COpenSSL

/// A digest that receipts use.
public enum DigestAlgorithm: String, Hashable, Sendable {
  /// SHA-1, 20 bytes: the device hash always, signatures until 2025-01-24 (TN3138).
  case sha1
  /// SHA-256, 32 bytes.
  case sha256

  /// The digest of some bytes; `nil` when OpenSSL cannot compute it here.
  public func digest(of bytes: some Collection<UInt8>) -> [UInt8]? {
    try? withCleanErrorQueue { () throws(ReceiptError) in
      guard let library = CryptoLibrary.shared else { throw ReceiptError(.internalCrypto) }
      let algorithm = unsafe library.handle(self)
      var digest = [UInt8](repeating: 0, count: Int(unsafe EVP_MD_get_size(algorithm)))
      try requireSuccess(
        unsafe bytes.withContiguousStorageIfAvailable {
          unsafe EVP_Digest($0.baseAddress, $0.count, &digest, nil, algorithm, nil)
        } ?? EVP_Digest(Array(bytes), bytes.count, &digest, nil, algorithm, nil))
      return digest
    }
  }
}
