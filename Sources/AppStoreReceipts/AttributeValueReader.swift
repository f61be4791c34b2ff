// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Reads the value of an attribute into a slot of `AttributeValues`.
///
/// - Parameters:
///   - kind: What the value must hold.
///   - bytes: The payload.
///   - range: Where the value's octets stand in it.
/// - Throws: `payload.value` at the first byte that is not as it must be.
func readValue(_ kind: AttributeKind, _ bytes: Span<UInt8>, in range: Range<Int>) throws(ASN1Error) -> Int64 {
  switch kind {
  case .octets, .uninterpreted, .inAppPurchase:
    return PackedRange(range).slot
  case .sha1Digest:
    guard range.count == 20 else { throw ASN1Error(.value, at: range.lowerBound) }
    return PackedRange(range).slot
  default:
    break
  }

  let contents = try contents(kind, bytes, in: range)

  switch kind {
  case .date, .optionalDate:
    if contents.isEmpty, kind == .optionalDate { return noDate }
    guard let timestamp = Timestamp(bytes, in: contents) else {
      throw ASN1Error(.value, at: contents.lowerBound)
    }
    return timestamp.millisecondsSince1970
  case .text, .bundleIdentifier:
    guard isValidUTF8(bytes, in: contents), kind == .text || isBundleIdentifier(bytes, in: contents) else {
      throw ASN1Error(.value, at: contents.lowerBound)
    }
  case .asciiText:
    guard isASCII(bytes.extracting(contents)) else {
      throw ASN1Error(.value, at: contents.first { bytes[$0] >= 0x80 } ?? contents.lowerBound)
    }
  case .count, .flag:
    let limit: Int64 = kind == .flag ? 1 : 1 << 53
    guard contents.count <= 8 else { throw ASN1Error(.value, at: contents.lowerBound) }
    var number: Int64 = bytes[contents.lowerBound] >= 0x80 ? -1 : 0
    for index in contents { number = number << 8 | Int64(bytes[index]) }
    guard 0...limit ~= number else { throw ASN1Error(.value, at: contents.lowerBound) }
    return number
  default:
    break
  }
  return PackedRange(contents).slot
}

/// The contents of the one element that fills a range.
@inline(__always)
private func contents(
  _ kind: AttributeKind, _ bytes: Span<UInt8>, in range: Range<Int>
) throws(ASN1Error) -> Range<Int> {
  // An element of its usual size is known by its first two octets, and for an integer its third.
  if 2..<0x82 ~= range.count, range.upperBound <= bytes.count {
    let element = bytes.extracting(range)
    let isPlain =
      kind.isInteger
      ? element.count > 2 && element[0] == 0x02 && 1...0x7F ~= element[2]
      : element[0] == kind.textTag.rawValue
    if isPlain, Int(element[1]) == element.count - 2 { return range.lowerBound + 2..<range.upperBound }
  }
  do {
    var reader = ASN1Reader(bytes, in: range, depth: 0)
    let contents = try kind.isInteger ? reader.readIntegerContents() : reader.read(kind.textTag)
    try reader.finish()
    return contents
  } catch {
    throw ASN1Error(.value, at: min(error.offset, bytes.count))
  }
}

/// The slot of a date whose text is empty. No timestamp has this value.
let noDate = Int64.min

extension AttributeKind {
  fileprivate var isInteger: Bool {
    switch self {
    case .integer, .count, .flag, .productType, .ownershipType, .platform, .releaseTag: true
    default: false
    }
  }

  fileprivate var textTag: ASN1Tag {
    switch self {
    case .text, .bundleIdentifier: .utf8String
    default: .ia5String
    }
  }
}

extension ASN1Error.Code {
  /// A value that is not what its attribute holds.
  static var value: Self { Self("payload.value") }
}

@inline(__always)
private func isValidUTF8(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
  let text = bytes.extracting(range)
  return isASCII(text) || (try? UTF8Span(validating: text)) != nil
}

/// Looks at all bytes rather than stopping at the first that is none: texts are short, and this way takes many at a time.
@inline(__always)
private func isASCII(_ text: Span<UInt8>) -> Bool {
  var union: UInt8 = 0
  for index in text.indices { union |= text[index] }
  return union < 0x80
}

private func isBundleIdentifier(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
  guard let first = range.first, let last = range.last else { return false }
  let space = UInt8(ascii: " ")
  guard bytes[first] != space, bytes[last] != space else { return false }
  for index in range {
    let byte = bytes[index]
    // C0 and DEL; C1 controls are C2 80 … C2 9F.
    if byte < 0x20 || byte == 0x7F { return false }
    if byte == 0xC2, bytes[index + 1] < 0xA0 { return false }
  }
  return true
}
