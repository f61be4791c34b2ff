// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import CBase64

/// Bytes from base64 text (RFC 4648, sections 4 and 5), decoded strictly.
///
/// Blanks and line breaks are dropped wherever they stand, and padding may be missing, because copying does
/// that to a text. Anything else that no encoder writes is refused: a receipt that lost or changed a
/// character must not decode.
package struct Base64: Hashable, Sendable {
  /// The decoded bytes.
  package let bytes: [UInt8]
  /// Whether the text had all the padding that it should.
  package let isPadded: Bool
  /// Whether no blank and no line break stood between the characters.
  package let isUnbroken: Bool

  /// Which characters stand for 62 and 63, and whether a blank counts.
  package enum Alphabet: Hashable, Sendable {
    /// `+` and `/` (RFC 4648, section 4).
    case standard
    /// `-` and `_` (RFC 4648, section 5).
    case url
    /// Blank and `/`, or `+` and `/`: what a standard text becomes when a web form was read wrongly.
    case blankForPlus
  }

  /// Why a text is no base64, with the offset of the first offending byte.
  package enum Failure: Error, Hashable {
    /// The bytes would be more than the maximum.
    case tooLarge
    /// A character outside the alphabet.
    case character(offset: Int)
    /// Padding where a group is complete or has only one character, a third `=`, or a character after
    /// padding.
    case padding(offset: Int)
    /// The last character has bits set that belong to no byte, as in `QR==`.
    case unusedBits(offset: Int)
    /// The last group has one character only, which is not enough for a byte.
    case loneCharacter(offset: Int)
  }

  /// Decodes a text in one pass over it.
  package init(
    decoding text: Span<UInt8>, alphabet: Alphabet = .standard, maximumSize: Int
  ) throws(Failure) {
    let capacity = try Self.capacity(for: text, alphabet, maximumSize: maximumSize)
    var isPadded = true
    var isUnbroken = true
    bytes = try [UInt8](capacity: capacity) { output throws(Failure) in
      isPadded = try Self.decode(text, alphabet, into: &output, &isUnbroken)
    }
    self.isPadded = isPadded
    self.isUnbroken = isUnbroken
  }

  /// Room for the bytes of a text; exact but for line breaks and padding.
  private static func capacity(
    for text: Span<UInt8>, _ alphabet: Alphabet, maximumSize: Int
  ) throws(Failure) -> Int {
    let unbroken = size(ofCharacters: text.count)
    if unbroken <= maximumSize { return unbroken }
    // Now it matters how many of the characters count. That takes a pass of its own, but only for texts near
    // the limit.
    let sextets = sextets(of: alphabet)
    let table = sextets.span
    var characters = 0
    for index in text.indices where table[Int(text[index])] < 64 { characters += 1 }
    let size = size(ofCharacters: characters)
    guard size <= maximumSize else { throw .tooLarge }
    return size
  }

  private static func size(ofCharacters count: Int) -> Int {
    count / 4 * 3 + count % 4 * 3 / 4
  }

  // MARK: - Decoding

  /// Decodes the text, and says whether its padding was complete.
  private static func decode(
    _ text: Span<UInt8>, _ alphabet: Alphabet, into output: inout OutputSpan<UInt8>, _ isUnbroken: inout Bool
  ) throws(Failure) -> Bool {
    let sextets = sextets(of: alphabet)
    let table = sextets.span.extracting(0..<256)
    var index = 0
    // Blocks are tried from here on; after a try from which little came, not at once again.
    var nextBlock = alphabet == .standard ? 0 : Int.max
    while true {
      if index >= nextBlock {
        let decoded = decodeBlocks(of: text.extracting(index...), into: &output, &isUnbroken)
        index &+= decoded
        nextBlock = index &+ (decoded < 64 ? 64 : 0)
      }
      while index &+ 4 <= min(text.count, nextBlock) {
        let first = table[Int(text[index])]
        let second = table[Int(text[index &+ 1])]
        let third = table[Int(text[index &+ 2])]
        let fourth = table[Int(text[index &+ 3])]
        guard first | second | third | fourth < 64 else { break }
        output.append(first << 2 | second >> 4)
        output.append(second << 4 | third >> 2)
        output.append(third << 6 | fourth)
        index &+= 4
      }
      // One group with something between its characters, or near the end, or none any more.
      var group = Group()
      while group.count < 4, index < text.count {
        let sextet = table[Int(text[index])]
        if sextet < 64 {
          group.append(sextet, at: index)
        } else if text[index] == padding {
          return try finish(group, at: index, in: text, table, into: &output)
        } else if sextet == blank {
          isUnbroken = false
        } else {
          throw .character(offset: index)
        }
        index &+= 1
      }
      guard group.count == 4 else { return try finish(group, at: index, in: text, table, into: &output) }
      group.write(to: &output)
    }
  }

  /// Decodes blocks of the standard alphabet, as nearly all are, and says how many characters that took.
  ///
  /// Many at a time, and line breaks with them. The rest is for the caller: a group with anything else in it, and
  /// the last characters.
  private static func decodeBlocks(
    of text: Span<UInt8>, into output: inout OutputSpan<UInt8>, _ isUnbroken: inout Bool
  ) -> Int {
    var progress = base64_progress()
    unsafe text.withUnsafeBufferPointer { characters in
      unsafe output.withUnsafeMutableBufferPointer { bytes, count in
        let free = unsafe UnsafeMutableBufferPointer(rebasing: bytes[count...])
        guard let first = characters.baseAddress, let room = free.baseAddress else { return }
        // It stays inside both, whatever the text is: `scripts/test-processors` tests that.
        progress = unsafe base64_decode_blocks(first, characters.count, room, free.count)
        count += progress.bytes
      }
    }
    if progress.characters != progress.bytes / 3 * 4 { isUnbroken = false }
    return progress.characters
  }

  /// Reads the padding after the last characters, and writes their bytes; says whether it is complete.
  private static func finish(
    _ group: Group, at start: Int, in text: Span<UInt8>, _ table: Span<UInt8>,
    into output: inout OutputSpan<UInt8>
  ) throws(Failure) -> Bool {
    let expected = group.count < 2 ? 0 : 4 - group.count
    if group.hasUnusedBits { throw .unusedBits(offset: group.lastOffset) }
    var found = 0
    for index in start..<text.count where table[Int(text[index])] != blank {
      if text[index] == padding, found < expected {
        found += 1
      } else {
        let isForeign = text[index] != padding && table[Int(text[index])] == foreign
        throw isForeign ? .character(offset: index) : .padding(offset: index)
      }
    }
    if group.count == 1 { throw .loneCharacter(offset: group.lastOffset) }
    group.write(to: &output)
    return found == expected
  }

  /// Up to four characters that make up to three bytes.
  private struct Group {
    private(set) var count = 0
    private var bits: UInt32 = 0
    /// Where the last character stands.
    private(set) var lastOffset = 0

    mutating func append(_ sextet: UInt8, at offset: Int) {
      bits = bits << 6 | UInt32(sextet)
      count += 1
      lastOffset = offset
    }

    /// Whether two or three characters have bits set beyond their one or two bytes.
    var hasUnusedBits: Bool {
      count == 2 && bits & 0x0F != 0 || count == 3 && bits & 0x03 != 0
    }

    func write(to output: inout OutputSpan<UInt8>) {
      let aligned = bits << (6 * UInt32(4 - count))
      for byte in 0..<(count * 3 / 4) {
        output.append(UInt8(truncatingIfNeeded: aligned >> (16 - 8 * UInt32(byte))))
      }
    }
  }

  private static let padding: UInt8 = 0x3D

  /// Whether a byte is a blank, tab, CR or LF.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

// MARK: - Alphabets

extension Base64 {
  private static let blank: UInt8 = 0x40
  private static let foreign: UInt8 = 0xFF

  // Arrays, because the span of a constant `InlineArray` is one of a copy (Swift 6.3).

  /// The value of each character: below 64 in the alphabet, `blank`, or `foreign`.
  private static func sextets(of alphabet: Alphabet) -> [UInt8] {
    switch alphabet {
    case .standard: standardSextets
    case .url: urlSextets
    case .blankForPlus: blankForPlusSextets
    }
  }

  private static let standardSextets: [UInt8] = (0..<256).map { index in
    switch index {
    case 0x41...0x5A: UInt8(index - 0x41)
    case 0x61...0x7A: UInt8(index - 0x61 + 26)
    case 0x30...0x39: UInt8(index - 0x30 + 52)
    case 0x2B: 62
    case 0x2F: 63
    case 0x20, 0x09, 0x0A, 0x0D: blank
    default: foreign
    }
  }

  private static let urlSextets: [UInt8] = (0..<256).map { index in
    switch index {
    case 0x2B, 0x2F: foreign
    case 0x2D: 62
    case 0x5F: 63
    default: standardSextets[index]
    }
  }

  private static let blankForPlusSextets: [UInt8] = (0..<256).map { index in
    index == 0x20 ? 62 : standardSextets[index]
  }
}
