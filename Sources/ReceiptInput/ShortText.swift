// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// What a text is that is too short for a receipt and is sent in place of one: identifiers, paths and
  /// words.
  ///
  /// Most of these are base64 as well, of bytes that are no receipt.
  var shortText: InputError.Code? {
    let bytes = content[text]
    // Tokens of Google Play are longer, with this mark behind a few characters.
    if first(".AO-J1O", in: text.lowerBound..<text.lowerBound + 48) != nil || has("GPA.") {
      return .purchaseToken
    }
    guard bytes.count <= 1024, !bytes.contains(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    if isLocation { return .location }
    if Self.placeholders.contains(where: { bytes.elementsEqual($0.utf8) }) { return .placeholder }
    if bytes.count <= 32, bytes.allSatisfy(Self.isDigit) { return .transactionID }
    if isUUID { return .uuid }
    // Invoices of Apple have M and nine letters and digits, in capitals.
    let isOrder = has("M") && bytes.count == 10 && bytes.allSatisfy { Self.isDigit($0) || Self.isCapital($0) }
    return isOrder ? .orderID : nil
  }

  /// As long as a UUID, the longest of what is told by its looks alone.
  static let longestShortText = 36

  private static let placeholders = [
    "null", "(null)", "<null>", "nil", "Optional(nil)", "undefined", "None", "NULL", "[object Object]",
    "true", "false", "NaN",
  ]

  /// A slash begins base64 as well, of a JPEG picture for one: so paths are told by their first folder.
  private static let locations = [
    "~/", "./", "../", "file:", "http:", "https:", "C:\\", "/var/", "/private/", "/Users/", "/Applications/",
    "/Library/", "/Volumes/", "/System/", "/home/", "/tmp/", "/data/", "/opt/", "/mnt/",
  ]

  private var isLocation: Bool {
    Self.locations.contains { has($0, ignoringCase: true) }
  }

  /// Eight, four, four, four and twelve hexadecimal digits with hyphens between (RFC 9562, section 4).
  private var isUUID: Bool {
    guard text.count == 36 else { return false }
    return content[text].enumerated().allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == UInt8(ascii: "-")
      default: HexadecimalDigit.value(byte) != nil
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
  private static func isCapital(_ byte: UInt8) -> Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte }
}
