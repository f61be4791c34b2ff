// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// Whether the text begins as the base64 of a SEQUENCE does whose length has octets of its own, or none, and is
  /// longer than the short texts that could.
  var isBase64OfLongElement: Bool {
    text.count > Self.longestShortText && content[text.lowerBound] == UInt8(ascii: "M")
      && content[text.lowerBound + 1] == UInt8(ascii: "I")
  }

  /// A receipt that arrived as base64, or as something that is base64 but for a few characters.
  ///
  /// The text is decoded at once, without a look at it before: what else it is shows at the first character
  /// outside the alphabet.
  func base64() throws(InputError) -> ReceiptInput {
    switch decoded(text, .standard) {
    case .success(let standard):
      if !standard.isUnbroken, !standard.isOneElement, let input = readingBlanksAsPlus() { return input }
      return try unwrapped(standard, .base64)
    case .failure(.character(let offset)):
      return try otherwise(offset)
    case .failure(.tooLarge):
      // The digits behind percent signs were counted as characters.
      guard first("%") != nil else { throw InputError(.size) }
      return try percentEncoded()
    case .failure(let failure):
      if let input = readingBlanksAsPlus() { return input }
      throw refusal(failure)
    }
  }

  /// The other readings of a text that has a foreign character at `offset`.
  private func otherwise(_ offset: Int) throws(InputError) -> ReceiptInput {
    let character = content[offset]
    if character == UInt8(ascii: "%") { return try percentEncoded() }
    guard character == UInt8(ascii: "-") || character == UInt8(ascii: "_") else {
      throw refusal(.character(offset: offset))
    }
    switch decoded(text, .url) {
    case .success(let url): return try unwrapped(url, .base64URL)
    case .failure(.character(let offset)) where content[offset] == UInt8(ascii: "%"):
      return try percentEncoded()
    case .failure(.tooLarge) where first("%") != nil: return try percentEncoded()
    case .failure(let failure): throw refusal(failure)
    }
  }

  /// The receipt if the blanks in the text stand for `+`, which a form that was decoded once too often makes
  /// of them; `nil` if that does not give exactly one element.
  private func readingBlanksAsPlus() -> ReceiptInput? {
    guard content[text].contains(0x20) else { return nil }
    for range in [text, textWithBlanksToTheLastGroup] {
      if let range, case .success(let restored) = decoded(range, .blankForPlus), restored.isOneElement {
        return try? unwrapped(restored, .base64, [.plusRestored])
      }
    }
    return nil
  }

  /// The text with as many bytes after it, blanks perhaps, as its last group of four lacks; `nil` if there are
  /// fewer.
  private var textWithBlanksToTheLastGroup: Range<Int>? {
    let characters = content[text].count { $0 == 0x20 || !Base64.isBlank($0) }
    let end = text.upperBound + (4 - characters % 4) % 4
    return end <= content.count ? text.lowerBound..<end : nil
  }

  // MARK: - Decoding

  /// The bytes of a part of the content; failures have their place in the content.
  private func decoded(_ range: Range<Int>, _ alphabet: Base64.Alphabet) -> Result<Base64, Base64.Failure> {
    do throws(Base64.Failure) {
      let text = content.span.extracting(range)
      return .success(try Base64(decoding: text, alphabet: alphabet, maximumSize: maximumSize))
    } catch {
      return .failure(error.moved(by: range.lowerBound))
    }
  }

  /// What was found in the bytes of a base64 text.
  private func unwrapped(
    _ decoded: Base64, _ form: ReceiptInput.Form, _ repairs: [ReceiptInput.Repair] = []
  ) throws(InputError) -> ReceiptInput {
    var repairs = repairs
    if content[text.upperBound...].contains(0x00) { repairs.append(.trailingBytes) }
    if !decoded.isPadded { repairs.append(.padding) }
    do throws(InputError) {
      return try inner(decoded.bytes).wrapped(in: form, repairs)
    } catch {
      // To say that this is no base64 would be wrong: it is, of something else.
      guard error.code != .notBase64 else {
        throw InputError(.unrecognized, hint: "This is base64, but not of a receipt. One begins with M.")
      }
      throw error.moved { _ in nil }
    }
  }

  // MARK: - Refusals

  private func refusal(_ failure: Base64.Failure) -> InputError {
    switch failure {
    case .tooLarge: InputError(.size)
    case .character(let offset): refusal(character: offset)
    case .padding(let offset):
      notBase64(offset, "Only the end may have padding, two characters at most; byte", "has more.")
    case .unusedBits(let offset):
      notBase64(offset, "The last character, byte", "has bits that belong to no byte: some are missing.")
    case .loneCharacter(let offset):
      notBase64(offset, "The text ends in a lone character, byte", "so at least one is missing.")
    }
  }

  private func refusal(character offset: Int) -> InputError {
    let rest = content[offset..<text.upperBound]
    if rest.starts(with: "..".utf8) || rest.starts(with: "…".utf8) {
      return InputError(.abridged, offset: offset)
    }
    if offset == text.lowerBound, !(0x21..<0x7F ~= content[offset]) {
      return InputError(.unrecognized, offset: offset)
    }
    if content[offset] == UInt8(ascii: "\\") {
      return notBase64(offset, "JSON text must be pasted with its quotes: byte", "is a backslash.")
    }
    return notBase64(
      offset, "Ask for it as a file, or as unbroken base64 text: byte", "is no such character.")
  }

  private func notBase64(_ offset: Int, _ beginning: String, _ end: String) -> InputError {
    InputError(.notBase64, offset: offset, hint: "\(beginning) \(offset) of \(content.count) \(end)")
  }
}

extension Base64 {
  /// Whether the bytes are one element with nothing but blanks, line breaks and NUL after it.
  fileprivate var isOneElement: Bool {
    guard bytes.first == OuterElement.sequenceTag || bytes.first == OuterElement.setTag else { return false }
    guard let end = OuterElement.end(in: bytes.span) else { return false }
    return bytes[end...].allSatisfy(ReceiptInput.isTrailing)
  }
}

extension Base64.Failure {
  fileprivate func moved(by distance: Int) -> Self {
    switch self {
    case .tooLarge: .tooLarge
    case .character(let offset): .character(offset: offset + distance)
    case .padding(let offset): .padding(offset: offset + distance)
    case .unusedBits(let offset): .unusedBits(offset: offset + distance)
    case .loneCharacter(let offset): .loneCharacter(offset: offset + distance)
    }
  }
}
