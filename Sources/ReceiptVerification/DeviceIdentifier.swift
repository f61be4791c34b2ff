// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The GUID of a device, of which receipts hold a hash: 16 bytes of identifierForVendor, or the 6 bytes of a MAC address on
/// a Mac.
///
/// Apps for iPad that run on a Mac use the MAC address too, so both lengths are tried on every receipt.
public struct DeviceIdentifier: Hashable, Sendable {
  /// The bytes, 6 or 16 of them.
  public let bytes: [UInt8]

  /// A GUID by its bytes; `nil` unless there are 6 or 16.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 6 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// A GUID from text: a UUID, a MAC address with colons or hyphens, plain hexadecimal digits, or base64.
  ///
  /// `nil` for text in none of these forms.
  public init?(_ text: String) {
    let characters = Array(text.utf8)
    self.init(bytes: Self.hexadecimal(characters) ?? Self.base64(characters) ?? [])
  }

  /// Hexadecimal digits, alone or with the separators of a UUID or a MAC address.
  private static func hexadecimal(_ text: [UInt8]) -> [UInt8]? {
    let separators: Set<UInt8> = [UInt8(ascii: "-"), UInt8(ascii: ":")]
    let groups = text.split(omittingEmptySubsequences: false) { separators.contains($0) }
    let lengths = groups.map(\.count)
    let isWellFormed =
      switch text.count {
      case 12, 32: groups.count == 1
      case 17: lengths == Array(repeating: 2, count: 6) && Set(text.filter(separators.contains)).count == 1
      case 36: lengths == [8, 4, 4, 4, 12] && !text.contains(UInt8(ascii: ":"))
      default: false
      }
    guard isWellFormed else { return nil }
    let digits = groups.joined().map { Character(Unicode.Scalar($0)).hexDigitValue }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }

  /// Base64 of 6 or 16 bytes, with or without padding.
  private static func base64(_ text: [UInt8]) -> [UInt8]? {
    guard [8, 22, 24].contains(text.count) else { return nil }
    let padding = UInt8(ascii: "=")
    let characters =
      text.last == padding ? text.dropLast(text.suffix(2) == [padding, padding] ? 2 : 1) : text[...]
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var bitCount = 0
    for character in characters {
      guard let value = base64Value(character) else { return nil }
      bits = bits << 6 | value
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(bitCount)))
        bits &= (1 << UInt32(bitCount)) - 1
      }
    }
    return bits == 0 ? bytes : nil
  }

  private static func base64Value(_ character: UInt8) -> UInt32? {
    switch Unicode.Scalar(character) {
    case "A"..."Z": UInt32(character - 65)
    case "a"..."z": UInt32(character - 97) + 26
    case "0"..."9": UInt32(character - 48) + 52
    case "+": 62
    case "/": 63
    default: nil
    }
  }
}

extension DeviceIdentifier: CustomStringConvertible {
  /// A MAC address with colons, or a UUID.
  public var description: String {
    let digits = bytes.map { byte in
      let text = String(byte, radix: 16, uppercase: bytes.count == 16)
      return byte < 16 ? "0" + text : text
    }
    guard bytes.count == 16 else { return digits.joined(separator: ":") }
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
  }
}
