// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// How the length octets of an element are written (X.690 8.1.3).
///
/// DER knows only ``minimal``. The rest exists to write BER, and elements that no reader should accept.
public enum LengthForm: Sendable, Hashable {
  /// The definite form in the fewest octets (X.690 10.1).
  case minimal
  /// The long definite form in exactly so many octets after the first, 1 to 126, padded with leading zeros.
  /// A length that needs more octets is cut to its low ones.
  case long(octets: Int)
  /// The indefinite form: `80` before, end-of-contents `00 00` after (X.690 8.1.3.6).
  case indefinite
  /// These very octets in place of the length, whatever the content is, and nothing after the content.
  case literal([UInt8])

  /// The length octets that stand before a content of `count` octets.
  func octets(for count: Int) -> [UInt8] {
    switch self {
    case .minimal:
      if count < 0x80 { return [UInt8(truncatingIfNeeded: count)] }
      return Self.long(octets: (count.bitWidth - count.leadingZeroBitCount + 7) / 8).octets(for: count)
    case .long(let octets):
      let size = min(max(octets, 1), 126)
      let digits = (0..<size).reversed().map { index in
        index < MemoryLayout<Int>.size ? UInt8(truncatingIfNeeded: count >> (8 * index)) : 0
      }
      return [0x80 | UInt8(truncatingIfNeeded: size)] + digits
    case .indefinite: return [0x80]
    case .literal(let octets): return octets
    }
  }

  /// The octets that close the content: end-of-contents for the indefinite form, nothing else.
  var closing: [UInt8] { self == .indefinite ? [0, 0] : [] }
}
