// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts

/// What was decoded, encoded again, is what stood there: DER has one encoding for each value (X.690 10, 11), so nothing may be
/// left out, and nothing read that could have been written otherwise.
func checkEncoding(_ decoded: DecodedReceipt) throws(Violation) {
  guard decoded.fault == nil, let receipt = decoded.receipt else { return }
  if let content = encoded(receipt.attributes) {
    try require(
      content[...] == receipt.content, "the attributes do not make the content that they were read from")
  }
  let rows = receipt.attributes.filter { $0.type == 17 }
  try require(
    rows.count == receipt.inAppPurchases.count, "there are other purchases than attributes of type 17")
  for (row, purchase) in zip(rows, receipt.inAppPurchases) {
    guard let value = encoded(purchase.attributes) else { continue }
    try require(
      value[...] == row.value, "purchase \(purchase.index) does not make the value that it was read from")
  }
}

/// A SET of attributes; `nil` when one of them has a type that is kept as it is and not as a number.
private func encoded(_ attributes: [ReceiptAttribute]) -> [UInt8]? {
  var contents: [UInt8] = []
  for attribute in attributes {
    guard let type = attribute.type else { return nil }
    contents += element(
      .sequence,
      element(.integer, integer(type)) + element(.integer, Array(attribute.version.contents))
        + element(.octetString, Array(attribute.value)))
  }
  return element(.set, contents)
}

/// The contents of an INTEGER from 0 up: as few octets as it needs, the first below 80 (X.690 8.3.2).
private func integer(_ value: Int) -> [UInt8] {
  var octets = [UInt8(value & 0xFF)]
  var rest = value >> 8
  while rest > 0 || octets[0] >= 0x80 {
    octets.insert(UInt8(rest & 0xFF), at: 0)
    rest >>= 8
  }
  return octets
}

private func element(_ tag: ASN1Tag, _ contents: [UInt8]) -> [UInt8] {
  let count = contents.count
  guard count >= 0x80 else { return [tag.rawValue, UInt8(count)] + contents }
  var length: [UInt8] = []
  var rest = count
  while rest > 0 {
    length.insert(UInt8(rest & 0xFF), at: 0)
    rest >>= 8
  }
  return [tag.rawValue, 0x80 | UInt8(length.count)] + length + contents
}
