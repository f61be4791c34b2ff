// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge

typealias Attribute = ReceiptForge.ReceiptAttribute

// MARK: - Instants

/// The instant that a text spells; the test's own text is right or the test is wrong.
func instant(_ text: String) -> Timestamp {
  guard let timestamp = Timestamp(text) else { preconditionFailure("no instant: \(text)") }
  return timestamp
}

let jan4 = instant("2025-01-04T00:00:00Z")
let jan5 = instant("2025-01-05T00:00:00Z")
let jan20 = instant("2025-01-20T00:00:00Z")
let feb1 = instant("2025-02-01T00:00:00Z")
let feb5 = instant("2025-02-05T00:00:00Z")
let feb20 = instant("2025-02-20T00:00:00Z")
let mar5 = instant("2025-03-05T00:00:00Z")
let mar20 = instant("2025-03-20T00:00:00Z")
let apr5 = instant("2025-04-05T00:00:00Z")

extension Timestamp {
  /// The instant a millisecond later, or earlier when negative.
  func adding(milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: millisecondsSince1970 + milliseconds) ?? self
  }
}

// MARK: - Rows

/// A purchase with the attributes that App Store receipts give it: a date that is `nil` stands there, empty.
///
/// - Parameters:
///   - changes: Attributes in the place of those of the same type.
///   - copies: Attributes that stand there as well.
///   - removed: The types of attributes that are left out.
func row(
  _ product: String = "pro", type: Int64 = 3, id: String = "1", from: Timestamp? = nil, to: Timestamp? = nil,
  cancelled: Timestamp? = nil, with changes: [Attribute] = [], and copies: [Attribute] = [],
  without removed: [Int64] = []
) -> PurchaseRecipe {
  var recipe = PurchaseRecipe([
    .integer(1701, 1), .utf8String(1702, product), .utf8String(1703, id), .utf8String(1705, id),
    .integer(1707, type), .ia5String(1708, to?.description ?? ""), .integer(1711, 0),
    .ia5String(1712, cancelled?.description ?? ""), .integer(1713, 0),
  ])
  if let from { recipe.set(.ia5String(1704, from.description)) }
  for attribute in changes { recipe.set(attribute) }
  for type in removed { recipe.remove(type: type) }
  recipe.attributes += copies
  return recipe
}

/// A period of the auto-renewable subscription `pro`.
func paid(
  _ id: String, _ from: Timestamp, _ to: Timestamp, cancelled: Timestamp? = nil,
  with changes: [Attribute] = []
) -> PurchaseRecipe {
  row(id: id, from: from, to: to, cancelled: cancelled, with: changes)
}

/// The product `pro`, bought once on 5 January.
func bought(
  _ id: String, type: Int64 = 0, cancelled: Timestamp? = nil, with changes: [Attribute] = []
) -> PurchaseRecipe {
  row(type: type, id: id, from: jan5, cancelled: cancelled, with: changes)
}

/// A row as Xcode writes it: no type, no original transaction, and an expiration date only for a
/// subscription.
func xcodeRow(
  _ product: String = "pro", id: String = "0", from: Timestamp = jan5, to: Timestamp? = nil
) -> PurchaseRecipe {
  let absent: [Int64] = [1705, 1707, 1711, 1712, 1713]
  return row(product, id: id, from: from, to: to, without: to == nil ? absent + [1708] : absent)
}

// MARK: - Receipts

/// The payload of a receipt with these rows, in the order given, which DER would not keep.
func payload(_ rows: [PurchaseRecipe], _ attributes: [Attribute] = [], type: String = "Production") -> [UInt8]
{
  let all: [Attribute] = [
    .utf8String(0, type), .utf8String(2, "com.example.app"), .ia5String(12, "2025-01-30T12:00:00Z"),
  ]
  return DERWriter.encode { writer in
    writer.setOf((all + rows.map { $0.attribute() } + attributes).map(\.encoded), sorted: false)
  }
}

/// A receipt with the form of a signed one, and nobody's signature.
func unsigned(_ payload: [UInt8]) throws -> AppReceipt {
  let digest = ReceiptForge.DigestAlgorithm.sha256.identifier
  let signer = SignerInfoRecipe(
    issuer: TestAuthority.rootName, serialNumber: [1], digestAlgorithm: digest,
    signatureAlgorithm: .rsaEncryption,
    signature: [0])
  let message = SignedDataRecipe(
    content: [ReceiptStyle.der.octetString(payload)], certificates: [], digestAlgorithms: [digest],
    signerInfos: [signer])
  return try AppReceipt(decoding: message.encoded)
}

/// What rows entitle to.
func rights(
  _ rows: [PurchaseRecipe], at instant: Timestamp = jan20, tolerance: Int64 = 0,
  _ attributes: [Attribute] = []
) throws -> Entitlements {
  try unsigned(payload(rows, attributes)).unverifiedEntitlements(at: instant, tolerance: tolerance)
}
