// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
package import AppStoreReceipts
package import PKCS7Decoding

/// The rules for certificates that OpenSSL does not know, or that must not depend on it.
///
/// They follow Apple's own policy for receipts (Security framework, `SecPolicyCreateMacAppStoreReceipt`), and go beyond it
/// where a certificate of another kind could be passed off as a signer's.
package struct ChainRules {
  /// Whether SHA-1 signatures on certificates are let through: only for receipts that are signed with SHA-1 themselves.
  let allowsSHA1: Bool

  package init(allowsSHA1: Bool) { self.allowsSHA1 = allowsSHA1 }

  // MARK: - Apple's marks

  /// The mark of certificates that sign receipts.
  static let receiptSigningMarker = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 11, 1)
  /// The mark of the intermediates of Worldwide Developer Relations.
  static let intermediateMarker = ObjectIdentifier(1, 2, 840, 113635, 100, 6, 2, 1)
  /// The policy of certificates that sign receipts.
  static let receiptSigningPolicy = ObjectIdentifier(1, 2, 840, 113635, 100, 5, 6, 1)

  static let basicConstraints = ObjectIdentifier(2, 5, 29, 19)
  static let keyUsage = ObjectIdentifier(2, 5, 29, 15)
  private static let certificatePolicies = ObjectIdentifier(2, 5, 29, 32)

  // MARK: - The two certificates

  /// What keeps a certificate from being a receipt's signer; `nil` when nothing does.
  package func objection(toSigner certificate: EmbeddedCertificate) -> ReceiptError.Code? {
    if let objection = objection(toAny: certificate, keySizes: 2048...8192) { return objection }
    guard has(Self.receiptSigningMarker, certificate),
      policies(of: certificate)?.contains(Self.receiptSigningPolicy) == true, isSigner(certificate)
    else { return .chainPurpose }
    return nil
  }

  /// What keeps a certificate from being the signer's issuer; `nil` when nothing does.
  package func objection(toIntermediate certificate: EmbeddedCertificate) -> ReceiptError.Code? {
    if let objection = objection(toAny: certificate, keySizes: 2048...8192) { return objection }
    guard has(Self.intermediateMarker, certificate), isIssuer(certificate) else { return .chainPurpose }
    return nil
  }

  /// Whether a certificate may sign messages, and nothing else.
  func isSigner(_ certificate: EmbeddedCertificate) -> Bool {
    guard isAuthority(certificate) == false, let usage = keyUsage(of: certificate) else { return false }
    return usage.contains(.digitalSignature) && usage.isDisjoint(with: [.certificateSign, .listSign])
  }

  /// Whether a certificate may issue others.
  func isIssuer(_ certificate: EmbeddedCertificate) -> Bool {
    isAuthority(certificate) == true && keyUsage(of: certificate)?.contains(.certificateSign) == true
  }

  func objection(
    toAny certificate: EmbeddedCertificate, keySizes: ClosedRange<Int>
  ) -> ReceiptError.Code? {
    guard certificate.notBefore != nil, certificate.notAfter != nil else { return .chainValidity }
    switch certificate.signatureAlgorithm.algorithm {
    case .sha256WithRSAEncryption, .sha384WithRSAEncryption, .sha512WithRSAEncryption: break
    case .sha1WithRSAEncryption where allowsSHA1: break
    default: return .chainAlgorithm
    }
    // Every key of Apple's has the exponent 65537. A small one makes forgery easy where padding is checked carelessly.
    guard case .rsa(let bits, let exponent?) = certificate.publicKey, keySizes ~= bits, exponent >= 65_537,
      exponent % 2 == 1
    else { return .chainKey }
    let extensions = certificate.extensions
    guard certificate.version == 3, extensions.count <= 32,
      Set(extensions.map(\.identifier)).count == extensions.count
    else { return .chainPurpose }
    return nil
  }

  // MARK: - Extensions

  /// A bit of the keyUsage extension (RFC 5280 4.2.1.3), by its number.
  enum KeyUsage: Int, CaseIterable {
    case digitalSignature = 0
    case certificateSign = 5
    case listSign = 6
  }

  private func value(_ identifier: ObjectIdentifier, _ certificate: EmbeddedCertificate) -> [UInt8]? {
    certificate.extensions.first { $0.identifier == identifier }.map { Array(certificate.value(of: $0)) }
  }

  func has(_ identifier: ObjectIdentifier, _ certificate: EmbeddedCertificate) -> Bool {
    value(identifier, certificate) != nil
  }

  /// Whether a certificate may issue others (RFC 5280 4.2.1.9): `false` when it does not say, `nil` when what it says
  /// cannot be read.
  private func isAuthority(_ certificate: EmbeddedCertificate) -> Bool? {
    guard let value = value(Self.basicConstraints, certificate) else { return false }
    var reader = ASN1Reader(value.span, rules: .distinguished, depth: 1)
    guard var sequence = try? reader.enter(.sequence) else { return nil }
    return sequence.isNext(.boolean) ? try? sequence.readBoolean() : false
  }

  /// What a certificate's key may be used for; `nil` when it does not say or cannot be read.
  private func keyUsage(of certificate: EmbeddedCertificate) -> Set<KeyUsage>? {
    guard let value = value(Self.keyUsage, certificate) else { return nil }
    var reader = ASN1Reader(value.span, in: 0..<value.count, depth: 0)
    // A BIT STRING: the number of unused bits, then the bits, the highest first (X.690 8.6.2).
    guard let contents = try? reader.read(.bitString), contents.count >= 2, (try? reader.finish()) != nil
    else {
      return nil
    }
    let bits = value[contents.lowerBound + 1]
    return Set(KeyUsage.allCases.filter { bits & (0x80 >> UInt8($0.rawValue)) != 0 })
  }

  /// The policies under which a certificate was issued (RFC 5280 4.2.1.4); `nil` when they cannot be read.
  private func policies(of certificate: EmbeddedCertificate) -> Set<ObjectIdentifier>? {
    guard let value = value(Self.certificatePolicies, certificate) else { return [] }
    var reader = ASN1Reader(value.span, rules: .distinguished, depth: 2)
    var policies: Set<ObjectIdentifier> = []
    do {
      var sequence = try reader.enter(.sequence)
      while !sequence.isAtEnd {
        var information = try sequence.enter(.sequence)
        policies.insert(try information.readObjectIdentifier())
        try sequence.moveBehind(information)
      }
    } catch {
      return nil
    }
    return policies
  }
}
