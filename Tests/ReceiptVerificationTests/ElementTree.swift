// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A message in DER taken apart into its elements, so that it can be put together otherwise with lengths that fit.
///
/// What an OCTET STRING or a BIT STRING holds counts as elements too where it can be read as such: the payload, values of
/// attributes, extensions, keys.
struct ElementTree: Sendable {
  /// One element, its header included.
  struct Element: Sendable {
    let whole: Range<Int>
    let contents: Range<Int>
    /// The elements inside it, by their numbers.
    var descendants: Range<Int>
  }

  /// Other bytes in the place of an element; none take it away.
  struct Edit: Sendable {
    let element: Int
    let bytes: [UInt8]
  }

  let bytes: [UInt8]
  /// The elements in the order of their first bytes; the message itself is the first.
  private(set) var elements: [Element] = []

  /// A message; `nil` when it is not in DER.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard read(0..<bytes.count), elements.first?.whole == bytes.indices else { return nil }
  }

  // MARK: - Taking apart

  /// Reads elements that fill a range; `false` when they do not.
  private mutating func read(_ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      guard let contents = contents(at: position, in: range) else { return false }
      let number = elements.count
      elements.append(
        Element(whole: position..<contents.upperBound, contents: contents, descendants: number..<number))
      let tag = bytes[position]
      if tag & 0x20 != 0 {
        guard read(contents) else { return false }
      } else if tag == 0x04 || tag == 0x03, contents.count > 2 {
        // A BIT STRING begins with the number of bits that are not used.
        let inner = tag == 0x03 ? contents.dropFirst() : contents
        if !read(inner) { elements.removeSubrange((number + 1)...) }
      }
      elements[number].descendants = number + 1..<elements.count
      position = contents.upperBound
    }
    return true
  }

  /// Where the contents of the element at a position lie.
  private func contents(at position: Int, in range: Range<Int>) -> Range<Int>? {
    guard position + 1 < range.upperBound, bytes[position] & 0x1F != 0x1F, bytes[position] != 0 else {
      return nil
    }
    var start = position + 2
    var length = Int(bytes[position + 1])
    if length >= 0x80 {
      let count = length & 0x7F
      guard (1...4).contains(count), start + count < range.upperBound else { return nil }
      length = bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
      start += count
    }
    guard start + length <= range.upperBound else { return nil }
    return start..<start + length
  }

  // MARK: - Putting together

  /// The bytes of an element.
  func bytes(of element: Int) -> [UInt8] { Array(bytes[elements[element].whole]) }

  /// The message with other bytes in the places of elements, of which none stands in another.
  func replacing(_ edits: [Edit]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 64)
    append(0, edits, to: &output)
    return output
  }

  private func append(_ number: Int, _ edits: [Edit], to output: inout [UInt8]) {
    let element = elements[number]
    if let edit = edits.first(where: { $0.element == number }) {
      output += edit.bytes
      return
    }
    guard edits.contains(where: { element.descendants.contains($0.element) }) else {
      output += bytes[element.whole]
      return
    }
    var contents: [UInt8] = []
    var position = element.contents.lowerBound
    var child = element.descendants.lowerBound
    while child < element.descendants.upperBound {
      contents += bytes[position..<elements[child].whole.lowerBound]
      append(child, edits, to: &contents)
      position = elements[child].whole.upperBound
      child = elements[child].descendants.upperBound
    }
    output.append(bytes[element.whole.lowerBound])
    Self.appendLength(contents.count, to: &output)
    output += contents
  }

  private static func appendLength(_ length: Int, to output: inout [UInt8]) {
    if length >= 0x80 {
      let octets = (0..<4).reversed().map { UInt8(truncatingIfNeeded: length >> (8 * $0)) }.drop { $0 == 0 }
      output.append(0x80 | UInt8(octets.count))
      output += octets
    } else {
      output.append(UInt8(length))
    }
  }
}
