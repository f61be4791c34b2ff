// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// Bytes from hexadecimal digits, blanks ignored.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue).map { UInt8($0) }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// What `body` makes of a reader over the whole of `bytes`.
func read<Value>(
  _ bytes: [UInt8], rules: ASN1Reader.Rules = .distinguished, depth: Int = 8,
  _ body: (inout ASN1Reader) throws(ASN1Error) -> Value
) -> Result<Value, ASN1Error> {
  var reader = ASN1Reader(bytes.span, rules: rules, depth: depth)
  do throws(ASN1Error) {
    return .success(try body(&reader))
  } catch {
    return .failure(error)
  }
}

/// What is wrong when `body` reads `bytes`; `nil` when nothing is.
func fault<Value>(
  _ bytes: [UInt8], rules: ASN1Reader.Rules = .distinguished, depth: Int = 8,
  _ body: (inout ASN1Reader) throws(ASN1Error) -> Value
) -> ASN1Error? {
  switch read(bytes, rules: rules, depth: depth, body) {
  case .success: nil
  case .failure(let error): error
  }
}

/// What `body` makes of `bytes` if nothing is wrong.
func value<Value>(
  _ bytes: [UInt8], rules: ASN1Reader.Rules = .distinguished, depth: Int = 8,
  _ body: (inout ASN1Reader) throws(ASN1Error) -> Value
) -> Value? {
  try? read(bytes, rules: rules, depth: depth, body).get()
}

/// An element with minimal length octets.
func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
  var length = [UInt8(truncatingIfNeeded: contents.count)]
  if contents.count >= 0x80 {
    length = []
    var rest = contents.count
    while rest > 0 {
      length.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    }
    length.insert(0x80 | UInt8(length.count), at: 0)
  }
  return [tag] + length + contents
}
