// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Identifier octets of the low-tag-number form (X.690 8.1.2), by their ASN.1 names.
///
/// Only a place for constants: every writing method takes a plain `UInt8`, so that any tag can be written.
public enum TagByte {
  /// BOOLEAN.
  public static let boolean: UInt8 = 0x01
  /// INTEGER.
  public static let integer: UInt8 = 0x02
  /// BIT STRING, primitive.
  public static let bitString: UInt8 = 0x03
  /// OCTET STRING, primitive.
  public static let octetString: UInt8 = 0x04
  /// OCTET STRING, constructed (BER only).
  public static let constructedOctetString: UInt8 = 0x24
  /// NULL.
  public static let null: UInt8 = 0x05
  /// OBJECT IDENTIFIER.
  public static let objectIdentifier: UInt8 = 0x06
  /// UTF8String.
  public static let utf8String: UInt8 = 0x0C
  /// PrintableString.
  public static let printableString: UInt8 = 0x13
  /// IA5String.
  public static let ia5String: UInt8 = 0x16
  /// UTCTime.
  public static let utcTime: UInt8 = 0x17
  /// GeneralizedTime.
  public static let generalizedTime: UInt8 = 0x18
  /// SEQUENCE and SEQUENCE OF.
  public static let sequence: UInt8 = 0x30
  /// SET and SET OF.
  public static let set: UInt8 = 0x31

  /// The tag of a constructed context-specific element, `[number]`, numbers 0 to 30.
  public static func context(_ number: UInt8) -> UInt8 { 0xA0 | (number & 0x1F) }
}
