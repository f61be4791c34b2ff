// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// `Validity ::= SEQUENCE { notBefore Time, notAfter Time }` (RFC 5280 4.1.2.5).
public struct CertificateValidity: Sendable, Hashable {
  /// The first second at which the certificate is valid.
  public var notBefore: CertificateTime
  /// The last.
  public var notAfter: CertificateTime

  /// A window from one time to the other.
  public init(_ notBefore: CertificateTime, _ notAfter: CertificateTime) {
    self.notBefore = notBefore
    self.notAfter = notAfter
  }

  /// The element.
  public var encoded: [UInt8] {
    DERWriter.encode { writer in
      writer.sequence {
        $0.element(notBefore.tag, content: Array(notBefore.text.utf8))
        $0.element(notAfter.tag, content: Array(notAfter.text.utf8))
      }
    }
  }
}
