// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding
import ReceiptVerification

/// What a report says of an embedded certificate.
struct CertificateSummary {
  let certificate: EmbeddedCertificate
  let role: Role

  /// What the certificate is for in this message, by names and serial numbers alone: it proves nothing.
  enum Role: String {
    case signer
    case intermediate
    case root
    case other
  }

  /// All certificates of a message, in its order.
  static func all(of signedData: SignedData) -> [CertificateSummary] {
    let signer = signerIndex(of: signedData)
    return signedData.certificates.indices.map { index in
      let certificate = signedData.certificates[index]
      let role: Role =
        if index == signer {
          .signer
        } else if certificate.subject.der.elementsEqual(certificate.issuer.der) {
          .root
        } else if let signer,
          certificate.subject.der.elementsEqual(signedData.certificates[signer].issuer.der)
        {
          .intermediate
        } else {
          .other
        }
      return CertificateSummary(certificate: certificate, role: role)
    }
  }

  /// The index of the certificate that the first signer names; `nil` when there is none.
  static func signerIndex(of signedData: SignedData) -> Int? {
    guard let signer = signedData.signerInfos.first else { return nil }
    return signedData.certificates.firstIndex { signer.names($0, in: signedData) }
  }

  var notBefore: Timestamp? {
    (certificate.notBefore?.secondsSince1970).flatMap { Timestamp(secondsSince1970: $0) }
  }

  var notAfter: Timestamp? {
    (certificate.notAfter?.secondsSince1970).flatMap { Timestamp(secondsSince1970: $0) }
  }

  /// Apple's marks among the extensions.
  var markers: [ObjectIdentifier] {
    certificate.extensions.lazy.map(\.identifier).filter { $0.isBelow(Self.markerArc) }
  }

  private static let markerArc = ObjectIdentifier(1, 2, 840, 113635, 100, 6)

  /// SHA-256 of the whole certificate.
  var fingerprint: [UInt8]? { DigestAlgorithm.sha256.digest(of: certificate.der) }

  /// Whether an instant lies in the validity; `nil` when either is unknown. The last instant is expired, as OpenSSL has it.
  func isValid(at instant: Timestamp?) -> Bool? {
    guard let instant, let notBefore, let notAfter else { return nil }
    return notBefore <= instant && instant < notAfter
  }
}
