// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import Testing

@Suite("Elements that are recognised at a glance") struct PlainElementTests {
  /// The contents of the one element in a range as the careful reader finds them, if its length takes one octet.
  private static func careful(
    _ bytes: [UInt8], in range: Range<Int>,
    _ read: (inout ASN1Reader) throws(ASN1Error) -> Range<Int>
  ) -> Range<Int>? {
    var reader = ASN1Reader(bytes.span, in: range, depth: 0)
    do throws(ASN1Error) {
      let contents = try read(&reader)
      try reader.finish()
      return contents.lowerBound == range.lowerBound + 2 ? contents : nil
    } catch {
      return nil
    }
  }

  /// Elements of every size from none to beyond the longest whose length takes one octet, some of them broken.
  private static let elements: [[UInt8]] = {
    var elements: [[UInt8]] = []
    let filling = [UInt8](repeating: 0x80, count: 0x84)
    for count in 0...0x84 {
      for tag in hex("02 04 0C 16") {
        for length in [count - 3, count - 2, count - 1, 0x80, 0x81] where 0...0xFF ~= length {
          for first in hex("00 01 7F 80 FF") {
            let octets = [tag, UInt8(length), first] + filling
            elements.append(Array(octets.prefix(count)))
          }
        }
      }
    }
    return elements
  }()

  @Test("an element is recognised when its length takes one octet, and left to the careful reader otherwise")
  func contents() {
    for element in Self.elements {
      for (before, behind) in [([], []), ([0x16], []), ([0x16], [0x16, 0])] as [([UInt8], [UInt8])] {
        let bytes = before + element + behind
        let range = before.count..<before.count + element.count
        let text = PlainElement.contents(.ia5String, bytes.span, in: range)
        let expected = Self.careful(bytes, in: range) { reader throws(ASN1Error) in
          try reader.read(.ia5String)
        }
        #expect(text == expected, "\(hexadecimalText(element))")
      }
    }
    #expect(PlainElement.contents(.utf8String, hex("0C 00").span, in: 0..<2) == 2..<2)
  }

  @Test("an INTEGER is recognised when its first octet says that it is above zero")
  func integers() {
    for element in Self.elements {
      let range = element.indices
      let expected = Self.careful(element, in: range) { reader throws(ASN1Error) in
        try reader.readIntegerContents()
      }
      let isPositive = expected.map { 1...0x7F ~= element[$0.lowerBound] } ?? false
      let found = PlainElement.positiveInteger(element.span, in: range)
      #expect(found == (isPositive ? expected : nil), "\(hexadecimalText(element))")
    }
    #expect(PlainElement.positiveInteger(hex("02 01 01").span, in: 0..<3) == 2..<3)
    #expect(PlainElement.positiveInteger(hex("02 01 7F").span, in: 0..<3) == 2..<3)
  }
}
