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
    guard let slot else { return nil }
    let octets = kind.isInPlace ? [] : bytes[PackedRange(slot: slot).range]
    switch kind {
    case .text, .bundleIdentifier, .asciiText:
      return octets.isEmpty ? nil : .text(ReceiptText(validated: octets))
    case .date, .optionalDate: return Timestamp(millisecondsSince1970: slot).map { .date($0) }
    case .integer: return .integer(ASN1Integer(contents: octets))
    case .count: return .count(slot)
    case .flag: return .flag(slot == 1)
    case .productType: return .productType(ProductType(ASN1Integer(contents: octets)))
    case .ownershipType: return .ownershipType(OwnershipType(ASN1Integer(contents: octets)))
    case .platform: return .platform(Platform(ASN1Integer(contents: octets)))
    case .releaseTag: return .releaseTag(ReleaseTag(ASN1Integer(contents: octets)))
    case .octets, .sha1Digest: return .octets(octets)
    case .inAppPurchase, .uninterpreted: return nil
    }
  }
}

extension AttributeKind {
  /// Whether a slot holds the value itself rather than where it stands.
  fileprivate var isInPlace: Bool {
    switch self {
    case .date, .optionalDate, .count, .flag: true
    default: false
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
