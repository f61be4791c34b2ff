// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding

extension TextReport {
  /// The certificates alone, with everything that is known of them; an empty text without any.
  public static func certificates(_ report: ReceiptReport, style: TextStyle) -> String {
    var text = TextReport(report: report, style: style, lines: TextLines(style: style))
    for summary in report.certificates {
      text.writeInFull(summary, created: report.signingDate)
    }
    return text.lines.text
  }

  private mutating func writeInFull(_ summary: CertificateSummary, created: Timestamp?) {
    let certificate = summary.certificate
    lines.heading(summary.role.rawValue)
    lines.field("subject", terminalText(certificate.subject.rfc4514 ?? "(not readable)"))
    lines.field("issuer", terminalText(certificate.issuer.rfc4514 ?? "(not readable)"))
    lines.field("serial number", style.redaction.hex(certificate.serialNumber))
    lines.field("not before", summary.notBefore?.description ?? "(not readable)")
    lines.field("not after", summary.notAfter?.description ?? "(not readable)")
    if let isValid = summary.isValid(at: created) {
      lines.field("at creation", isValid ? "valid" : "NOT valid")
    }
    lines.field("key", certificate.publicKey?.description ?? "(not readable)")
    lines.field("signed with", certificate.signatureAlgorithm.name)
    lines.field("SHA-256", summary.fingerprint.map { style.redaction.hex($0) } ?? "(not computed)")
    for found in certificate.extensions {
      let name = found.identifier.description + (found.identifier.knownName.map { " (\($0))" } ?? "")
      lines.field("extension", name + (found.isCritical ? ", critical" : ""))
    }
  }

  mutating func writeCertificates() {
    let certificates = report.certificates
    guard !certificates.isEmpty else { return }
    var title = "Certificates: \(certificates.count)"
    if let signer = report.signer {
      title += "; the receipt is signed with \(signer.digest) and \(signer.signatureAlgorithm)"
    }
    lines.heading(title)
    for summary in certificates {
      if style.showsCertificatesInFull {
        writeInFull(summary, created: report.signingDate)
      } else {
        write(summary, created: report.signingDate)
      }
    }
  }

  private mutating func write(_ summary: CertificateSummary, created: Timestamp?) {
    let certificate = summary.certificate
    let name = certificate.subject.commonName ?? certificate.subject.rfc4514 ?? "(no readable name)"
    lines.field(summary.role.rawValue, terminalText(name))
    let validity = [summary.notBefore, summary.notAfter].map { $0.map { String(dayText($0)) } ?? "?" }
    var facts = ["serial \(style.redaction.hex(certificate.serialNumber))"]
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
      facts.append(marker.description + (marker.knownName.map { " (\($0))" } ?? ""))
    }
    lines.facts(facts, indent: 18)
  }
}
