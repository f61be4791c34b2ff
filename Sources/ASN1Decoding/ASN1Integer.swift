// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An INTEGER of any length (X.690 8.3).
public struct ASN1Integer: Hashable, Sendable {
  /// Two's complement, most significant octet first, at least one octet.
  public let contents: ArraySlice<UInt8>

  /// An integer from its contents octets, of which there is at least one.
  public init(contents: ArraySlice<UInt8>) {
    self.contents = contents
  }

  /// The most contents octets that are written in decimal.
  public static var maximumDecimalCount: Int { 32 }

  /// The value; `nil` when it does not fit.
  public var int64: Int64? {
    guard contents.count <= 8 else { return nil }
    var value: Int64 = isNegative ? -1 : 0
    for octet in contents {
      value = value << 8 | Int64(octet)
    }
    return value
  }

  /// Whether the value lies below zero.
  public var isNegative: Bool { (contents.first ?? 0) >= 0x80 }
}

// MARK: - Conformances

extension ASN1Integer: CustomStringConvertible {
  /// Exact: decimal up to 32 contents octets, `0x` and the contents octets in hexadecimal beyond.
  public var description: String {
    if let value = int64 { return String(value) }
    guard contents.count <= Self.maximumDecimalCount else {
      return "0x" + hexadecimalText(contents)
    }
    guard isNegative else { return decimalText(digits: Array(contents), base: 256) }
    // The magnitude of a negative number: its complement plus one.
    var magnitude = contents.map { ~$0 }
    for index in magnitude.indices.reversed() {
      magnitude[index] &+= 1
      if magnitude[index] != 0 { break }
    }
    return "-" + decimalText(digits: magnitude, base: 256)
  }
}
