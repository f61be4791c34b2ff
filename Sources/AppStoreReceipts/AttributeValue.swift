// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import ASN1Decoding

/// The value of a known attribute, by what `AttributeTable` says that it holds.
public enum AttributeValue: Sendable {
  /// Text that is not empty.
  case text(ReceiptText)
  /// A date.
  case date(Timestamp)
  /// An integer of any size.
  case integer(ASN1Integer)
  /// A number from 0 to 2⁵³.
  case count(Int64)
  /// Yes or no.
  case flag(Bool)
  /// The kind of a product.
  case productType(ProductType)
  /// How a buyer comes to own a product.
  case ownershipType(OwnershipType)
  /// The platform of a client.
  case platform(Platform)
  /// The release of a server.
  case releaseTag(ReleaseTag)
  /// Bytes.
  case octets(ArraySlice<UInt8>)
}

extension Payload {
  /// A slot's value, read as its kind; `nil` for empty text, an empty date, and kinds that are no single value.
  func value(_ slot: Int64?, _ kind: AttributeKind) -> AttributeValue? {
    switch kind {
    case .text, .bundleIdentifier, .asciiText:
      text(slot).flatMap { $0.utf8.isEmpty ? nil : .text($0) }
    case .date, .optionalDate: slot.flatMap { Timestamp(millisecondsSince1970: $0) }.map { .date($0) }
    case .integer: integer(slot).map { .integer($0) }
    case .count: slot.map { .count($0) }
    case .flag: slot.map { .flag($0 == 1) }
    case .productType: integer(slot).map { .productType(ProductType($0)) }
    case .ownershipType: integer(slot).map { .ownershipType(OwnershipType($0)) }
    case .platform: integer(slot).map { .platform(Platform($0)) }
    case .releaseTag: integer(slot).map { .releaseTag(ReleaseTag($0)) }
    case .octets, .sha1Digest: octets(slot).map { .octets($0) }
    case .inAppPurchase, .uninterpreted: nil
    }
  }
}

extension AppReceipt {
  /// The value of a known attribute at the top level; `nil` where its property would be.
  public func value(of definition: AttributeDefinition) -> AttributeValue? {
    guard let known = AttributeTable.receipt.known(Int64(definition.type)) else { return nil }
    return payload.value(payload.values[known.index], known.kind)
  }
}

extension InAppPurchase {
  /// The value of a known attribute of the purchase; `nil` where its property would be.
  public func value(of definition: AttributeDefinition) -> AttributeValue? {
    guard let known = AttributeTable.purchase.known(Int64(definition.type)) else { return nil }
    return payload.value(payload.purchases.value(index, known.index), known.kind)
  }
}
