// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Reads the value of an attribute into a slot of `AttributeValues`.
///
/// - Parameters:
///   - kind: What the value must hold.
///   - bytes: The payload.
///   - range: Where the value's octets stand in it, all of them.
/// - Throws: `payload.value` at the first byte that is not as it must be.
func readValue(_ kind: AttributeKind, _ bytes: Span<UInt8>, in range: Range<Int>) throws(ASN1Error) -> Int64 {
  switch kind {
  case .octets, .uninterpreted, .inAppPurchase:
    return PackedRange(range).slot
  case .sha1Digest:
    guard range.count == 20 else { throw ASN1Error(.value, at: range.lowerBound) }
    return PackedRange(range).slot
  case .integer, .productType, .ownershipType, .platform, .releaseTag:
    let contents = try integerContents(bytes, in: range)
    guard contents.count <= 8, bytes[contents.lowerBound] < 0x80 else { return PackedRange(contents).slot }
    return PackedInteger.slot(unsigned(bytes, in: contents))
  case .count:
    return try number(bytes, in: integerContents(bytes, in: range), upTo: 1 << 53)
  case .flag:
    return try number(bytes, in: integerContents(bytes, in: range), upTo: 1)
  case .date:
    return try date(bytes, in: textContents(.ia5String, bytes, in: range))
  case .optionalDate:
    let contents = try textContents(.ia5String, bytes, in: range)
    return contents.isEmpty ? noDate : try date(bytes, in: contents)
  case .text:
    return try text(bytes, in: range) { _ in true }
  case .bundleIdentifier:
    return try text(bytes, in: range, where: isBundleIdentifier)
  case .asciiText:
    let contents = try textContents(.ia5String, bytes, in: range)
    guard isASCII(bytes.extracting(contents)) else {
      throw ASN1Error(.value, at: contents.first { bytes[$0] >= 0x80 } ?? contents.lowerBound)
    }
    return PackedRange(contents).slot
  }
}

/// The slot of a date whose text is empty. No timestamp has this value.
let noDate = Int64.min

extension ASN1Error.Code {
  /// A value that is not what its attribute holds.
  static var value: Self { Self("payload.value") }
}

// MARK: - The element in a value

/// The contents of the text with that tag that fills a range.
@inline(__always)
private func textContents(
  _ tag: ASN1Tag, _ bytes: Span<UInt8>, in range: Range<Int>
) throws(ASN1Error) -> Range<Int> {
  if let contents = PlainElement.contents(tag, bytes, in: range) { return contents }
  return try onlyElement(bytes, in: range) { reader throws(ASN1Error) in try reader.read(tag) }
}

/// The contents of the INTEGER that fills a range.
@inline(__always)
private func integerContents(_ bytes: Span<UInt8>, in range: Range<Int>) throws(ASN1Error) -> Range<Int> {
  if let contents = PlainElement.positiveInteger(bytes, in: range) { return contents }
  return try onlyElement(bytes, in: range) { reader throws(ASN1Error) in try reader.readIntegerContents() }
}

private func onlyElement(
  _ bytes: Span<UInt8>, in range: Range<Int>, _ read: (inout ASN1Reader) throws(ASN1Error) -> Range<Int>
) throws(ASN1Error) -> Range<Int> {
  do {
    var reader = ASN1Reader(bytes, in: range, depth: 0)
    let contents = try read(&reader)
    try reader.finish()
    return contents
  } catch {
    throw ASN1Error(.value, at: min(error.offset, bytes.count))
  }
}

// MARK: - What it means

@inline(__always)
private func number(
  _ bytes: Span<UInt8>, in contents: Range<Int>, upTo limit: Int64
) throws(ASN1Error) -> Int64 {
  // No limit takes more octets.
  guard contents.count <= 7, bytes[contents.lowerBound] < 0x80 else {
    throw ASN1Error(.value, at: contents.lowerBound)
  }
  let number = unsigned(bytes, in: contents)
  guard number <= limit else { throw ASN1Error(.value, at: contents.lowerBound) }
  return number
}

/// The number that at most eight octets are, of which the first bit is zero.
@inline(__always)
func unsigned(_ bytes: Span<UInt8>, in contents: Range<Int>) -> Int64 {
  var number: Int64 = 0
  for index in contents { number = number << 8 | Int64(bytes[index]) }
  return number
}

@inline(__always)
private func date(_ bytes: Span<UInt8>, in contents: Range<Int>) throws(ASN1Error) -> Int64 {
  guard let timestamp = Timestamp(bytes, in: contents) else {
    throw ASN1Error(.value, at: contents.lowerBound)
  }
  return timestamp.millisecondsSince1970
}

@inline(__always)
private func text(
  _ bytes: Span<UInt8>, in range: Range<Int>, where isAllowed: (Span<UInt8>) -> Bool
) throws(ASN1Error) -> Int64 {
  let contents = try textContents(.utf8String, bytes, in: range)
  let text = bytes.extracting(contents)
  guard isASCII(text) || (try? UTF8Span(validating: text)) != nil, isAllowed(text) else {
    throw ASN1Error(.value, at: contents.lowerBound)
  }
  return PackedRange(contents).slot
}

/// Looks at all bytes rather than stopping at the first that is none: texts are short, and this way takes many at a time.
@inline(__always)
func isASCII(_ text: Span<UInt8>) -> Bool {
  var union: UInt8 = 0
  for index in text.indices { union |= text[index] }
  return union < 0x80
}

private func isBundleIdentifier(_ text: Span<UInt8>) -> Bool {
  let space = UInt8(ascii: " ")
  guard !text.isEmpty, text[0] != space, text[text.count - 1] != space else { return false }
  for index in text.indices {
    let byte = text[index]
    // C0 and DEL; C1 controls are C2 80 … C2 9F, and in UTF-8 something follows C2.
    if byte < 0x20 || byte == 0x7F { return false }
    if byte == 0xC2, text[index + 1] < 0xA0 { return false }
  }
  return true
}
