// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

package import ASN1Decoding

/// The one element in the value of an attribute, in the shape that nearly all have, recognised by a few comparisons.
///
/// Whatever looks otherwise, sound or not, is for `ASN1Reader` alone, as it is with `PlainAttribute`.
package enum PlainElement {
  /// The contents of the element with that tag and a length of one octet that fills a range of the input; `nil` when its
  /// shape is another.
  @inline(__always)
  package static func contents(_ tag: ASN1Tag, _ bytes: Span<UInt8>, in range: Range<Int>) -> Range<Int>? {
    guard 2..<0x82 ~= range.count else { return nil }
    let element = bytes.extracting(range)
    guard element[0] == tag.rawValue, Int(element[1]) == element.count - 2 else { return nil }
    return range.lowerBound + 2..<range.upperBound
  }

  /// The contents of such an INTEGER, when its first octet says that it is above zero.
  @inline(__always)
  package static func positiveInteger(_ bytes: Span<UInt8>, in range: Range<Int>) -> Range<Int>? {
    guard 3..<0x82 ~= range.count else { return nil }
    let element = bytes.extracting(range)
    guard element[0] == ASN1Tag.integer.rawValue, Int(element[1]) == element.count - 2, 1...0x7F ~= element[2]
    else { return nil }
    return range.lowerBound + 2..<range.upperBound
  }
}
