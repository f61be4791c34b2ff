// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import PKCS7Decoding

/// The signature of a transaction receipt, with the certificate of who made it.
///
/// ```
/// version (1 byte) ‖ signature ‖ length of the certificate (4 bytes, the highest first) ‖ certificate (X.509 in DER)
/// ```
/// The signature is RSASSA-PKCS1-v1_5 with SHA-1 over the version byte and the purchase-info behind it (undocumented,
/// observed).
public struct TransactionSignature: Sendable {
  /// The version: 2 with a key of 1 024 bits, 3 with one of 2 048.
  public let version: UInt8

  /// The signature: 128 bytes in version 2, 256 in version 3.
  public let signature: ArraySlice<UInt8>

  /// The certificate of the signer. That of its issuer is not embedded.
  public let certificate: EmbeddedCertificate

  /// Reads a signature; `nil` when it is of no known version, is not whole, has something behind it, or holds no
  /// certificate: someone cut it, made it unreadable on purpose, or made it up.
  init?(_ bytes: [UInt8]) {
    guard let version = bytes.first, let size = [2: 128, 3: 256][version] else { return nil }
    let length = bytes.dropFirst(1 + size).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let rest = bytes.dropFirst(1 + size + 4)
    // Bytes that end before the certificate leave nothing of it, and nothing is no certificate.
    guard rest.count == length, let certificate = try? EmbeddedCertificate(decoding: Array(rest)) else {
      return nil
    }
    self.version = version
    signature = bytes.dropFirst().prefix(size)
    self.certificate = certificate
  }
}
