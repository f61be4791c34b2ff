// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding
import ReceiptForge

/// A receipt with what is known of its making, for sweeps over its bytes.
struct SweepSubject: Sendable {
  let bytes: [UInt8]
  /// Where in `bytes` each byte of the payload stands.
  let map: [Int]
  /// Where in the payload each purchase begins and ends, attribute and all.
  let purchases: [Range<Int>]

  /// The end of a purchase in `bytes`.
  func end(ofPurchase index: Int) -> Int { map[purchases[index].upperBound - 1] + 1 }

  /// - Parameters:
  ///   - count: How many purchases there are.
  ///   - cuts: Where the content is cut into pieces, when it is in pieces.
  ///   - isSmall: Whether there is one certificate only.
  init(_ style: ReceiptStyle, purchases count: Int, cuts: [Int]? = nil, isSmall: Bool = false) throws {
    let rows = (0..<count).map { Fixture.purchase($0) }
    let list =
      Fixture.required + [
        .bytes(4, version: 2, Array(0..<16)), .bytes(5, Array(0..<20)),
        .ia5String(21, "4001-01-01T00:00:00Z"),
      ]
    let payload = Fixture.payload(list, rows)
    var content: [UInt8] = []
    var places: [Int] = []
    if let cuts {
      var start = 0
      content = [0x24, 0x80]
      for cut in cuts.filter({ $0 < payload.count }) + [payload.count] {
        let piece = element(0x04, Array(payload[start..<cut]))
        places += (content.count + piece.count - (cut - start))..<(content.count + piece.count)
        content += piece
        start = cut
      }
      content += [0, 0]
    } else {
      content = style.octetString(payload)
      let before = content.count - payload.count - (style == .der ? 0 : 2)
      places = Array(before..<(before + payload.count))
    }
    bytes = try Fixture.message(content: [content], style: style, certificates: isSmall ? 1 : nil)
    let start = place(of: content, in: bytes) ?? 0
    map = places.map { $0 + start }
    purchases = rows.map { row in
      let encoded = row.attribute(style: .xcode).encoded
      let first = place(of: encoded, in: payload) ?? 0
      return first..<(first + encoded.count)
    }
  }
}

/// What a purchase says, in short.
struct PurchaseSummary: Equatable {
  let product: ReceiptText?
  let transaction: ReceiptText?
  let dates: [Timestamp?]
  let quantity: Int64?
  let attributes: Int
  let hasProblems: Bool

  init(_ purchase: InAppPurchase) {
    product = purchase.productID
    transaction = purchase.transactionID
    dates = [purchase.purchaseDate, purchase.expirationDate, purchase.cancellationDate]
    quantity = purchase.quantity
    attributes = purchase.attributes.count
    hasProblems = purchase.hasProblems
  }
}

/// Reads everything that a decoded receipt offers and gives a sum of it, so that nothing is left out.
///
/// Without `thoroughly`, what costs the most is: the texts of names, keys, numbers and problems.
func touch(_ decoded: DecodedReceipt, thoroughly: Bool = true) -> Int {
  var sum = decoded.fault.map { thoroughly ? $0.description.utf8.count : 1 } ?? 0
  for certificate in decoded.signedData.certificates {
    sum += certificate.der.count + certificate.serialNumber.count + certificate.extensions.count
    guard thoroughly else { continue }
    sum += (certificate.subject.rfc4514?.utf8.count ?? 1) + (certificate.issuer.commonName?.utf8.count ?? 1)
    sum += certificate.publicKey?.description.utf8.count ?? 1
    sum += Int(truncatingIfNeeded: certificate.notBefore?.secondsSince1970 ?? 1) & 0xFF
    sum += Int(truncatingIfNeeded: certificate.notAfter?.secondsSince1970 ?? 1) & 0xFF
  }
  guard let receipt = decoded.receipt else { return sum }
  sum += receipt.content.count
  for definition in AttributeTable.receipt.definitions {
    sum += size(receipt.value(of: definition), thoroughly)
  }
  for attribute in receipt.attributes {
    sum += attribute.value.count + attribute.offset
    if thoroughly { sum += attribute.version.description.utf8.count }
  }
  if thoroughly {
    for problem in receipt.problems {
      sum += problem.offset + problem.path.utf8.count + (problem.value?.count ?? 1)
    }
  }
  for purchase in receipt.inAppPurchases {
    sum += purchase.hasProblems ? 1 : 2
    for definition in AttributeTable.purchase.definitions {
      sum += size(purchase.value(of: definition), thoroughly)
    }
    if thoroughly { for attribute in purchase.attributes { sum += attribute.value.count + attribute.offset } }
  }
  return sum
}

private func size(_ value: AttributeValue?, _ thoroughly: Bool) -> Int {
  switch value {
  case .text(let text): thoroughly ? text.description.utf8.count : text.utf8.count
  case .date(let date): thoroughly ? date.description.utf8.count : 1
  case .integer(let integer): thoroughly ? integer.description.utf8.count : integer.contents.count
  case .releaseTag(let tag): thoroughly ? tag.description.utf8.count : 1
  case .octets(let octets): octets.count
  case nil: 0
  default: 1
  }
}
