// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension ReceiptInput {
  /// A receipt that arrived as base64; `text` is the part of `content` without what surrounds it.
  init(base64 content: [UInt8], _ text: Range<Int>, maximumSize: Int) throws(InputError) {
    let decoded: Base64
    do throws(Base64.Failure) {
      decoded = try Base64(decoding: content.span.extracting(0..<text.upperBound), maximumSize: maximumSize)
    } catch {
      throw InputError(base64: error)
    }
    self.init(form: .base64, bytes: decoded.bytes)
    if content[text.upperBound...].contains(0x00) { note(.trailingBytes) }
    if !decoded.isPadded { note(.padding) }
  }

  /// The part of the content between the blanks and line breaks before it and those, or NUL, after it.
  static func trimmed(_ content: [UInt8]) -> Range<Int> {
    guard let last = content.lastIndex(where: { !Base64.isBlank($0) && $0 != 0x00 }),
      let first = content.firstIndex(where: { !Base64.isBlank($0) })
    else { return 0..<0 }
    return first..<last + 1
  }
}

extension InputError {
  fileprivate init(base64 failure: Base64.Failure) {
    switch failure {
    case .tooLarge:
      self.init(.size)
    case .character(let offset):
      self.init(.notBase64, offset: offset, hint: "this character is not of the base64 alphabet")
    case .padding(let offset):
      self.init(
        .notBase64, offset: offset,
        hint: "only the end of base64 text may have padding, two characters at most")
    case .unusedBits(let offset):
      self.init(.notBase64, offset: offset, hint: "the last character has bits that belong to no byte")
    case .loneCharacter(let offset):
      self.init(
        .notBase64, offset: offset, hint: "the text ends in a lone character, so at least one is missing")
    }
  }
}
