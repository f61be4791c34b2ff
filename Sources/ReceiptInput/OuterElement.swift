// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The end of the first BER element of some bytes, found without decoding what is inside (X.690, section
/// 8.1).
package enum OuterElement {
  /// The identifier octet of a SEQUENCE, with which every receipt begins.
  static let sequenceTag: UInt8 = 0x30
  /// The identifier octet of a SET, with which the content of a receipt begins.
  static let setTag: UInt8 = 0x31

  /// The offset after the element that starts at the first byte, or `nil` if it is truncated or malformed.
  ///
  /// Its own length says where it ends. One of indefinite length, as Xcode makes them, ends at its
  /// end-of-contents, for which the elements inside are stepped over; each byte is looked at once at most,
  /// and depth takes no memory.
  package static func end(in bytes: Span<UInt8>) -> Int? {
    var position = 0
    /// Elements of indefinite length that are open.
    var depth = 0
    repeat {
      guard let header = Header(at: position, in: bytes) else { return nil }
      position += header.size
      if header.isEndOfContents {
        guard depth > 0 else { return nil }
        depth -= 1
      } else if let length = header.length {
        guard length <= bytes.count - position else { return nil }
        position += length
      } else {
        depth += 1
      }
    } while depth > 0
    return position
  }

  /// The identifier and length octets of an element.
  struct Header {
    /// Octets of the header itself.
    let size: Int
    /// Octets of the contents; `nil` if indefinite.
    let length: Int?
    let isEndOfContents: Bool

    init?(at start: Int, in bytes: Span<UInt8>) {
      var position = start
      func next() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
      }
      guard let tag = next() else { return nil }
      if tag & 0x1F == 0x1F {
        // A tag number of several octets: all but the last have bit 8 (8.1.2.4).
        while true {
          guard let octet = next() else { return nil }
          if octet < 0x80 { break }
        }
      }
      guard let first = next() else { return nil }
      isEndOfContents = tag == 0
      switch first {
      case 0..<0x80:
        length = Int(first)
      case 0x80:
        // Only constructed elements may have it (8.1.3.2).
        guard tag & 0x20 != 0 else { return nil }
        length = nil
      case 0x81...0x84:
        var sum = 0
        for _ in 0..<(first & 0x7F) {
          guard let octet = next() else { return nil }
          sum = sum << 8 | Int(octet)
        }
        length = sum
      default:
        // No receipt has 4 GiB.
        return nil
      }
      if isEndOfContents, first != 0 { return nil }
      size = position - start
    }
  }
}
