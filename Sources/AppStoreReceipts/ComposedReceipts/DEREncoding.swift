// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Writes receipt attributes in DER (X.690 8.1, 8.3 and 10.1).
enum DEREncoding {
  /// An element of this tag and contents.
  static func element(_ tag: ASN1Tag, _ contents: some Collection<UInt8>) -> [UInt8] {
    var length: [UInt8] = [UInt8(truncatingIfNeeded: contents.count)]
    if contents.count >= 0x80 {
      let octets = bigEndian(contents.count)
      length = [0x80 | UInt8(octets.count)] + octets
    }
    return [tag.rawValue] + length + contents
  }

  /// An attribute (see `RawAttribute`) of version 1.
  static func attribute(type: Int, value: [UInt8]) -> [UInt8] {
    element(
      .sequence,
      element(.integer, integer(bigEndian(type))) + element(.integer, [1]) + element(.octetString, value))
  }

  /// The value of an attribute from what its source has.
  ///
  /// What a kind cannot hold is written as text, or as NULL if it is not even that, for the decoder to find fault with.
  static func value(of text: ArraySlice<UInt8>?, _ kind: AttributeKind) -> [UInt8] {
    guard let text else { return element(.null, []) }
    switch kind {
    case .text, .bundleIdentifier: return element(.utf8String, text)
    case .date, .optionalDate:
      return element(.ia5String, StoreDate.timestamp(text).map { Array($0.description.utf8)[...] } ?? text)
    case .flag:
      let flag: UInt8? =
        if text.elementsEqual("true".utf8) || text.elementsEqual("1".utf8) {
          1
        } else if text.elementsEqual("false".utf8) || text.elementsEqual("0".utf8) {
          0
        } else {
          nil
        }
      return flag.map { element(.integer, [$0]) } ?? element(.utf8String, text)
    case .ownershipType:
      if text.elementsEqual("PURCHASED".utf8) { return element(.integer, [0]) }
      if text.elementsEqual("FAMILY_SHARED".utf8) { return element(.integer, [1]) }
      return element(.utf8String, text)
    default:
      return number(text).map { element(.integer, integer($0)) } ?? element(.utf8String, text)
    }
  }

  // MARK: - Integers

  /// The contents of an INTEGER that is not negative.
  private static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    (magnitude.first ?? 0x80) >= 0x80 ? [0] + magnitude : magnitude
  }

  /// The octets of a number, the highest first, without zeros in front.
  private static func bigEndian(_ number: Int) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }.drop { $0 == 0 }.map { $0 }
  }

  /// The octets of a number in decimal digits, as many as an integer that is written in decimal may have.
  private static func number(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard 1...ASN1Integer.maximumDecimalCount * 2 ~= digits.count else { return nil }
    var octets: [UInt8] = []
    for digit in digits {
      let value = digit &- UInt8(ascii: "0")
      guard value < 10 else { return nil }
      var carry = Int(value)
      for index in octets.indices.reversed() {
        carry += Int(octets[index]) * 10
        octets[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
      }
      if carry > 0 { octets.insert(UInt8(carry), at: 0) }
    }
    return octets
  }
}
