// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension DERWriter {
  /// Appends an OBJECT IDENTIFIER.
  ///
  /// - Parameter dotted: its arcs in decimal, for example `1.2.840.113549.1.7.2`. The text stands in a
  ///   recipe's source, so text that names no object identifier is a programmer's error and stops the
  /// program; ``objectIdentifierContent(_:)`` answers nil instead.
  public mutating func objectIdentifier(_ dotted: String) {
    guard let content = Self.objectIdentifierContent(dotted) else {
      preconditionFailure("not an object identifier: \(dotted)")
    }
    element(TagByte.objectIdentifier, content: content)
  }

  /// The content octets of an OBJECT IDENTIFIER (X.690 8.19), or nil when the text is not one: at least two
  /// arcs, each at most 2⁶³ − 1, the first 0 to 2, the second below 40 under 0 and 1.
  public static func objectIdentifierContent(_ dotted: String) -> [UInt8]? {
    let parts = dotted.split(separator: ".", omittingEmptySubsequences: false)
    let arcs = parts.compactMap { part in part.utf8.first.map(isDigit) == true ? UInt64(part) : nil }
    guard arcs.count == parts.count, arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40,
      arcs.allSatisfy({ $0 <= UInt64(Int64.max) })
    else { return nil }
    return ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(base128)
  }

  /// A number in base 128, big-endian, every octet but the last with its high bit set.
  private static func base128(_ value: UInt64) -> [UInt8] {
    var digits = [UInt8(truncatingIfNeeded: value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      digits.append(0x80 | UInt8(truncatingIfNeeded: rest & 0x7F))
      rest >>= 7
    }
    return digits.reversed()
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
