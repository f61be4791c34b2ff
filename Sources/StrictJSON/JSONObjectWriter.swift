// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The members of one JSON object while it is written; `JSONWriter.object(_:)` hands it out.
///
/// A value that is `nil` writes nothing, not even its key.
public struct JSONObjectWriter: ~Copyable {
  var output: JSONOutput

  init(output: consuming JSONOutput) {
    self.output = output
  }

  // MARK: - Strings

  /// Writes a member whose value is a string.
  ///
  /// The text can neither end the string nor act on whatever shows it: `"`, `\`, C0, DEL, C1, U+061C,
  /// U+200E, U+200F, U+2028–U+202E, U+2066–U+2069 and U+FEFF are written as escapes, all else as it is.
  public mutating func member(_ key: StaticString, string: String?) {
    guard let string else { return }
    output.key(key)
    output.string(string)
  }

  /// Writes a member whose value is a string, from UTF-8 bytes.
  ///
  /// Each maximal subpart of an ill-formed sequence becomes one U+FFFD (Unicode 16, section 3.9, table 3-8).
  public mutating func member(_ key: StaticString, string: Span<UInt8>) {
    output.key(key)
    output.string(string)
  }

  /// Writes a member whose value is a string, from UTF-8 bytes; ill-formed ones become U+FFFD.
  public mutating func member(_ key: StaticString, string: ArraySlice<UInt8>?) {
    guard let string else { return }
    output.key(key)
    output.string(string.span)
  }

  /// Writes a member whose value is a string of decimal digits, for numbers that a reader may keep as a
  /// double.
  public mutating func member(_ key: StaticString, string: Int64?) {
    guard let string else { return }
    output.key(key)
    output.quoted(string)
  }

  /// Writes a member whose value is a string of decimal digits, for numbers that a reader may keep as a
  /// double.
  public mutating func member(_ key: StaticString, string: UInt64?) {
    guard let string else { return }
    output.key(key)
    output.quoted(string)
  }

  /// Writes a member whose value is a string of lower-case hexadecimal digits, two a byte.
  public mutating func member(_ key: StaticString, hex: Span<UInt8>) {
    output.key(key)
    output.hex(hex)
  }

  /// Writes a member whose value is a string of lower-case hexadecimal digits, two a byte.
  public mutating func member(_ key: StaticString, hex: ArraySlice<UInt8>?) {
    guard let hex else { return }
    output.key(key)
    output.hex(hex.span)
  }

  // MARK: - Numbers and literals

  /// Writes a member whose value is an integer.
  public mutating func member(_ key: StaticString, integer: Int?) {
    member(key, integer: integer.map(Int64.init))
  }

  /// Writes a member whose value is an integer; readers may lose digits beyond ±2⁵³.
  public mutating func member(_ key: StaticString, integer: Int64?) {
    guard let integer else { return }
    output.key(key)
    output.integer(integer)
  }

  /// Writes a member whose value is an integer; readers may lose digits beyond 2⁵³.
  public mutating func member(_ key: StaticString, integer: UInt64?) {
    guard let integer else { return }
    output.key(key)
    output.integer(integer)
  }

  /// Writes a member whose value is `true` or `false`.
  public mutating func member(_ key: StaticString, bool: Bool?) {
    guard let bool else { return }
    output.key(key)
    output.bool(bool)
  }

  /// Writes a member whose value is `null`.
  public mutating func null(_ key: StaticString) {
    output.key(key)
    output.null()
  }

  // MARK: - Containers

  /// Writes a member whose value is an object.
  public mutating func object(_ key: StaticString, _ members: (inout JSONObjectWriter) -> Void) {
    output.key(key)
    output.open("{")
    // The same writer serves the inner object: the call has exclusive access to it, so that nothing can reach
    // the outer members meanwhile.
    members(&self)
    output.close("}")
  }

  /// Writes a member whose value is an array.
  public mutating func array(_ key: StaticString, _ elements: (inout JSONArrayWriter) -> Void) {
    output.key(key)
    output.array(elements)
  }

  // MARK: - Encoded values

  /// Writes a member whose value is a JSON text that was encoded before, copied as it is.
  ///
  /// The caller vouches that it is exactly one well-formed value; nothing looks at it.
  public mutating func member(_ key: StaticString, encoded: Span<UInt8>) {
    output.key(key)
    output.encoded(encoded)
  }
}
