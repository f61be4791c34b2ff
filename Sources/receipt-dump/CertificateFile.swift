// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ReceiptInput

/// A certificate in a file, as it is or in PEM armour (RFC 7468).
enum CertificateFile {
  /// No certificate comes near this size.
  private static let maximumSize = 1 << 16

  /// The certificate's DER.
  static func read(_ name: String) throws(Options.UsageError) -> [UInt8] {
    let content: [UInt8]
    do throws(InputFile.Failure) {
      content = try InputFile.read(name, limit: maximumSize)
    } catch {
      switch error {
      case .cannotOpen(let words), .cannotRead(let words):
        throw Options.UsageError(message: "--root \(name): \(words)")
      }
    }
    guard let armoured = armouredText(content) else { return content }
    do throws(Base64.Failure) {
      return try Base64(decoding: armoured.span, maximumSize: maximumSize).bytes
    } catch {
      throw Options.UsageError(message: "--root \(name): its PEM text is malformed")
    }
  }

  /// The base64 between the two lines of armour; `nil` when there are none.
  private static func armouredText(_ content: [UInt8]) -> [UInt8]? {
    let text = String(decoding: content, as: UTF8.self)
    guard let begin = text.firstRange(of: "-----BEGIN CERTIFICATE-----"),
      let end = text[begin.upperBound...].firstRange(of: "-----END CERTIFICATE-----")
    else { return nil }
    return Array(text[begin.upperBound..<end.lowerBound].utf8)
  }
}
