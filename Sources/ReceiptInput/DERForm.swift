// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// Whether the content is a SEQUENCE or a SET whose length octet is none of ASCII, so that it is no text.
  var isLongElement: Bool {
    content.count > 1 && (content[0] == OuterElement.sequenceTag || content[0] == OuterElement.setTag)
      && content[1] >= 0x80
  }

  /// Whether the body is an element, such as a receipt, and not text.
  ///
  /// SEQUENCE and SET begin with 30 and 31, which are the digits 0 and 1 as well. An element of any size has
  /// a length octet beyond ASCII next to it; one so small that it has not is told by what else is no text.
  var isElement: Bool {
    guard let first = content[body].first, first == OuterElement.sequenceTag || first == OuterElement.setTag
    else { return false }
    return !content[body].prefix(160).allSatisfy { byte in
      0x21..<0x7F ~= byte || Base64.isBlank(byte)
    }
  }

  /// A receipt that arrived as it is, or its content, or something else that is an element.
  func element() throws(InputError) -> ReceiptInput {
    guard body.count <= maximumSize else { throw InputError(.size, offset: body.lowerBound + maximumSize) }
    let bytes = body == content.indices ? content : Array(content[body])
    if let code = ElementShape.code(bytes.span) { throw InputError(code, offset: body.lowerBound) }
    let kind: ReceiptInput.Kind = bytes.first == OuterElement.setTag ? .payload : .appReceipt
    var input = ReceiptInput(form: .der, kind: kind, bytes: bytes)
    input.dropTrailingBytes()
    return input
  }
}

/// What an element is by its outermost fields, where it is no receipt.
private enum ElementShape {
  static func code(_ bytes: Span<UInt8>) -> InputError.Code? {
    // U+FFFD in place of the length octet, or a length octet as the two bytes that UTF-8 makes of it: neither
    // is a length that X.690 knows for 4 GiB and less.
    if has([0xEF, 0xBF, 0xBD], at: 1, bytes) { return .binaryAsText }
    if has([0xC2], at: 1, bytes), bytes.count > 2, 0x80...0xBF ~= bytes[2] { return .binaryAsText }
    guard bytes[0] == OuterElement.sequenceTag,
      let outer = OuterElement.Header(at: 0, in: bytes),
      let first = OuterElement.Header(at: outer.size, in: bytes)
    else { return nil }
    let start = outer.size
    let contents = start + first.size
    if has([0x30], at: start, bytes) { return beginningWithSequence(contents, bytes) }
    if has([0x02, 0x01], at: start, bytes) { return beginningWithVersion(start + 2, bytes) }
    return isAppAttestReceipt(bytes) ? .appAttestReceipt : nil
  }

  /// `Certificate` (RFC 5280, 4.1), `SubjectPublicKeyInfo` (4.1.2.7) and `EncryptedPrivateKeyInfo` (RFC 5958,
  /// 3) begin with a SEQUENCE; the first two octets of its contents tell which it is.
  private static func beginningWithSequence(_ contents: Int, _ bytes: Span<UInt8>) -> InputError.Code? {
    if has([0xA0, 0x03, 0x02, 0x01], at: contents, bytes) { return .certificate }
    // pkcs-5, under which the encryption schemes are.
    if has([0x06, 0x09] + pkcs + [0x05], at: contents, bytes) { return .privateKey }
    // rsaEncryption and id-ecPublicKey.
    if has([0x06, 0x09] + pkcs + [0x01, 0x01], at: contents, bytes) { return .publicKey }
    if has([0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01], at: contents, bytes) { return .publicKey }
    return nil
  }

  /// `PrivateKeyInfo` (RFC 5958, 2), `RSAPrivateKey` (RFC 8017, A.1.2), `ECPrivateKey` (RFC 5915, 3) and
  /// `PFX` (RFC 7292, 4) begin with a version.
  private static func beginningWithVersion(_ start: Int, _ bytes: Span<UInt8>) -> InputError.Code? {
    let isPrivate =
      has([0x00, 0x30], at: start, bytes) || has([0x00, 0x02, 0x81], at: start, bytes)
      || has([0x00, 0x02, 0x82], at: start, bytes) || has([0x01, 0x04], at: start, bytes)
      || has([0x03, 0x30], at: start, bytes)
    return isPrivate ? .privateKey : nil
  }

  /// App Attest receipts are messages of the same shape. Their signature is ECDSA, and their attribute 6 is
  /// the text `ATTEST` or `RECEIPT` (Apple, *Assessing fraud risk*).
  private static func isAppAttestReceipt(_ bytes: Span<UInt8>) -> Bool {
    let ecdsaWithSHA256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x03, 0x02]
    // The algorithm stands before the signature, which is the end but for end-of-contents octets: two integers,
    // of 32 or 48 octets unless they begin with zeros.
    let end = max(0, bytes.count - 160)..<max(0, bytes.count - 64)
    guard end.contains(where: { bytes[$0] == 0x06 && has(ecdsaWithSHA256, at: $0, bytes) }) else {
      return false
    }
    let attribute: [UInt8] = [0x02, 0x01, 0x06, 0x02, 0x01, 0x01, 0x04]
    return bytes.indices.contains { start in
      guard bytes[start] == 0x02, has(attribute, at: start, bytes) else { return false }
      let value = start + attribute.count + 1
      // As it is or as a UTF8String.
      return [value, value + 2].contains { place in
        has(Array("ATTEST".utf8), at: place, bytes) || has(Array("RECEIPT".utf8), at: place, bytes)
      }
    }
  }

  /// 1.2.840.113549.1, from RSA Security.
  private static let pkcs: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01]

  private static func has(_ pattern: [UInt8], at offset: Int, _ bytes: Span<UInt8>) -> Bool {
    guard pattern.count <= bytes.count - offset else { return false }
    return pattern.indices.allSatisfy { bytes[offset + $0] == pattern[$0] }
  }
}
