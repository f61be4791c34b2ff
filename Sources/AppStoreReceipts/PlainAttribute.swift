// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An attribute in one of the two shapes that nearly all have, recognised by a few comparisons.
///
/// ```
/// 30 length       02 01 type | 02 02 type type  02 01 version  04 length value
/// 30 82 length₂   02 01 type                    02 01 version  04 82 length₂ value
/// ```
/// The first is that of a value, the second that of most purchases. `RawAttribute` reads either by its five headers, to the
/// same result in three times the time. Whatever looks otherwise, sound or not, is for `RawAttribute` alone, which says what
/// is wrong; so this is never a second opinion.
package struct PlainAttribute {
  /// The type, from 0 to 2¹⁵ − 1.
  package let type: Int64
  /// The octets of the value.
  package let value: Range<Int>

  /// Past the last byte of the element.
  var end: Int { value.upperBound }

  private init(type: Int64, value: Range<Int>) {
    self.type = type
    self.value = value
  }

  /// The attribute whose element begins at `start` and ends at or before `end`, which lies in the input; `nil` when its
  /// shape is another.
  @inline(__always)
  package static func read(_ bytes: Span<UInt8>, at start: Int, before end: Int) -> PlainAttribute? {
    // The shortest has a type of one octet and no value.
    guard end &- start >= 10 else { return nil }
    let head = bytes.extracting(start..<start &+ 10)
    guard head[0] == 0x30 else { return nil }
    guard head[1] < 0x80 else { return readLong(bytes, at: start, before: end) }
    let type: Int64
    let versionStart: Int
    if head[2] == 0x02, head[3] == 0x02 {
      // In as few octets as it needs, and not negative.
      guard head[4] < 0x80, head[4] != 0 || head[5] >= 0x80 else { return nil }
      type = Int64(head[4]) << 8 | Int64(head[5])
      versionStart = 6
    } else {
      guard head[2] == 0x02, head[3] == 0x01, head[4] < 0x80 else { return nil }
      type = Int64(head[4])
      versionStart = 5
    }
    let valueStart = start &+ versionStart &+ 5
    let elementEnd = start &+ 2 &+ Int(head[1])
    guard valueStart <= elementEnd, elementEnd <= end, head[versionStart] == 0x02,
      head[versionStart &+ 1] == 0x01, head[versionStart &+ 3] == 0x04,
      Int(bytes[valueStart &- 1]) == elementEnd &- valueStart
    else { return nil }
    return PlainAttribute(type: type, value: valueStart..<elementEnd)
  }

  private static func readLong(_ bytes: Span<UInt8>, at start: Int, before end: Int) -> PlainAttribute? {
    // The shortest has a value that is too long for one octet.
    guard end &- start >= 14 &+ 0x100 else { return nil }
    let head = bytes.extracting(start..<start &+ 14)
    let valueStart = start &+ 14
    let length = Int(head[2]) << 8 | Int(head[3])
    let valueLength = Int(head[12]) << 8 | Int(head[13])
    guard head[1] == 0x82, head[4] == 0x02, head[5] == 0x01, head[6] < 0x80,
      head[7] == 0x02, head[8] == 0x01, head[10] == 0x04, head[11] == 0x82,
      valueLength >= 0x100, length == valueLength &+ 10, valueStart &+ valueLength <= end
    else { return nil }
    return PlainAttribute(type: Int64(head[6]), value: valueStart..<valueStart &+ valueLength)
  }
}
