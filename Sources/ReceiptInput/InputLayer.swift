// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Some content in a form, perhaps taken out of another form.
///
/// Each form has a file that says how it is recognised and taken off; here stands the order in which they are
/// tried.
struct InputLayer {
  /// How many forms may stand inside each other, the receipt itself included. Six is a receipt in base64 in PEM
  /// in JSON in a JSON string, and one to spare.
  static let maximumDepth = 6

  /// The content as it was given.
  let content: [UInt8]
  /// The content behind a byte order mark.
  let body: Range<Int>
  /// The body between the blanks and line breaks before it and those, or NUL, after it.
  let text: Range<Int>
  /// How many forms are around this one.
  let depth: Int
  /// The most bytes of a receipt.
  let maximumSize: Int

  init(_ content: [UInt8], depth: Int = 0, maximumSize: Int) {
    self.content = content
    self.depth = depth
    self.maximumSize = maximumSize
    let hasByteOrderMark =
      content.count >= 3 && content[0] == 0xEF && content[1] == 0xBB && content[2] == 0xBF
    body = (hasByteOrderMark ? 3 : 0)..<content.count
    let bytes = content.span
    var start = body.lowerBound
    var end = body.upperBound
    while end > start, Base64.isBlank(bytes[end - 1]) || bytes[end - 1] == 0x00 { end -= 1 }
    while start < end, Base64.isBlank(bytes[start]) { start += 1 }
    text = start..<end
  }

  /// What was found inside this form.
  func inner(_ content: [UInt8]) throws(InputError) -> ReceiptInput {
    guard depth + 1 < Self.maximumDepth else { throw InputError(.layers) }
    return try InputLayer(content, depth: depth + 1, maximumSize: maximumSize).recognize()
  }

  // MARK: - Which form it is

  /// The receipt in this content, or the name of what else it is.
  func recognize() throws(InputError) -> ReceiptInput {
    guard !text.isEmpty else { throw InputError(.empty, offset: 0) }
    let input = try recognizeBody()
    guard body.lowerBound > 0 else { return input }
    return input.preceded(by: .byteOrderMark)
  }

  /// The order decides doubtful cases: forms with a beginning of their own first, and last of all base64,
  /// which any text could be meant to be.
  private func recognizeBody() throws(InputError) -> ReceiptInput {
    // Nearly all that arrives, and nothing else begins so.
    if isLongElement { return try element() }
    if isBase64OfLongElement { return try base64() }
    if let code = fileSignature { throw InputError(code, offset: 0) }
    if isElement { return try element() }
    if let code = shortText { throw InputError(code, offset: text.lowerBound) }
    switch content[text.lowerBound] {
    case UInt8(ascii: "{"): return try braces()
    case UInt8(ascii: "["), UInt8(ascii: "\""): return try json()
    case UInt8(ascii: "<"): if let code = markup { throw InputError(code, offset: text.lowerBound) }
    case UInt8(ascii: "-") where has("-----BEGIN "): return try pem()
    default: break
    }
    if let input = try hexadecimal() { return input }
    if let code = signedJSON { throw InputError(code, offset: text.lowerBound) }
    return try base64()
  }

  // MARK: - Looking at the text

  /// Whether the literal stands at the offset, by default at the beginning of the text.
  func has(_ literal: String, at offset: Int? = nil, ignoringCase: Bool = false) -> Bool {
    let start = offset ?? text.lowerBound
    guard literal.utf8.count <= text.upperBound - start else { return false }
    var index = start
    for expected in literal.utf8 {
      let byte = content[index]
      guard byte == expected || ignoringCase && Self.otherCase(byte) == expected else { return false }
      index += 1
    }
    return true
  }

  /// Where the literal first stands in the text, from its beginning or within `range`. Time is linear.
  ///
  /// The case of its first character counts always.
  func first(_ literal: String, in range: Range<Int>? = nil, ignoringCase: Bool = false) -> Int? {
    guard let initial = literal.utf8.first else { return nil }
    let bytes = content.span
    for index in (range ?? text).clamped(to: text) where bytes[index] == initial {
      if has(literal, at: index, ignoringCase: ignoringCase) { return index }
    }
    return nil
  }

  /// The text as an array of its own, without a copy where it is all of the content.
  var textBytes: [UInt8] {
    text == content.indices ? content : Array(content[text])
  }

  /// The same letter in the other case; any other byte as it is.
  private static func otherCase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 ? byte ^ 0x20 : byte
  }
}
