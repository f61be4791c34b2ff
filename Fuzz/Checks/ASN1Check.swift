// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// The reader stays inside its input, gets ahead, and agrees with itself.
///
/// The first byte chooses rules and depth, so that the fuzzer does.
func checkASN1(_ input: [UInt8]) throws(Violation) {
  guard let choice = input.first else { return }
  let bytes = Array(input.dropFirst())
  let rules: ASN1Reader.Rules = choice & 1 == 0 ? .distinguished : .basic
  let depth = Int(choice >> 1) & 31
  let walked = try walkAll(bytes, rules, depth)
  try require(try walkAll(bytes, rules, depth) == walked, "the same bytes give another answer")
  if let error = walked.error {
    try require(0...bytes.count ~= error.offset, "an error's offset lies outside the input")
  } else if let last = bytes.last {
    // The whole input is elements, so one byte less cuts the last of them.
    let cut = try walkAll(bytes.dropLast(), rules, depth).error
    try require(
      cut?.code == .truncated && cut?.offset == bytes.count - 1, "cut by \(last): \(String(describing: cut))")
  }
  try checkSkipping(bytes, rules, depth)
}

/// What a walk over all elements came to.
private struct Walk: Equatable {
  var elements = 0
  var error: ASN1Error?
}

private func walkAll(_ bytes: [UInt8], _ rules: ASN1Reader.Rules, _ depth: Int) throws(Violation) -> Walk {
  var walk = Walk()
  var violation: Violation?
  var reader = ASN1Reader(bytes.span, rules: rules, depth: depth)
  do throws(ASN1Error) {
    while reader.position < bytes.count {
      try walkElement(&reader, &walk, &violation)
    }
  } catch {
    walk.error = error
  }
  if let violation { throw violation }
  return walk
}

/// Reads one element: a constructed one by its elements, a primitive one by its value.
private func walkElement(
  _ reader: inout ASN1Reader, _ walk: inout Walk, _ violation: inout Violation?
) throws(ASN1Error) {
  walk.elements += 1
  let start = reader.position
  let tag = ASN1Tag(rawValue: start < reader.bytes.count ? reader.bytes[start] : 0)
  if tag.isConstructed {
    var contents = try reader.enter(tag)
    while !contents.isAtEnd {
      try walkElement(&contents, &walk, &violation)
    }
    try reader.leave(contents)
  } else {
    try readPrimitive(&reader, tag, &violation)
  }
  if reader.position <= start || reader.position > reader.bytes.count {
    violation = Violation(message: "after the element at \(start) the reader stands at \(reader.position)")
  }
}

/// Reads a primitive element in every way that its tag offers, and compares.
private func readPrimitive(
  _ reader: inout ASN1Reader, _ tag: ASN1Tag, _ violation: inout Violation?
) throws(ASN1Error) {
  let start = reader.position
  let element = try reader.readElement()
  let isInside = start < element.contents.lowerBound && element.contents.upperBound == reader.position
  if element.start != start || element.tag != tag || !isInside || reader.position > reader.bytes.count {
    violation = Violation(message: "the element at \(start) lies outside the input")
    return
  }
  let header = shortestHeader(tag, element.contents.count)
  let found = reader.bytes.extracting(start..<element.contents.lowerBound)
  if header.count != found.count || found.indices.contains(where: { found[$0] != header[$0] }) {
    violation = Violation(message: "the header at \(start) is accepted, and is not the shortest")
  }
  // The element alone, as its kind: its fault is no fault of the walk.
  var again = ASN1Reader(reader.bytes, in: element.range, depth: 0)
  do throws(ASN1Error) {
    switch tag {
    case .integer:
      let value = try again.readInteger()
      if (value != nil) != (element.contents.count <= 8) {
        violation = Violation(message: "the integer at \(start) is no number")
      }
    case .boolean: _ = try again.readBoolean()
    case .null: try again.readNull()
    case .objectIdentifier:
      if try again.readObjectIdentifier().description.isEmpty {
        violation = Violation(message: "the object identifier at \(start) has no text")
      }
    case .bitString: _ = try again.readOctetAlignedBitString()
    default: _ = try again.read(tag)
    }
    try again.finish()
  } catch {
    if !(element.start...element.range.upperBound ~= error.offset) {
      violation = Violation(message: "the value at \(start) is blamed at \(error.offset)")
    }
  }
}

/// The only header that DER has for a tag and a number of octets (X.690 10.1).
private func shortestHeader(_ tag: ASN1Tag, _ count: Int) -> [UInt8] {
  guard count >= 0x80 else { return [tag.rawValue, UInt8(count)] }
  var octets: [UInt8] = []
  var rest = count
  while rest > 0 {
    octets.insert(UInt8(truncatingIfNeeded: rest), at: 0)
    rest >>= 8
  }
  return [tag.rawValue, 0x80 | UInt8(octets.count)] + octets
}

/// Passing over elements gets ahead and ends, and where reading an element succeeds, both stop at the same place.
private func checkSkipping(_ bytes: [UInt8], _ rules: ASN1Reader.Rules, _ depth: Int) throws(Violation) {
  var skipping = ASN1Reader(bytes.span, rules: rules, depth: depth)
  while skipping.position < bytes.count {
    let start = skipping.position
    do throws(ASN1Error) {
      try skipping.skipElement()
    } catch {
      try require(0...bytes.count ~= error.offset, "passing over blames \(error.offset) of \(bytes.count)")
      return
    }
    try require(
      start + 2...bytes.count ~= skipping.position, "passing over \(start) stops at \(skipping.position)")
    var reading = ASN1Reader(bytes.span, in: start..<bytes.count, depth: depth)
    if let element = try? reading.readElement() {
      try require(
        element.range.upperBound == skipping.position,
        "passing over \(start) does not stop where reading does")
    }
  }
}
