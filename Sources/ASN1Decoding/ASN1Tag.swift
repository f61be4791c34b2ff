// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The identifier octet of an element: its class, whether it is constructed, and a tag number below 31.
///
/// Tag numbers from 31 up take more than one octet (X.690 8.1.2.4). No receipt has one, and `ASN1Reader` refuses them,
/// so that one octet is the whole tag.
public struct ASN1Tag: Hashable, Sendable {
  /// The identifier octet as it stands in the encoding.
  public let rawValue: UInt8

  /// A tag from its identifier octet.
  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Whether the contents are elements rather than octets (X.690 8.1.2.5).
  @inlinable
  public var isConstructed: Bool { rawValue & 0x20 != 0 }

  /// A constructed tag of the context-specific class, `[number]`, for numbers from 0 to 30.
  @inlinable
  public static func contextConstructed(_ number: UInt8) -> ASN1Tag {
    ASN1Tag(rawValue: 0xA0 | (number & 0x1F))
  }
}

// MARK: - Universal tags

extension ASN1Tag {
  /// BOOLEAN, X.690 8.2.
  public static var boolean: ASN1Tag { ASN1Tag(rawValue: 0x01) }
  /// INTEGER, X.690 8.3.
  public static var integer: ASN1Tag { ASN1Tag(rawValue: 0x02) }
  /// BIT STRING in primitive form, X.690 8.6.
  public static var bitString: ASN1Tag { ASN1Tag(rawValue: 0x03) }
  /// OCTET STRING in primitive form, X.690 8.7.
  public static var octetString: ASN1Tag { ASN1Tag(rawValue: 0x04) }
  /// OCTET STRING in pieces, X.690 8.7.3: BER only.
  public static var constructedOctetString: ASN1Tag { ASN1Tag(rawValue: 0x24) }
  /// NULL, X.690 8.8.
  public static var null: ASN1Tag { ASN1Tag(rawValue: 0x05) }
  /// OBJECT IDENTIFIER, X.690 8.19.
  public static var objectIdentifier: ASN1Tag { ASN1Tag(rawValue: 0x06) }
  /// UTF8String, X.690 8.23.
  public static var utf8String: ASN1Tag { ASN1Tag(rawValue: 0x0C) }
  /// PrintableString, X.690 8.23.
  public static var printableString: ASN1Tag { ASN1Tag(rawValue: 0x13) }
  /// TeletexString (T61String), X.690 8.23.
  public static var teletexString: ASN1Tag { ASN1Tag(rawValue: 0x14) }
  /// IA5String, X.690 8.23.
  public static var ia5String: ASN1Tag { ASN1Tag(rawValue: 0x16) }
  /// UTCTime, X.690 11.8.
  public static var utcTime: ASN1Tag { ASN1Tag(rawValue: 0x17) }
  /// GeneralizedTime, X.690 11.7.
  public static var generalizedTime: ASN1Tag { ASN1Tag(rawValue: 0x18) }
  /// BMPString, X.690 8.23.
  public static var bmpString: ASN1Tag { ASN1Tag(rawValue: 0x1E) }
  /// SEQUENCE and SEQUENCE OF, X.690 8.9 and 8.10.
  public static var sequence: ASN1Tag { ASN1Tag(rawValue: 0x30) }
  /// SET and SET OF, X.690 8.11 and 8.12.
  public static var set: ASN1Tag { ASN1Tag(rawValue: 0x31) }
}
