// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Text from a receipt, or to be compared with it: valid UTF-8, identified by its bytes.
///
/// `String` takes different spellings of a character for equal (NFC and NFD, the Kelvin sign and K). To a receipt they are
/// different products, so this type compares, orders and hashes bytes.
public struct ReceiptText: Sendable {
  /// The bytes, which are valid UTF-8.
  public let utf8: ArraySlice<UInt8>

  /// Text with these bytes, which the caller knows to be valid UTF-8.
  init(validated utf8: ArraySlice<UInt8>) {
    self.utf8 = utf8
  }

  /// Text with the bytes of `string`.
  public init(_ string: String) {
    utf8 = Array(string.utf8)[...]
  }

  /// Whether the bytes are those of `string`.
  public func matches(_ string: String) -> Bool {
    utf8.elementsEqual(string.utf8)
  }
}

// MARK: - Conformances

extension ReceiptText: Hashable, Comparable {
  /// Whether both have the same bytes.
  public static func == (left: ReceiptText, right: ReceiptText) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  /// Whether the left bytes come first in lexicographic order.
  public static func < (left: ReceiptText, right: ReceiptText) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(utf8.count)
    for byte in utf8 { hasher.combine(byte) }
  }
}

extension ReceiptText: ExpressibleByStringLiteral {
  /// Text with the bytes of a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension ReceiptText: CustomStringConvertible {
  /// The text as a string, as it is: it may hold control characters.
  public var description: String { String(decoding: utf8, as: UTF8.self) }
}
