// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A JSON number as it was spelled (RFC 8259, section 6), so that no digit is lost.
public struct JSONNumber: Hashable, Sendable {
  private let spelling: JSONString

  /// The number of an integer.
  public init(_ integer: Int64) {
    spelling = JSONString(String(integer))
  }

  init(spelling: JSONString) {
    self.spelling = spelling
  }

  /// The spelling, ASCII, without a copy.
  public var utf8: ArraySlice<UInt8> { spelling.utf8 }

  /// The spelling, such as `-1.5E3`.
  public var text: String { spelling.string }

  /// The value if it is spelled without fraction and exponent and fits.
  public var int64: Int64? { Int64(text) }

  /// The value if it is spelled without sign, fraction and exponent and fits.
  public var uint64: UInt64? { UInt64(text) }
}
