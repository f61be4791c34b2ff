// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ASN1Reader {
  /// Reads an INTEGER and gives the range of its contents: two's complement, most significant octet first, in as few
  /// octets as the value needs (X.690 8.3). Of any length.
  ///
  /// - Throws: `encoding.integer` for empty or padded contents, or what is wrong with the element.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func readIntegerContents() throws(ASN1Error) -> Range<Int> {
    let contents = try read(.integer)
    guard !contents.isEmpty else { throw ASN1Error(.integer, at: contents.lowerBound) }
    if contents.count > 1 {
      let first = bytes[contents.lowerBound]
      let second = bytes[contents.lowerBound + 1]
      let isPadded = (first == 0 && second < 0x80) || (first == 0xFF && second >= 0x80)
      guard !isPadded else { throw ASN1Error(.integer, at: contents.lowerBound) }
    }
    return contents
  }

  /// Reads an INTEGER; `nil` when its value does not fit 64 bits.
  ///
  /// - Throws: As `readIntegerContents()`.
  @inlinable
  @_lifetime(self: copy self)
  public mutating func readInteger() throws(ASN1Error) -> Int64? {
    let contents = try readIntegerContents()
    guard contents.count <= 8 else { return nil }
    var value: Int64 = bytes[contents.lowerBound] >= 0x80 ? -1 : 0
    for index in contents {
      value = value << 8 | Int64(bytes[index])
    }
    return value
  }

  /// Reads a BOOLEAN (X.690 8.2, 11.1).
  ///
  /// - Throws: `encoding.boolean`, or what is wrong with the element.
  @_lifetime(self: copy self)
  public mutating func readBoolean() throws(ASN1Error) -> Bool {
    let contents = try read(.boolean)
    guard contents.count == 1 else { throw ASN1Error(.boolean, at: contents.lowerBound) }
    switch bytes[contents.lowerBound] {
    case 0: return false
    case 0xFF: return true
    default: throw ASN1Error(.boolean, at: contents.lowerBound)
    }
  }

  /// Reads a NULL (X.690 8.8).
  ///
  /// - Throws: `encoding.null`, or what is wrong with the element.
  @_lifetime(self: copy self)
  public mutating func readNull() throws(ASN1Error) {
    let contents = try read(.null)
    guard contents.isEmpty else { throw ASN1Error(.null, at: contents.lowerBound) }
  }

  /// Reads an OBJECT IDENTIFIER (X.690 8.19).
  ///
  /// - Throws: `encoding.object-identifier`, `limit.object-identifier`, or what is wrong with the element.
  @_lifetime(self: copy self)
  public mutating func readObjectIdentifier() throws(ASN1Error) -> ObjectIdentifier {
    try ObjectIdentifier(bytes, contents: read(.objectIdentifier))
  }

  /// Reads a BIT STRING of whole octets and gives their range, without the leading count of unused bits (X.690 8.6.2).
  ///
  /// - Throws: `encoding.bit-string` when bits are left over, or what is wrong with the element.
  @_lifetime(self: copy self)
  public mutating func readOctetAlignedBitString() throws(ASN1Error) -> Range<Int> {
    let contents = try read(.bitString)
    guard let first = contents.first, bytes[first] == 0 else {
      throw ASN1Error(.bitString, at: contents.lowerBound)
    }
    return contents.dropFirst()
  }
}

// MARK: - Elements that are passed over

extension ASN1Reader {
  /// Moves past any one element, indefinite lengths included where the rules allow them.
  ///
  /// Definite elements are passed over whole, without looking inside. Takes no stack, however deep the nesting.
  ///
  /// - Throws: `limit.depth`, or what is wrong with a header or an end.
  @_lifetime(self: copy self)
  public mutating func skipElement() throws(ASN1Error) {
    var openElements = 0
    repeat {
      if openElements > 0, next + 1 < end, next + 1 < bytes.count, bytes[next] == 0 {
        guard bytes[next + 1] == 0 else { throw ASN1Error(.endOfContents, at: next + 1) }
        next += 2
        openElements -= 1
        continue
      }
      let start = next
      guard openElements == 0 || start < end else { throw ASN1Error(.endOfContents, at: start) }
      let header = try readHeader(rules: rules)
      if header.isIndefinite {
        openElements += 1
        guard openElements <= depth else { throw ASN1Error(.depth, at: start) }
      } else {
        _ = try take(header)
      }
    } while openElements > 0
  }
}
