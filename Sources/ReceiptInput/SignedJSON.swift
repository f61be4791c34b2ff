// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

extension InputLayer {
  /// What a JSON web signature holds: a notification, or a transaction or the like; `nil` when the text is
  /// none.
  ///
  /// ```
  /// JWS = BASE64URL(header) "." BASE64URL(payload) "." BASE64URL(signature)      -- RFC 7515, section 7.1
  /// ```
  /// The header is a JSON object, which in base64 begins with `eyJ`.
  var signedJSON: InputError.Code? {
    guard has("eyJ"), let end = first(".") else { return nil }
    let isHeader = content[text.lowerBound..<end].allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isHeader else { return nil }
    let payload = end + 1..<(first(".", in: end + 1..<text.upperBound) ?? text.upperBound)
    guard
      let json = try? Base64(
        decoding: content.span.extracting(payload), alphabet: .url, maximumSize: maximumSize)
    else { return .signedTransaction }
    let isNotification = InputLayer(json.bytes, maximumSize: maximumSize).first("\"notificationType\"") != nil
    return isNotification ? .serverNotification : .signedTransaction
  }
}
