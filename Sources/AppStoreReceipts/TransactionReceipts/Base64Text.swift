// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What a text in base64 (RFC 4648, section 4) stands for: whole groups of four, padded, with no bit left over.
///
/// Blanks and line breaks are passed over. Taking in receipts that were damaged in other ways is for the input layer; what
/// stands here was encoded by Apple, or is not genuine.
struct Base64Text {
  /// The decoded bytes.
  private(set) var bytes: [UInt8] = []
  /// Where in the text the group begins that each three bytes came from.
  private var groupStarts: [Int] = []

  /// Decodes a text; `nil` when it is not base64.
  init?(_ text: ArraySlice<UInt8>) {
    var sextets: [UInt8] = []
    var padding = 0
    for (index, byte) in zip(text.indices, text) {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
      if sextets.isEmpty { groupStarts.append(index - text.startIndex) }
      if byte == UInt8(ascii: "=") {
        guard sextets.count >= 2 else { return nil }
        padding += 1
        sextets.append(0)
      } else {
        // Nothing may follow padding.
        guard padding == 0, let sextet = Self.sextet(byte) else { return nil }
        sextets.append(sextet)
      }
      guard sextets.count == 4 else { continue }
      let group = sextets.reduce(0 as UInt32) { $0 << 6 | UInt32($1) }
      // The bits that belong to no byte.
      guard group & (1 << UInt32(8 * padding) - 1) == 0 else { return nil }
      for place in 0..<(3 - padding) {
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place)))
      }
      sextets.removeAll(keepingCapacity: true)
    }
    guard sextets.isEmpty else { return nil }
  }

  /// Where in the text the group stands that a byte came from; the last one for what lies behind.
  func textOffset(of byte: Int) -> Int {
    groupStarts.isEmpty ? 0 : groupStarts[min(byte / 3, groupStarts.count - 1)]
  }

  private static func sextet(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
