// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An INTEGER of any length (X.690 8.3).
public struct ASN1Integer: Hashable, Sendable {
  /// The value; 0 when there are `octets`.
  private let number: Int64
  /// What does not fit a number, or has octets too many.
  private let octets: Octets?

  /// Contents octets, in a class so that each integer is small, as nearly all need none.
  private final class Octets: Hashable, Sendable {
    let contents: ArraySlice<UInt8>

    init(_ contents: ArraySlice<UInt8>) { self.contents = contents }

    static func == (left: Octets, right: Octets) -> Bool { left.contents == right.contents }

    func hash(into hasher: inout Hasher) { hasher.combine(contents) }
  }

  /// An integer by its value.
  public init(_ value: Int64) {
    (number, octets) = (value, nil)
  }

  /// An integer from its contents octets, of which there is at least one.
  public init(contents: ArraySlice<UInt8>) {
    if let value = Self.value(of: contents), Self.octetCount(of: value) == contents.count {
      (number, octets) = (value, nil)
    } else {
      (number, octets) = (0, Octets(contents))
    }
  }

  /// Two's complement, most significant octet first, at least one octet. Its indices mean nothing.
  public var contents: ArraySlice<UInt8> {
    if let octets { return octets.contents }
    let count = Self.octetCount(of: number)
    return (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }[...]
  }

  /// The most contents octets that are written in decimal.
  public static var maximumDecimalCount: Int { 32 }

  /// The value; `nil` when it does not fit.
  public var int64: Int64? {
    if let octets { Self.value(of: octets.contents) } else { number }
  }

  /// Whether the value lies below zero.
  public var isNegative: Bool {
    if let octets { Self.isNegative(octets.contents) } else { number < 0 }
  }

  private static func isNegative(_ contents: ArraySlice<UInt8>) -> Bool { (contents.first ?? 0) >= 0x80 }

  private static func value(of contents: ArraySlice<UInt8>) -> Int64? {
    guard contents.count <= 8 else { return nil }
    var value: Int64 = isNegative(contents) ? -1 : 0
    for octet in contents {
      value = value << 8 | Int64(octet)
    }
    return value
  }

  /// How many octets a value takes, its sign included.
  private static func octetCount(of value: Int64) -> Int {
    (64 - (value < 0 ? ~value : value).leadingZeroBitCount) / 8 + 1
  }
}

// MARK: - Conformances

extension ASN1Integer: CustomStringConvertible {
  /// Exact: decimal up to 32 contents octets, `0x` and the contents octets in hexadecimal beyond.
  public var description: String {
    if let value = int64 { return String(value) }
    let contents = contents
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
