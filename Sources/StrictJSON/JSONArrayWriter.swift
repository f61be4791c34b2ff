// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The elements of one JSON array while it is written; `JSONWriter.array(_:)` and its like hand it out.
///
/// The values are those of `JSONObjectWriter`, without keys. An absent value has no place in an array, so
/// none is optional.
public struct JSONArrayWriter: ~Copyable {
  var output: JSONOutput

  init(output: consuming JSONOutput) {
    self.output = output
  }

  // MARK: - Strings

  /// Writes an element that is a string, escaped as in `JSONObjectWriter.member(_:string:)`.
  public mutating func element(string: String) {
    output.nextItem()
    output.string(string)
  }

  /// Writes an element that is a string, from UTF-8 bytes; ill-formed ones become U+FFFD.
  public mutating func element(string: Span<UInt8>) {
    output.nextItem()
    output.string(string)
  }

  /// Writes an element that is a string, from UTF-8 bytes; ill-formed ones become U+FFFD.
  public mutating func element(string: ArraySlice<UInt8>) {
    output.nextItem()
    output.string(string.span)
  }

  /// Writes an element that is a string of decimal digits.
  public mutating func element(string: Int64) {
    output.nextItem()
    output.quoted(string)
  }

  /// Writes an element that is a string of decimal digits.
  public mutating func element(string: UInt64) {
    output.nextItem()
    output.quoted(string)
  }

  /// Writes an element that is a string of lower-case hexadecimal digits, two a byte.
  public mutating func element(hex: Span<UInt8>) {
    output.nextItem()
    output.hex(hex)
  }

  /// Writes an element that is a string of lower-case hexadecimal digits, two a byte.
  public mutating func element(hex: ArraySlice<UInt8>) {
    output.nextItem()
    output.hex(hex.span)
  }

  // MARK: - Numbers and literals

  /// Writes an element that is an integer.
  public mutating func element(integer: Int) {
    element(integer: Int64(integer))
  }

  /// Writes an element that is an integer; readers may lose digits beyond ±2⁵³.
  public mutating func element(integer: Int64) {
    output.nextItem()
    output.integer(integer)
  }

  /// Writes an element that is an integer; readers may lose digits beyond 2⁵³.
  public mutating func element(integer: UInt64) {
    output.nextItem()
    output.integer(integer)
  }

  /// Writes an element that is `true` or `false`.
  public mutating func element(bool: Bool) {
    output.nextItem()
    output.bool(bool)
  }

  /// Writes an element that is `null`.
  public mutating func null() {
    output.nextItem()
    output.null()
  }

  // MARK: - Containers

  /// Writes an element that is an object.
  public mutating func object(_ members: (inout JSONObjectWriter) -> Void) {
    output.nextItem()
    output.object(members)
  }

  /// Writes an element that is an array.
  public mutating func array(_ elements: (inout JSONArrayWriter) -> Void) {
    output.nextItem()
    output.open("[")
    elements(&self)
    output.close("]")
  }

  // MARK: - Encoded values

  /// Writes an element that is a JSON text encoded before, copied as it is; the caller vouches that it is
  /// exactly one well-formed value.
  public mutating func element(encoded: Span<UInt8>) {
    output.nextItem()
    output.encoded(encoded)
  }
}
