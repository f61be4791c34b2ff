// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// An X.501 Name (RFC 5280 4.1.2.4): the issuer or subject of a certificate.
public struct DistinguishedName: Sendable, Hashable {
  /// One attribute of a name, alone in its RelativeDistinguishedName.
  public struct Attribute: Sendable, Hashable {
    /// The attribute type, in dotted decimal.
    public var type: String
    /// The string type of the value, an identifier octet such as ``TagByte/utf8String``.
    public var tag: UInt8
    /// The value.
    public var text: String

    /// An attribute of that type and value; a UTF8String unless told otherwise.
    public init(_ type: String, tag: UInt8 = TagByte.utf8String, _ text: String) {
      self.type = type
      self.tag = tag
      self.text = text
    }

    /// `commonName`.
    public static func commonName(_ text: String) -> Attribute { Attribute("2.5.4.3", text) }
    /// `organizationName`.
    public static func organization(_ text: String) -> Attribute { Attribute("2.5.4.10", text) }
    /// `organizationalUnitName`.
    public static func organizationalUnit(_ text: String) -> Attribute { Attribute("2.5.4.11", text) }
    /// `countryName`, a PrintableString of two letters.
    public static func country(_ text: String) -> Attribute {
      Attribute("2.5.4.6", tag: TagByte.printableString, text)
    }
  }

  /// The whole Name, a SEQUENCE, as it stands in the certificate.
  public var encoded: [UInt8]

  /// A name given in its encoding, for example taken from another certificate.
  public init(encoded: [UInt8]) { self.encoded = encoded }

  /// A name of these attributes, in that order.
  public init(_ attributes: [Attribute]) {
    encoded = DERWriter.encode { writer in
      writer.sequence { name in
        for attribute in attributes {
          name.set {
            $0.sequence {
              $0.objectIdentifier(attribute.type)
              $0.element(attribute.tag, content: Array(attribute.text.utf8))
            }
          }
        }
      }
    }
  }
}
