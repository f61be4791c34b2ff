// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptInput

/// Any content is taken apart or named, and what is taken out is the same in other forms, too.
func checkInput(_ content: [UInt8]) throws(Violation) {
  let input: ReceiptInput
  do throws(InputError) {
    input = try ReceiptInput(content)
  } catch {
    try require(
      0...content.count ~= error.offset ?? 0, "\(error.code.rawValue) lies outside the \(content.count) bytes"
    )
    try require(
      InputError.Code.all.contains(error.code) || error.code.rawValue.hasPrefix("limit."),
      "\(error.code.rawValue) is no code of this layer")
    try requireShowable(Array((error.hint ?? "").utf8), allowsLineFeeds: false)
    return
  }
  try require(input == (try? ReceiptInput(content)), "the same content gives another answer")
  for repair in input.repairs { try requireShowable(Array(repair.rawValue.utf8), allowsLineFeeds: false) }
  // No form takes fewer characters than bytes, but for escapes in JSON and the like, which take more.
  try require(input.bytes.count <= content.count, "more was taken out than there was")
  // What is text from end to end is taken for text when it stands alone, and no receipt is.
  let printable = UInt8(ascii: " ")...UInt8(ascii: "~")
  let isText = input.bytes.allSatisfy { printable.contains($0) || (0x09...0x0D).contains($0) }
  guard input.kind == .appReceipt, !isText else { return }

  let plain = try? ReceiptInput(input.bytes)
  try require(
    plain?.bytes == input.bytes && plain?.kind == .appReceipt && plain?.repairs.isEmpty == true,
    "what was taken out of \(input.form.rawValue) is not taken for the same receipt")
  // Text that is short, or of digits alone, is an identifier first: so it is documented, and no receipt is such text.
  let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  for form in [hexadecimal(input.bytes), base64(input.bytes)]
  where input.bytes.count >= 64 && !form.allSatisfy(digits.contains) {
    let again = try? ReceiptInput(form)
    try require(again?.bytes == input.bytes, "as text it is \(again.map { $0.form.rawValue } ?? "refused")")
  }
  let fault = DecodedReceipt(input.bytes).fault
  try require(
    0...input.bytes.count ~= fault?.offset ?? 0,
    "\(String(describing: fault)) lies outside what was taken out")
}

private func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
  let digits = Array("0123456789abcdef".utf8)
  return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
}

/// Base64 with padding (RFC 4648 section 4).
private func base64(_ bytes: [UInt8]) -> [UInt8] {
  let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    var bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
    bits &= 0xFF_FFFF
    for index in 0..<4 {
      text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
    }
  }
  return text
}
