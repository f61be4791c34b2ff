// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension JSONParser {
  // MARK: - Literals and numbers

  /// Reads `true`, `false` or `null`.
  mutating func literal(_ name: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for index in 0..<name.utf8CodeUnitCount {
      guard try byte() == name.withUTF8Buffer({ unsafe $0[index] }) else { throw error(.syntax) }
      position += 1
    }
    return value
  }

  /// Reads a number (RFC 8259, section 6):
  /// ```
  /// number = [ "-" ] ( "0" / digit1-9 *DIGIT ) [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "-" / "+" ] 1*DIGIT ]
  /// ```
  mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    skip(0x2D)
    // A digit after a leading zero is left for the caller, whose grammar has no place for it.
    if !skip(0x30) { try digits() }
    if skip(0x2E) { try digits() }
    if skip(0x65) || skip(0x45) {
      if !skip(0x2D) { skip(0x2B) }
      try digits()
    }
    return JSONNumber(spelling: JSONString(viewing: text, start..<position))
  }

  private mutating func digits() throws(JSONError) {
    guard 0x30...0x39 ~= (try byte()) else { throw error(.number) }
    while position < text.count, 0x30...0x39 ~= text[position] { position += 1 }
  }

  /// Skips the byte if it is next, and says whether it was.
  @discardableResult
  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < text.count, text[position] == byte else { return false }
    position += 1
    return true
  }

  // MARK: - Strings

  /// Reads a string with its quotes; the first is at the position.
  mutating func string() throws(JSONError) -> JSONString {
    position += 1
    var runStart = position
    // Stays empty, and costs nothing, if the text stands in the document as it is.
    var decoded: [UInt8] = []
    while true {
      position = endOfUnescaped()
      switch try byte() {
      case 0x22:
        let run = runStart..<position
        position += 1
        if decoded.isEmpty { return JSONString(viewing: text, run) }
        decoded.append(contentsOf: text[run])
        return JSONString(wellFormed: decoded)
      case 0x5C:
        decoded.append(contentsOf: text[runStart..<position])
        Self.append(try escape(), to: &decoded)
        runStart = position
      case 0x00..<0x20: throw error(.controlCharacter)
      default: throw error(.encoding)
      }
    }
  }

  /// The first position from here on that is not part of an unescaped character.
  private func endOfUnescaped() -> Int {
    let span = text.span
    var index = position
    while index &+ 32 <= span.count, JSONText.isPlain(span.extracting(index..<index &+ 32)) { index &+= 32 }
    while index < span.count {
      let byte = span[index]
      if JSONText.isPlain(byte) || byte == 0x7F {
        index += 1
      } else if byte >= 0x80 {
        let sequence = UTF8Sequence(at: index, in: span)
        guard sequence.scalar != nil else { return index }
        index += sequence.length
      } else {
        return index
      }
    }
    return index
  }

  // MARK: - Escapes

  /// Reads an escape, which is two for a character beyond U+FFFF; the backslash is at the position.
  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = try byte()
    guard letter == 0x75 else {
      guard let character = Self.shortEscape(letter) else { throw error(.escape) }
      position += 1
      return Unicode.Scalar(character)
    }
    position += 1
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // What is no scalar is a surrogate: only a high one with a low one after it is a character.
    let lone = JSONError(code: .surrogate, offset: start)
    guard first < 0xDC00, try byte() == 0x5C else { throw lone }
    position += 1
    guard try byte() == 0x75 else { throw lone }
    position += 1
    let second = try codeUnit()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first - 0xD800) << 10 | UInt32(second - 0xDC00)))
    else { throw lone }
    return scalar
  }

  private static func shortEscape(_ letter: UInt8) -> UInt8? {
    switch letter {
    case 0x22, 0x2F, 0x5C: letter
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: nil
    }
  }

  /// Reads four hexadecimal digits.
  private mutating func codeUnit() throws(JSONError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit = try byte()
      switch digit {
      case 0x30...0x39: unit = unit << 4 | UInt16(digit - 0x30)
      case 0x41...0x46: unit = unit << 4 | UInt16(digit - 0x37)
      case 0x61...0x66: unit = unit << 4 | UInt16(digit - 0x57)
      default: throw error(.escape)
      }
      position += 1
    }
    return unit
  }

  private static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
