// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// What the value of an attribute holds.
public enum AttributeKind: Hashable, Sendable {
  /// A UTF8String.
  case text
  /// A UTF8String that is not empty, has no control character, and no blank at either end.
  case bundleIdentifier
  /// An IA5String.
  case asciiText
  /// An IA5String with a date in the form that `Timestamp` reads.
  case date
  /// A date, or an empty IA5String, which means that there is none.
  case optionalDate
  /// An INTEGER of any size.
  case integer
  /// An INTEGER from 0 to 2⁵³.
  case count
  /// An INTEGER, 0 for no or 1 for yes.
  case flag
  /// An INTEGER that stands for a `ProductType`.
  case productType
  /// An INTEGER that stands for an `OwnershipType`.
  case ownershipType
  /// An INTEGER that stands for a `Platform`.
  case platform
  /// An INTEGER whose octets are four ASCII letters.
  case releaseTag
  /// Bytes that are no ASN.1.
  case octets
  /// The 20 bytes of a SHA-1 digest, which are no ASN.1.
  case sha1Digest
  /// The SET of attributes of one in-app purchase.
  case inAppPurchase
  /// Something that is kept and not interpreted, since nobody knows what it means.
  case uninterpreted
}

/// What is known of one type of attribute.
public struct AttributeDefinition: Sendable {
  /// The type number.
  public let type: Int

  /// What the attribute is, in a few words.
  public let name: String

  /// The key under which JSON output has it; `nil` for what is only listed among the other attributes.
  public let key: StaticString?

  /// What the value holds.
  public let kind: AttributeKind

  /// What the value identifies, so that it must not be passed on; `nil` for what identifies nobody.
  public let identifies: Identity?

  /// What a value can identify.
  public enum Identity: String, Hashable, Sendable {
    /// A transaction of the buyer's.
    case transaction
    /// An order of the buyer's.
    case order
    /// A download by the buyer.
    case download
  }

  /// Whether Apple documents the attribute (*Receipt Fields*). The others are undocumented, observed.
  public let isDocumented: Bool
}
