// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The buffer under the writers: bytes, layout, and where a comma is due.
struct JSONOutput: ~Copyable {
  var bytes: [UInt8] = []
  private let isPretty: Bool
  private var depth = 0
  /// Whether the innermost open container has no item yet.
  private var isEmpty = true

  init(isPretty: Bool) {
    self.isPretty = isPretty
  }

  // MARK: - Containers

  mutating func open(_ bracket: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    depth += 1
    isEmpty = true
  }

  mutating func close(_ bracket: Unicode.Scalar) {
    depth -= 1
    if !isEmpty { newLine() }
    bytes.append(UInt8(truncatingIfNeeded: bracket.value))
    isEmpty = false
  }

  mutating func object(_ members: (inout JSONObjectWriter) -> Void) {
    open("{")
    var object = JSONObjectWriter(output: self)
    members(&object)
    self = object.output
    close("}")
  }

  mutating func array(_ elements: (inout JSONArrayWriter) -> Void) {
    open("[")
    var array = JSONArrayWriter(output: self)
    elements(&array)
    self = array.output
    close("]")
  }

  mutating func endDocument() {
    bytes.append(0x0A)
    isEmpty = true
  }

  // MARK: - Items

  /// Writes what stands before an item: a comma unless it is the first, and the indentation.
  mutating func nextItem() {
    if !isEmpty { bytes.append(0x2C) }
    isEmpty = false
    newLine()
  }

  mutating func key(_ key: StaticString) {
    nextItem()
    // `withUTF8Buffer` serves keys of a single scalar, too, which are stored without a pointer.
    key.withUTF8Buffer { string(unsafe Span(_unsafeElements: $0)) }
    separateKey()
  }

  mutating func key(_ key: Span<UInt8>) {
    nextItem()
    string(key)
    separateKey()
  }

  private mutating func separateKey() {
    bytes.append(0x3A)
    if isPretty { bytes.append(0x20) }
  }

  private mutating func newLine() {
    guard isPretty else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }

  // MARK: - Strings

  mutating func string(_ text: Span<UInt8>) {
    bytes.append(0x22)
    if JSONText.isPlain(text) { append(text, text.indices) } else { appendEscaped(text) }
    bytes.append(0x22)
  }

  mutating func string(_ text: String) {
    string(text.utf8.span)
  }

  mutating func hex(_ digits: Span<UInt8>) {
    bytes.append(addingCapacity: 2 * digits.count + 2) { output in
      output.append(0x22)
      for index in digits.indices {
        output.append(Self.hexDigit(digits[index] >> 4))
        output.append(Self.hexDigit(digits[index] & 15))
      }
      output.append(0x22)
    }
  }

  static func hexDigit(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble
  }

  // MARK: - Other values

  mutating func integer(_ value: some FixedWidthInteger) {
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func quoted(_ value: some FixedWidthInteger) {
    bytes.append(0x22)
    integer(value)
    bytes.append(0x22)
  }

  mutating func bool(_ value: Bool) {
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  mutating func null() {
    bytes.append(contentsOf: "null".utf8)
  }

  mutating func encoded(_ text: Span<UInt8>) {
    append(text, 0..<text.count)
  }
}
