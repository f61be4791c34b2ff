// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import COpenSSL

/// Base64 and PEM (RFC 4648 4, RFC 7468), as a forge writes them.
package enum Base64Text {
  /// The characters that stand for some bytes, on one line, padded.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    // Four characters for three bytes, and a NUL.
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    unsafe EVP_EncodeBlock(&text, bytes, Int32(truncatingIfNeeded: bytes.count))
    return text.dropLast()
  }

  /// The same in lines of 64 characters between `BEGIN` and `END`.
  package static func pem(_ bytes: [UInt8], label: String) -> [UInt8] {
    let text = encode(bytes)
    var lines = Array("-----BEGIN \(label)-----\n".utf8)
    for start in stride(from: 0, to: text.count, by: 64) {
      lines += text[start..<min(start + 64, text.count)] + [0x0A]
    }
    return lines + Array("-----END \(label)-----\n".utf8)
  }
}
