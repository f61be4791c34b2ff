// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One extension of a certificate (RFC 5280 4.2): its name, whether it is critical, and its value.
public struct CertificateExtension: Sendable, Hashable {
  /// `extnID`, in dotted decimal.
  public var identifier: String
  /// `critical`; false is left out of the encoding, being the default.
  public var critical: Bool
  /// What the OCTET STRING `extnValue` holds: an element in DER.
  public var value: [UInt8]

  /// An extension of that name and value.
  public init(_ identifier: String, critical: Bool = false, value: [UInt8]) {
    self.identifier = identifier
    self.critical = critical
    self.value = value
  }

  /// The element.
  public var encoded: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence {
        $0.objectIdentifier(identifier)
        if critical { $0.boolean(true) }
        $0.octetString(value)
      }
    }
  }

  // MARK: - Known extensions

  /// `basicConstraints` (4.2.1.9), critical as in Apple's certificates.
  public static func basicConstraints(
    isAuthority: Bool, pathLength: Int64? = nil, critical: Bool = true
  ) -> CertificateExtension {
    CertificateExtension(
      "2.5.29.19", critical: critical,
      value: DERWriter.encode { writer in
        writer.sequence {
          if isAuthority { $0.boolean(true) }
          if let pathLength { $0.integer(pathLength) }
        }
      })
  }

  /// `keyUsage` (4.2.1.3), critical as in Apple's certificates.
  public static func keyUsage(_ usage: KeyUsage, critical: Bool = true) -> CertificateExtension {
    CertificateExtension("2.5.29.15", critical: critical, value: usage.encoded)
  }

  /// `certificatePolicies` (4.2.1.4): these policies, without qualifiers.
  public static func certificatePolicies(_ policies: [String]) -> CertificateExtension {
    CertificateExtension(
      "2.5.29.32",
      value: DERWriter.encode { writer in
        writer.sequence { list in
          for policy in policies { list.sequence { $0.objectIdentifier(policy) } }
        }
      })
  }

  /// `extKeyUsage` (4.2.1.12): these purposes.
  public static func extendedKeyUsage(_ purposes: [String], critical: Bool = false) -> CertificateExtension {
    CertificateExtension(
      "2.5.29.37", critical: critical,
      value: DERWriter.encode { writer in
        writer.sequence { list in
          for purpose in purposes { list.objectIdentifier(purpose) }
        }
      })
  }

  /// A marker: an extension whose name alone says something and whose value is NULL, as Apple marks
  /// what its certificates are for.
  public static func marker(_ identifier: String, critical: Bool = false) -> CertificateExtension {
    CertificateExtension(identifier, critical: critical, value: [0x05, 0x00])
  }

  /// `subjectKeyIdentifier` (4.2.1.2).
  public static func subjectKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension("2.5.29.14", value: DERWriter.encode { $0.octetString(identifier) })
  }

  /// `authorityKeyIdentifier` (4.2.1.1) with its keyIdentifier alone.
  public static func authorityKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension(
      "2.5.29.35",
      value: DERWriter.encode { writer in
        writer.sequence { $0.element(0x80, content: identifier) }
      })
  }
}

/// The bits of `keyUsage` (RFC 5280 4.2.1.3) that receipts' chains use or abuse.
public struct KeyUsage: OptionSet, Sendable, Hashable {
  /// Bit 0 of the BIT STRING is this value's high bit.
  public let rawValue: UInt8
  /// The usage of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bit 0.
  public static let digitalSignature = KeyUsage(rawValue: 0x80)
  /// Bit 2.
  public static let keyEncipherment = KeyUsage(rawValue: 0x20)
  /// Bit 5.
  public static let keyCertSign = KeyUsage(rawValue: 0x04)
  /// Bit 6.
  public static let cRLSign = KeyUsage(rawValue: 0x02)

  /// The BIT STRING, trailing zero bits cut (X.690 11.2.2).
  var encoded: [UInt8] {
    DERWriter.encode { writer in
      if rawValue == 0 {
        writer.bitString([])
      } else {
        writer.bitString([rawValue], unusedBits: UInt8(truncatingIfNeeded: rawValue.trailingZeroBitCount))
      }
    }
  }
}
