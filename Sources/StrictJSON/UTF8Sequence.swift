// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One UTF-8 sequence of a text, or what stands in its place (Unicode 16, section 3.9, table 3-7).
struct UTF8Sequence {
  /// The scalar, or `nil` if the sequence is ill-formed.
  let scalar: UInt32?
  /// The bytes of the sequence; of an ill-formed one the maximal subpart, at least one byte.
  let length: Int

  /// Reads the sequence that starts at `index`, an index of the span.
  init(at index: Int, in text: Span<UInt8>) {
    let lead = text[index]
    let trailing: Int
    // Only the second byte has a range that depends on the first: no overlong forms, no surrogates, nothing
    // beyond U+10FFFF.
    var allowed: ClosedRange<UInt8> = 0x80...0xBF
    var scalar: UInt32
    switch lead {
    case 0x00...0x7F:
      trailing = 0
      scalar = UInt32(lead)
    case 0xC2...0xDF:
      trailing = 1
      scalar = UInt32(lead & 0x1F)
    case 0xE0...0xEF:
      trailing = 2
      scalar = UInt32(lead & 0x0F)
      if lead == 0xE0 { allowed = 0xA0...0xBF }
      if lead == 0xED { allowed = 0x80...0x9F }
    case 0xF0...0xF4:
      trailing = 3
      scalar = UInt32(lead & 0x07)
      if lead == 0xF0 { allowed = 0x90...0xBF }
      if lead == 0xF4 { allowed = 0x80...0x8F }
    default:
      self.scalar = nil
      length = 1
      return
    }
    var length = 1
    while length <= trailing {
      guard index + length < text.count, allowed.contains(text[index + length]) else {
        self.scalar = nil
        self.length = length
        return
      }
      scalar = scalar << 6 | UInt32(text[index + length] & 0x3F)
      allowed = 0x80...0xBF
      length += 1
    }
    self.scalar = scalar
    self.length = length
  }
}
