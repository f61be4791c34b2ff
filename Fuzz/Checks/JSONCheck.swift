// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import StrictJSON

/// What is read, written and read again is the same, in both layouts, and what is written is safe to show.
func checkJSON(_ text: [UInt8]) throws(Violation) {
  let value: JSONValue
  do throws(JSONError) {
    value = try JSONReader().read(text)
  } catch {
    try require(0...text.count ~= error.offset, "\(error.code.rawValue) at \(error.offset) of \(text.count)")
    return
  }
  let compact = written(value, .compact)
  let pretty = written(value, .pretty)
  for document in [compact, pretty] {
    try requireShowable(document, allowsLineFeeds: true)
    try require(try parsed(document) == value, "reading what was written gives another value")
  }
  try require(
    compact.dropLast().allSatisfy { $0 != 0x0A } && compact.last == 0x0A, "the compact form is not one line")
  try require(written(try parsed(pretty), .compact) == compact, "the layout changes the text")
  if text.count > 1, text.last.map({ $0 == 0x7D || $0 == 0x5D }) == true {
    try require((try? JSONReader().read(Array(text.dropLast()))) == nil, "a prefix is accepted, too")
  }
  try require((try? JSONReader().read(text + [0x5D])) == nil, "with a bracket more it is accepted, too")
}

private func written(_ value: JSONValue, _ style: JSONWriter.Style) -> [UInt8] {
  var writer = JSONWriter(style: style)
  writer.value(value)
  return writer.bytes
}

/// The value of a document that must be JSON.
func parsed(_ document: [UInt8]) throws(Violation) -> JSONValue {
  // A report of hostile input may exceed what is asked of input.
  let reader = JSONReader(limits: JSONLimits(size: .max, depth: 512, values: .max))
  do throws(JSONError) {
    return try reader.read(document)
  } catch {
    throw Violation(message: "what was written is no JSON: \(error.code.rawValue) at \(error.offset)")
  }
}

/// Demands UTF-8 without a character that acts on a terminal: C0, DEL, C1, line separators, the controls of direction.
package func requireShowable(_ document: some RandomAccessCollection<UInt8>, allowsLineFeeds: Bool)
  throws(Violation)
{
  let document = ArraySlice(document)
  var start = document.startIndex
  while start < document.endIndex {
    let byte = document[start]
    guard byte >= 0x80 else {
      let isControl = byte < 0x20 || byte == 0x7F
      try require(
        !isControl || byte == 0x0A && allowsLineFeeds, "byte \(byte) stands as it is in what was written")
      start += 1
      continue
    }
    // One character by itself, which is quicker than the whole document as a string.
    let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    let octets = document[start..<min(start + length, document.endIndex)]
    guard let text = String(validating: octets, as: UTF8.self), let scalar = text.unicodeScalars.first,
      text.unicodeScalars.count == 1
    else { throw Violation(message: "what was written is no UTF-8") }
    switch scalar.value {
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
      throw Violation(message: "U+\(String(scalar.value, radix: 16)) stands as it is in what was written")
    default: start += length
    }
  }
}
