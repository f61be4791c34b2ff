// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Where one attribute stands in the payload.
///
/// ```
/// ReceiptAttribute ::= SEQUENCE {
///   type     INTEGER,
///   version  INTEGER,
///   value    OCTET STRING }
/// ```
/// (Apple, *Validating receipts on the device*.)
struct RawAttribute {
  /// The first byte of the element.
  let start: Int
  /// The contents of the type.
  let typeContents: Range<Int>
  /// The type; `nil` outside 0 … 2³¹ − 1.
  let type: Int64?
  /// The contents of the version.
  let versionContents: Range<Int>
  /// The octets of the value; past the end of the payload when it is cut off.
  let value: Range<Int>

  /// Reads the fields of the element that was entered at `start`; whether it holds more is left to `finish`.
  @inline(__always)
  init(from reader: inout ASN1Reader, start: Int) throws(ASN1Error) {
    self.start = start
    typeContents = try reader.readIntegerContents()
    type = Self.type(reader.bytes, typeContents)
    versionContents = try reader.readIntegerContents()
    value = try reader.readAnnounced(.octetString)
  }

  /// Never a truncated number: 2³² + 2 is not 2.
  @inline(__always)
  static func type(_ bytes: Span<UInt8>, _ contents: Range<Int>) -> Int64? {
    guard contents.count <= 4, bytes[contents.lowerBound] < 0x80 else { return nil }
    var type: Int64 = 0
    for index in contents {
      type = type << 8 | Int64(bytes[index])
    }
    return type
  }

  /// Calls `body` with every sound attribute of the SET that fills `range`, up to where the payload is cut off.
  ///
  /// Says nothing of faults: `PayloadDecoder` has met them all before.
  static func forEach(_ bytes: Span<UInt8>, in range: Range<Int>, _ body: (RawAttribute) -> Void) {
    var reader = ASN1Reader(bytes, in: range, depth: 2)
    do {
      var set = try reader.enter(.set)
      while !set.isAtEnd {
        let start = set.position
        guard set.isNext(.sequence) else {
          _ = try set.readElement()
          continue
        }
        var element = try set.enter(.sequence)
        if let attribute = try? RawAttribute(from: &element, start: start), (try? element.finish()) != nil {
          body(attribute)
        }
        try set.moveBehind(element)
      }
    } catch {
      return
    }
  }
}
