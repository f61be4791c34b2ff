// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One element of an encoding, taken apart to be changed: whatever it is made to be can be encoded.
package struct Element: Equatable {
  /// The identifier octet.
  package var tag: UInt8
  /// How its length is written.
  package var length = Length.minimal
  /// What is in it.
  package var body: Body

  /// How a length is written.
  package enum Length: Equatable {
    /// In as few octets as can be.
    case minimal
    /// In the long form with so many octets, more than needed.
    case padded(Int)
    /// In the indefinite form.
    case indefinite
    /// Untrue by so much.
    case off(Int)
  }

  /// The contents of an element: octets, or elements. An OCTET STRING of which the octets are elements has elements.
  package enum Body: Equatable {
    case octets([UInt8])
    case elements([Element])
  }

  /// An element of octets.
  package init(_ tag: UInt8, octets: [UInt8]) {
    self.tag = tag
    body = .octets(octets)
  }

  /// An element of elements.
  package init(_ tag: UInt8, _ elements: [Element], length: Length = .minimal) {
    self.tag = tag
    self.length = length
    body = .elements(elements)
  }

  /// The elements in it; none when there are only octets.
  package var elements: [Element] {
    get { if case .elements(let elements) = body { elements } else { [] } }
    set { body = .elements(newValue) }
  }

  /// The octets in it, encoded from its elements where it has those.
  package var octets: [UInt8] {
    switch body {
    case .octets(let octets): octets
    case .elements(let elements): Self.encoded(elements)
    }
  }

  // MARK: - Encoding

  /// The element as it is to be.
  package var encoded: [UInt8] { Self.encoded([self]) }

  /// Elements one behind the other.
  package static func encoded(_ elements: [Element]) -> [UInt8] {
    var bytes: [UInt8] = []
    for element in elements.reversed() { element.write(before: &bytes) }
    bytes.reverse()
    return bytes
  }

  /// Writes the element back to front, so that its length is known where it is written.
  private func write(before bytes: inout [UInt8]) {
    if length == .indefinite { bytes += [0, 0] }
    let start = bytes.count
    switch body {
    case .octets(let octets): bytes.append(contentsOf: octets.reversed())
    case .elements(let elements): for element in elements.reversed() { element.write(before: &bytes) }
    }
    let count = bytes.count - start
    switch length {
    case .minimal: Self.writeLength(count, before: &bytes)
    case .padded(let octets): Self.writeLength(count, atLeast: octets, before: &bytes)
    case .indefinite: bytes.append(0x80)
    case .off(let difference): Self.writeLength(max(0, count + difference), before: &bytes)
    }
    bytes.append(tag)
  }

  private static func writeLength(_ count: Int, atLeast minimum: Int = 0, before bytes: inout [UInt8]) {
    if count < 0x80, minimum == 0 { return bytes.append(UInt8(count)) }
    let start = bytes.count
    var rest = count
    while rest > 0 || bytes.count - start < minimum {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    bytes.append(0x80 | UInt8(truncatingIfNeeded: bytes.count - start))
  }

  // MARK: - Decoding

  /// The elements that fill bytes to their end; `nil` when something is left over, or nothing is there.
  ///
  /// This reader has nothing in common with the one that it helps to test. It takes what is encoded well enough to be encoded
  /// again: lengths of any form, but no tags of several octets.
  package static func all(in bytes: some Collection<UInt8>) -> [Element]? {
    var reader = ElementReader(bytes: Array(bytes))
    guard let elements = reader.elements(upTo: reader.bytes.count, isIndefinite: false, depth: 0),
      !elements.isEmpty
    else { return nil }
    return elements
  }
}

/// Takes bytes apart.
private struct ElementReader {
  let bytes: [UInt8]
  var position = 0

  mutating func elements(upTo end: Int, isIndefinite: Bool, depth: Int) -> [Element]? {
    guard depth < 40 else { return nil }
    var elements: [Element] = []
    while position < end {
      if isIndefinite, bytes[position] == 0 {
        guard position + 1 < end, bytes[position + 1] == 0 else { return nil }
        position += 2
        return elements
      }
      guard let element = element(upTo: end, depth: depth) else { return nil }
      elements.append(element)
    }
    return isIndefinite ? nil : elements
  }

  private mutating func element(upTo end: Int, depth: Int) -> Element? {
    guard end - position >= 2 else { return nil }
    let tag = bytes[position]
    let first = bytes[position + 1]
    guard tag & 0x1F != 0x1F, tag != 0 else { return nil }
    position += 2
    if first == 0x80 {
      guard let inside = elements(upTo: end, isIndefinite: true, depth: depth + 1) else { return nil }
      return Element(tag, inside, length: .indefinite)
    }
    var count = Int(first)
    var form = Element.Length.minimal
    if first > 0x80 {
      let octets = Int(first & 0x7F)
      guard octets <= 4, end - position >= octets else { return nil }
      count = bytes[position..<position + octets].reduce(0) { $0 << 8 | Int($1) }
      position += octets
      if count < 0x80 || count >> (8 * (octets - 1)) == 0 { form = .padded(octets) }
    }
    guard count <= end - position else { return nil }
    let start = position
    let contentsEnd = position + count
    if tag & 0x20 != 0 || tag == 0x04 && count > 2 {
      if let inside = elements(upTo: contentsEnd, isIndefinite: false, depth: depth + 1) {
        position = contentsEnd
        return Element(tag, inside, length: form)
      }
      guard tag & 0x20 == 0 else { return nil }
    }
    position = contentsEnd
    var element = Element(tag, octets: Array(bytes[start..<contentsEnd]))
    element.length = form
    return element
  }
}
