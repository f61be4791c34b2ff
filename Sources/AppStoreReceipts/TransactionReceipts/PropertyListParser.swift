// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Reads property lists byte by byte, in one pass.
struct PropertyListParser {
  private let text: [UInt8]
  private let depthLimit: Int
  private var entriesLeft: Int
  private var position = 0

  init(_ text: [UInt8], limits: PropertyList.Limits) {
    self.text = text
    // Each level takes machine stack.
    depthLimit = min(limits.depth, 64)
    entriesLeft = limits.entries
  }

  // MARK: - Dictionaries

  mutating func document(allowsTrailingText: Bool) throws(PropertyListError) -> PropertyList {
    skipBlanks()
    let list = try dictionary(depth: 1)
    skipBlanks()
    guard allowsTrailingText || position == text.count else { throw error(.trailingText) }
    return list
  }

  private mutating func dictionary(depth: Int) throws(PropertyListError) -> PropertyList {
    guard depth <= depthLimit else { throw error(.depth) }
    try take("{")
    var entries: [PropertyList.Entry] = []
    var keys: Set<ReceiptText> = []
    while true {
      skipBlanks()
      if try byte() == UInt8(ascii: "}") {
        position += 1
        return PropertyList(entries: entries)
      }
      guard entriesLeft > 0 else { throw error(.entries) }
      entriesLeft -= 1
      let start = position
      let (key, _) = try string()
      guard keys.insert(key).inserted else { throw PropertyListError(code: .duplicateKey, offset: start) }
      skipBlanks()
      try take("=")
      skipBlanks()
      entries.append(try entry(key, depth: depth))
      skipBlanks()
      try take(";")
    }
  }

  private mutating func entry(_ key: ReceiptText, depth: Int) throws(PropertyListError) -> PropertyList.Entry
  {
    let start = position
    if try byte() == UInt8(ascii: "{") {
      let list = try dictionary(depth: depth + 1)
      return PropertyList.Entry(key: key, value: .dictionary(list), range: start..<position)
    }
    let (value, range) = try string()
    return PropertyList.Entry(key: key, value: .string(value), range: range)
  }

  // MARK: - Strings

  private mutating func string() throws(PropertyListError) -> (ReceiptText, Range<Int>) {
    if try byte() == UInt8(ascii: "\"") { return try quotedString() }
    let start = position
    guard !isAtComment else { throw error(.comment) }
    while position < text.count, Self.isUnquoted(text[position]) { position += 1 }
    guard position > start else { throw error(.syntax) }
    return (ReceiptText(validated: text[start..<position]), start..<position)
  }

  private mutating func quotedString() throws(PropertyListError) -> (ReceiptText, Range<Int>) {
    position += 1
    let start = position
    // What stands before the last escape, without escapes.
    var octets: [UInt8] = []
    var runStart = start
    while try byte() != UInt8(ascii: "\"") {
      guard text[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      octets += text[runStart..<position]
      octets += Array(String(Character(try escape())).utf8)
      runStart = position
    }
    let range = start..<position
    position += 1
    guard (try? UTF8Span(validating: text.span.extracting(range))) != nil else {
      throw PropertyListError(code: .encoding, offset: start)
    }
    // Without escapes, and so in every receipt known, the text is a view of the input.
    guard runStart > start else { return (ReceiptText(validated: text[range]), range) }
    return (ReceiptText(validated: (octets + text[runStart..<range.upperBound])[...]), range)
  }

  /// Reads an escape: a letter or mark, `\U` with four hexadecimal digits of UTF-16, or three octal digits for ASCII.
  ///
  /// Octal numbers beyond ASCII are of NeXTSTEP's own character set, which no receipt uses.
  private mutating func escape() throws(PropertyListError) -> Unicode.Scalar {
    let start = position
    position += 1
    let letter = try byte()
    position += 1
    switch Unicode.Scalar(letter) {
    case "\"", "\\": return Unicode.Scalar(letter)
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "U", "u":
      let first = try number(digits: 4, radix: 16, escapeStart: start)
      // Only half of a pair is no character.
      if let scalar = Unicode.Scalar(UInt16(first)) { return scalar }
      // The other half follows at once, or the text ends too early.
      guard first < 0xDC00, try byte() == UInt8(ascii: "\\") else {
        throw PropertyListError(code: .escape, offset: start)
      }
      position += 1
      guard try byte() | 0x20 == UInt8(ascii: "u") else {
        throw PropertyListError(code: .escape, offset: start)
      }
      position += 1
      let second = try number(digits: 4, radix: 16, escapeStart: start)
      guard 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      else { throw PropertyListError(code: .escape, offset: start) }
      return scalar
    case "0"..."7":
      position -= 1
      let value = try number(digits: 3, radix: 8, escapeStart: start)
      guard value < 0x80, let scalar = Unicode.Scalar(value) else {
        throw PropertyListError(code: .escape, offset: start)
      }
      return scalar
    default: throw PropertyListError(code: .escape, offset: start)
    }
  }

  private mutating func number(
    digits: Int, radix: UInt32, escapeStart: Int
  ) throws(PropertyListError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let digit = Character(Unicode.Scalar(try byte())).hexDigitValue, digit < radix else {
        throw PropertyListError(code: .escape, offset: escapeStart)
      }
      value = value * radix + UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: - Bytes

  private func byte() throws(PropertyListError) -> UInt8 {
    guard position < text.count else { throw error(.truncated) }
    return text[position]
  }

  private mutating func take(_ mark: Unicode.Scalar) throws(PropertyListError) {
    guard try byte() == UInt8(ascii: mark) else { throw error(.syntax) }
    position += 1
  }

  /// An error at the position, named a comment where one begins.
  private func error(_ code: PropertyListError.Code) -> PropertyListError {
    PropertyListError(code: isAtComment ? .comment : code, offset: position)
  }

  private var isAtComment: Bool {
    position + 1 < text.count && text[position] == UInt8(ascii: "/")
      && (text[position + 1] == UInt8(ascii: "/") || text[position + 1] == UInt8(ascii: "*"))
  }

  private mutating func skipBlanks() {
    while position < text.count {
      switch text[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private static func isUnquoted(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return "a"..."z" ~= scalar || "A"..."Z" ~= scalar || "0"..."9" ~= scalar
      || "_$/:.-".unicodeScalars.contains(scalar)
  }
}
