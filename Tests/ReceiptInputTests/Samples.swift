// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// The receipts that the forge made.
enum Samples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "TestReceipts")

  static func receipt(_ name: String) -> [UInt8] {
    guard let data = try? Data(contentsOf: folder.appending(path: "\(name).der")) else {
      preconditionFailure("there is no receipt \(name)")
    }
    return [UInt8](data)
  }

  /// Of each signing era; in BER that ends in zeros; with hostile text.
  static let names = ["production-sha256", "sandbox-sha1", "xcode", "xcode-purchases", "mac", "hostile-text"]
}

/// Base64 by Foundation, which shares no code with the decoder.
func base64(_ bytes: [UInt8], _ options: Data.Base64EncodingOptions = []) -> String {
  Data(bytes).base64EncodedString(options: options)
}

/// Two hexadecimal digits for each byte.
func hexadecimal(_ bytes: [UInt8], separator: String = "", prefix: String = "") -> String {
  bytes.map { prefix + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: separator)
}

/// Something after every so many characters.
func broken(_ text: String, every width: Int, by separator: String) -> String {
  var result = ""
  for (index, character) in text.utf8.enumerated() {
    if index > 0, index % width == 0 { result += separator }
    result.unicodeScalars.append(Unicode.Scalar(character))
  }
  return result
}
