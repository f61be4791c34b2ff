// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension JSONOutput {
  /// Appends text inside quotes: runs that may stand as they are in bulk, the rest as escapes.
  mutating func appendEscaped(_ text: Span<UInt8>) {
    var runStart = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if JSONText.isPlain(byte) {
        index += 1
        continue
      }
      guard byte >= 0x80 else {
        append(text, runStart..<index)
        appendEscape(UInt32(byte))
        index += 1
        runStart = index
        continue
      }
      let sequence = UTF8Sequence(at: index, in: text)
      if let scalar = sequence.scalar, !JSONText.isUnsafeToShow(scalar) {
        index += sequence.length
        continue
      }
      append(text, runStart..<index)
      if let scalar = sequence.scalar {
        appendEscape(scalar)
      } else {
        bytes.append(contentsOf: [0xEF, 0xBF, 0xBD])
      }
      index += sequence.length
      runStart = index
    }
    append(text, runStart..<text.count)
  }

  /// Appends a part of the span, which must lie inside it, by one copy.
  mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
    // An array takes no span in 6.3; the pointer does not leave the closure.
    unsafe text.extracting(range).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
  }

  /// Appends the escape of a scalar of the Basic Multilingual Plane, as all that are escaped are.
  private mutating func appendEscape(_ scalar: UInt32) {
    bytes.append(0x5C)
    switch scalar {
    case 0x22, 0x5C: bytes.append(UInt8(truncatingIfNeeded: scalar))
    case 0x08: bytes.append(0x62)
    case 0x09: bytes.append(0x74)
    case 0x0A: bytes.append(0x6E)
    case 0x0C: bytes.append(0x66)
    case 0x0D: bytes.append(0x72)
    default:
      bytes.append(0x75)
      for shift: UInt32 in [12, 8, 4, 0] {
        bytes.append(Self.hexDigit(UInt8(truncatingIfNeeded: scalar >> shift) & 15))
      }
    }
  }
}

/// Which characters stand in a JSON string as they are.
enum JSONText {
  /// Printable ASCII but for the quote and the backslash.
  static func isPlain(_ byte: UInt8) -> Bool {
    difference(byte) == 0
  }

  /// Whether all bytes are plain. All are looked at, which vector instructions do faster than to find the first.
  @inline(__always)
  static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    var differences: UInt8 = 0
    for index in bytes.indices { differences |= difference(bytes[index]) }
    return differences == 0
  }

  /// Zero for a plain byte; without a branch, for the sake of vector instructions.
  @inline(__always)
  private static func difference(_ byte: UInt8) -> UInt8 {
    (byte &- 0x20 < 0x5F ? 0 : 1) | (byte == 0x22 ? 1 : 0) | (byte == 0x5C ? 1 : 0)
  }

  /// Whether a scalar above ASCII can act on a terminal or an editor: C1 controls, line and paragraph
  /// separators, the bidirectional controls (Unicode Standard Annex #9, section 2), and the byte order mark.
  ///
  /// RFC 8259 does not ask for these escapes; a report is read by people, too.
  static func isUnsafeToShow(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}
