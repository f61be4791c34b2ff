// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A writer of ASN.1 elements: it appends each to an array of bytes, in DER (X.690) unless told otherwise.
///
/// ```swift
/// var writer = DERWriter()
/// writer.sequence {
///   $0.objectIdentifier("1.2.840.113549.1.7.1")
///   $0.null()
/// }
/// writer.bytes  // 30 0d 06 09 …
/// ```
/// It checks nothing that is not needed to write: a UTCTime may hold any text, a sequence any elements. That
/// is what makes it a forge's writer; what a reader must refuse, it can make.
public struct DERWriter: Sendable {
  /// What was written so far.
  public private(set) var bytes: [UInt8] = []

  /// A writer that has written nothing.
  public init() {}

  /// The bytes that `body` writes into a fresh writer.
  public static func encode(_ body: (inout DERWriter) -> Void) -> [UInt8] {
    var writer = DERWriter()
    body(&writer)
    return writer.bytes
  }

  // MARK: - Elements of any tag

  /// Appends these bytes as they are.
  public mutating func raw(_ encoded: some Sequence<UInt8>) { bytes.append(contentsOf: encoded) }

  /// Appends an element of that identifier octet, its content given.
  public mutating func element(_ tag: UInt8, length: LengthForm = .minimal, content: [UInt8]) {
    bytes.append(tag)
    bytes.append(contentsOf: length.octets(for: content.count))
    bytes.append(contentsOf: content)
    bytes.append(contentsOf: length.closing)
  }

  /// Appends an element of that identifier octet, its content written by `body`.
  public mutating func constructed(
    _ tag: UInt8, length: LengthForm = .minimal, _ body: (inout DERWriter) -> Void
  ) {
    element(tag, length: length, content: Self.encode(body))
  }

  // MARK: - Constructed types

  /// Appends a SEQUENCE of what `body` writes.
  public mutating func sequence(length: LengthForm = .minimal, _ body: (inout DERWriter) -> Void) {
    constructed(TagByte.sequence, length: length, body)
  }

  /// Appends a SET of what `body` writes, in that order.
  public mutating func set(length: LengthForm = .minimal, _ body: (inout DERWriter) -> Void) {
    constructed(TagByte.set, length: length, body)
  }

  /// Appends a SET OF these encoded elements; `sorted` puts them into the order that DER asks for.
  public mutating func setOf(_ elements: [[UInt8]], sorted: Bool = true, length: LengthForm = .minimal) {
    let ordered = sorted ? elements.sorted(by: Self.precedes) : elements
    element(TagByte.set, length: length, content: Array(ordered.joined()))
  }

  /// Appends `[number]`, constructed, around what `body` writes (an EXPLICIT tag, or an IMPLICIT one of a
  /// constructed type).
  public mutating func context(
    _ number: UInt8, length: LengthForm = .minimal, _ body: (inout DERWriter) -> Void
  ) {
    constructed(TagByte.context(number), length: length, body)
  }

  /// Whether one encoded element stands before another in a SET OF (X.690 11.6): compared octet by octet, the
  /// shorter as if padded with zeros.
  public static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    for index in 0..<max(first.count, second.count) {
      let left = index < first.count ? first[index] : 0
      let right = index < second.count ? second[index] : 0
      if left != right { return left < right }
    }
    return false
  }

  // MARK: - Primitive types

  /// Appends an INTEGER in its shortest form (X.690 8.3.2).
  public mutating func integer(_ value: Int64) { integer(content: Self.integerContent(value)) }

  /// Appends an INTEGER of these content octets: two's complement, big-endian, unchecked.
  public mutating func integer(content: [UInt8]) { element(TagByte.integer, content: content) }

  /// The content octets of an INTEGER: two's complement, big-endian, as few as possible.
  public static func integerContent(_ value: Int64) -> [UInt8] {
    var octets = (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    while octets.count > 1,
      (octets[0] == 0x00 && octets[1] < 0x80) || (octets[0] == 0xFF && octets[1] >= 0x80)
    {
      octets.removeFirst()
    }
    return octets
  }

  /// Appends a BOOLEAN; true is `FF` (X.690 11.1).
  public mutating func boolean(_ value: Bool) { element(TagByte.boolean, content: [value ? 0xFF : 0x00]) }

  /// Appends a NULL.
  public mutating func null() { element(TagByte.null, content: []) }

  /// Appends a primitive OCTET STRING.
  public mutating func octetString(_ octets: [UInt8]) { element(TagByte.octetString, content: octets) }

  /// Appends a constructed OCTET STRING, `24 80 04 … 00 00`, of these pieces (X.690 8.7.3).
  public mutating func octetString(pieces: [[UInt8]], length: LengthForm = .indefinite) {
    constructed(TagByte.constructedOctetString, length: length) { writer in
      for piece in pieces { writer.octetString(piece) }
    }
  }

  /// Appends a BIT STRING of whole octets but for the last one's unused bits, 0 to 7.
  public mutating func bitString(_ octets: [UInt8], unusedBits: UInt8 = 0) {
    element(TagByte.bitString, content: [unusedBits] + octets)
  }

  // MARK: - Strings and times

  /// Appends a UTF8String.
  public mutating func utf8String(_ text: String) { element(TagByte.utf8String, content: Array(text.utf8)) }

  /// Appends an IA5String of the text's UTF-8 octets; nothing keeps them within ASCII.
  public mutating func ia5String(_ text: String) { element(TagByte.ia5String, content: Array(text.utf8)) }

  /// Appends a PrintableString of the text's UTF-8 octets; nothing keeps them within its alphabet.
  public mutating func printableString(_ text: String) {
    element(TagByte.printableString, content: Array(text.utf8))
  }

  /// Appends a UTCTime of that text, for example `240724000000Z`, unchecked.
  public mutating func utcTime(_ text: String) { element(TagByte.utcTime, content: Array(text.utf8)) }

  /// Appends a GeneralizedTime of that text, for example `20500101000000Z`, unchecked.
  public mutating func generalizedTime(_ text: String) {
    element(TagByte.generalizedTime, content: Array(text.utf8))
  }
}
