// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding

extension TextReport {
  mutating func writeCertificates() {
    guard let decoded = report.decoded else { return }
    let certificates = CertificateSummary.all(of: decoded.signedData)
    guard !certificates.isEmpty else { return }
    var title = "Certificates: \(certificates.count)"
    if let signer = decoded.signedData.signerInfos.first {
      title +=
        "; the receipt is signed with \(signer.digestAlgorithm.name) and \(signer.signatureAlgorithm.name)"
    }
    lines.heading(title)
    for summary in certificates { write(summary, created: decoded.receipt?.creationDate) }
  }

  private mutating func write(_ summary: CertificateSummary, created: Timestamp?) {
    let certificate = summary.certificate
    let name = certificate.subject.commonName ?? certificate.subject.rfc4514 ?? "(no readable name)"
    lines.field(summary.role.rawValue, terminalText(name))
    let validity = [summary.notBefore, summary.notAfter].map { $0.map { String(dayText($0)) } ?? "?" }
    var facts = ["serial \(hexadecimalText(certificate.serialNumber))"]
    facts.append("valid \(validity.joined(separator: " to "))")
    switch summary.isValid(at: created) {
    case true?: facts.append("valid at creation")
    case false?: facts.append("NOT valid at creation")
    case nil: break
    }
    facts.append(
      "\(certificate.publicKey?.description ?? "unreadable key"), signed with \(certificate.signatureAlgorithm.name)"
    )
    for marker in summary.markers {
      facts.append(marker.description + (Self.markerNames[marker].map { " (\($0))" } ?? ""))
    }
    lines.facts(facts, indent: 18)
  }

  private static let markerNames: [ObjectIdentifier: String] = [
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 11, 1): "signs receipts",
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 2, 1): "developer relations",
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 1, 2): "signs a developer's apps",
    ObjectIdentifier(1, 2, 840, 113635, 100, 6, 5, 1): "signs iOS 6 receipts",
  ]
}
