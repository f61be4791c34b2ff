// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An OBJECT IDENTIFIER: the name of an algorithm, a type of content or an extension (X.690 8.19).
///
/// Kept as its encoded contents, at most 32 octets of them, without an allocation.
public struct ObjectIdentifier: Hashable, Sendable {
  private var words: Words
  private let count: UInt8

  /// Room for 32 octets.
  private struct Words: Hashable, Sendable {
    var first: UInt64 = 0
    var second: UInt64 = 0
    var third: UInt64 = 0
    var fourth: UInt64 = 0

    subscript(index: Int) -> UInt64 {
      get { index < 2 ? (index == 0 ? first : second) : (index == 2 ? third : fourth) }
      set {
        switch index {
        case 0: first = newValue
        case 1: second = newValue
        case 2: third = newValue
        default: fourth = newValue
        }
      }
    }
  }

  /// The most octets that contents may take.
  public static var maximumCount: Int { 32 }

  /// An identifier from its contents octets.
  ///
  /// - Parameters:
  ///   - bytes: The input.
  ///   - contents: Where the contents lie in it.
  /// - Throws: `encoding.object-identifier` when they are empty, end inside a subidentifier, or pad one with leading
  ///   zeros; `limit.object-identifier` past 32 octets.
  public init(_ bytes: Span<UInt8>, contents: Range<Int>) throws(ASN1Error) {
    guard contents.count <= Self.maximumCount else {
      throw ASN1Error(.objectIdentifierSize, at: contents.lowerBound)
    }
    let octets = bytes.extracting(contents)
    var startsSubidentifier = true
    var word: UInt64 = 0
    words = Words()
    for place in octets.indices {
      let octet = octets[place]
      guard !startsSubidentifier || octet != 0x80 else {
        throw ASN1Error(.objectIdentifier, at: contents.lowerBound + place)
      }
      startsSubidentifier = octet < 0x80
      word |= UInt64(octet) &<< UInt64(8 * (place & 7))
      if place & 7 == 7 || place == octets.count - 1 {
        words[place / 8] = word
        word = 0
      }
    }
    guard startsSubidentifier, !contents.isEmpty else {
      throw ASN1Error(.objectIdentifier, at: contents.upperBound)
    }
    count = UInt8(contents.count)
  }

  /// The identifier with these numbers, of which there are at least two.
  ///
  /// For constants: numbers that do not fit 32 octets trap.
  package init(_ root: UInt64, _ second: UInt64, _ others: UInt64...) {
    var octets: [UInt8] = []
    for number in [root * 40 + second] + others {
      var groups = [UInt8(number & 0x7F)]
      var rest = number >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      octets += groups.reversed()
    }
    precondition(octets.count <= Self.maximumCount)
    words = Words()
    for (place, octet) in octets.enumerated() {
      words[place / 8] |= UInt64(octet) << UInt64(8 * (place % 8))
    }
    count = UInt8(octets.count)
  }

  /// The contents octets.
  public var contents: [UInt8] {
    (0..<Int(count)).map { octet(at: $0) }
  }

  /// Whether this identifier lies under `arc`: has its numbers and more.
  public func isBelow(_ arc: ObjectIdentifier) -> Bool {
    count > arc.count && (0..<Int(arc.count)).allSatisfy { octet(at: $0) == arc.octet(at: $0) }
  }

  private func octet(at place: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: words[place / 8] >> UInt64(8 * (place % 8)))
  }
}

// MARK: - Conformances

extension ObjectIdentifier: CustomStringConvertible {
  /// The numbers, dotted, each exact however large: `1.2.840.113549.1.7.2`.
  public var description: String {
    var numbers: [String] = []
    var groups: [UInt8] = []
    for octet in contents {
      groups.append(octet & 0x7F)
      guard octet < 0x80 else { continue }
      if numbers.isEmpty {
        numbers = Self.firstTwoNumbers(groups)
      } else {
        numbers.append(decimalText(digits: groups, base: 128))
      }
      groups.removeAll(keepingCapacity: true)
    }
    return numbers.joined(separator: ".")
  }

  /// The first subidentifier is 40 × the first number + the second, and the first is at most 2 (X.690 8.19.4).
  private static func firstTwoNumbers(_ groups: [UInt8]) -> [String] {
    if groups.count == 1 {
      let first = min(groups[0] / 40, 2)
      return ["\(first)", "\(groups[0] - 40 * first)"]
    }
    var second = groups
    var borrow = 80
    for index in second.indices.reversed() {
      let difference = Int(second[index]) - borrow
      second[index] = UInt8(difference < 0 ? difference + 128 : difference)
      borrow = difference < 0 ? 1 : 0
    }
    return ["2", decimalText(digits: second, base: 128)]
  }
}
