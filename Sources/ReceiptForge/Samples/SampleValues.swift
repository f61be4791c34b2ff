// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A date as a receipt spells it, together with the instant that the spelling means.
///
/// A literal is a spelling that means what it says: `"2025-01-30T12:00:00Z"`. The empty literal is an absent
/// date, which receipts write as an empty IA5String.
public struct SampleDate: Sendable, Hashable, ExpressibleByStringLiteral {
  /// What stands in the receipt.
  public var text: String
  /// The instant in RFC 3339, UTC; nil for an absent date.
  public var utc: String?

  /// A spelling and what it means, for spellings with an offset: `SampleDate("…T15:00:00+0300", utc:
  /// "…T12:00:00Z")`.
  public init(_ text: String, utc: String?) {
    self.text = text
    self.utc = utc
  }

  /// A spelling in UTC.
  public init(_ text: String) { self.init(text, utc: text.isEmpty ? nil : text) }

  /// A spelling in UTC.
  public init(stringLiteral text: String) { self.init(text) }
}

/// An INTEGER of any size, together with its decimal digits.
public struct SampleInteger: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The content octets.
  public var content: [UInt8]
  /// The same number in decimal.
  public var decimal: String

  /// A number too large for an `Int64`, its content octets and decimal digits worked out by hand.
  public init(content: [UInt8], decimal: String) {
    self.content = content
    self.decimal = decimal
  }

  /// A number of up to 64 bits.
  public init(_ value: Int64) {
    self.init(content: DERWriter.integerContent(value), decimal: String(value))
  }

  /// A number of up to 64 bits.
  public init(integerLiteral value: Int64) { self.init(value) }
}
