// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
public import AppStoreReceipts
import PKCS7Decoding
import ReceiptVerification

/// The report for people: a first line that answers, then what the receipt holds.
public struct TextReport {
  private let report: ReceiptReport
  private let now: Timestamp
  private var lines: [String] = []

  /// The report of one input as text, ended by a newline.
  ///
  /// - Parameters:
  ///   - report: The input and what is known of it.
  ///   - now: The clock, for how long ago the receipt was made.
  public static func text(_ report: ReceiptReport, now: Timestamp) -> String {
    var text = TextReport(report: report, now: now)
    text.writeVerdict()
    if let receipt = report.receipt {
      text.writeApp(receipt)
      text.writePurchases(receipt)
      text.writeProblems(receipt)
    }
    text.writeCertificates()
    return text.lines.joined(separator: "\n") + "\n"
  }

  private init(report: ReceiptReport, now: Timestamp) {
    self.report = report
    self.now = now
  }

  // MARK: - The answer

  private mutating func writeVerdict() {
    switch report.verdict {
    case .verified(let verified):
      lines.append("VERIFIED " + summary)
      if verified.trust == .localTesting {
        lines.append("For local testing only: anyone could have signed this.")
      }
      for warning in verified.warnings {
        lines.append("warning: \(warning.code.rawValue): \(warning.message)")
      }
    case .notChecked:
      lines.append("NOT CHECKED " + summary)
      lines.append("Nobody looked at the signature: this proves nothing.")
    case .rejected(let refusal): writeRefusal("REJECTED", refusal)
    case .undetermined(let refusal): writeRefusal("UNDETERMINED", refusal)
    }
  }

  private mutating func writeRefusal(_ word: String, _ refusal: Verdict.Refusal) {
    lines.append("\(word) \(refusal.code): \(refusal.message)")
    if let hint = refusal.hint { lines.append("hint: \(hint)") }
    let place = [refusal.offset.map { "byte \($0)" }, refusal.path].compactMap { $0 }
    if !place.isEmpty { lines.append("at: " + place.joined(separator: ", ")) }
    if report.receipt != nil { lines.append("It claims to be a " + summary) }
  }

  /// `receipt of com.example.app 3.2 · production · made 2024-08-06 12:00 UTC (2 years before 2026-11-30)`
  private var summary: String {
    guard let receipt = report.receipt else { return "receipt" }
    var text = "receipt of " + (receipt.bundleID.map(shown) ?? "an unknown app")
    if let version = receipt.appVersion { text += " \(shown(version))" }
    if let environment = receipt.environment { text += " · \(environment.rawValue)" }
    if let created = receipt.creationDate {
      let relation = created <= now ? "before" : "after"
      text += " · made \(timeText(created)) (\(distanceText(created, now)) \(relation) \(dayText(now)))"
    }
    return text
  }

  // MARK: - The receipt

  private mutating func writeApp(_ receipt: AppReceipt) {
    heading("Receipt")
    for definition in AttributeTable.receipt.definitions {
      guard definition.key != nil, let value = receipt.value(of: definition) else { continue }
      lines.append(field(definition.name, shown(value)))
    }
    writeOthers(receipt.attributes, indent: "  ")
  }

  private mutating func writePurchases(_ receipt: AppReceipt) {
    let purchases = receipt.inAppPurchases.sorted { left, right in
      (left.purchaseDate ?? .latest, left.index) < (right.purchaseDate ?? .latest, right.index)
    }
    heading(
      purchases.isEmpty
        ? "No in-app purchases"
        : "In-app purchases: \(purchases.count), by purchase date, numbered as in the receipt")
    for purchase in purchases {
      let product = purchase.productID.map(shown) ?? "(no readable product identifier)"
      lines.append("  #\(purchase.index) \(product)")
      for definition in AttributeTable.purchase.definitions {
        guard definition.key != nil, definition.type != 1702, let value = purchase.value(of: definition)
        else {
          continue
        }
        lines.append(field(definition.name, shown(value), indent: "     "))
      }
      writeOthers(purchase.attributes, indent: "     ")
    }
  }

  /// The attributes that nobody can interpret, but for those that are always there and always empty.
  private mutating func writeOthers(_ attributes: [ReceiptAttribute], indent: String) {
    for attribute in attributes where attribute.definition?.key == nil && !attribute.isRepeated {
      guard let type = attribute.type, !attribute.value.elementsEqual([0x0C, 0x00]) else { continue }
      lines.append(
        field(
          "type \(type)" + (attribute.definition.map { ", \($0.name)" } ?? ""),
          hexadecimalText(attribute.value),
          indent: indent))
    }
  }

  private mutating func writeProblems(_ receipt: AppReceipt) {
    let problems = receipt.problems
    guard !problems.isEmpty else { return }
    heading("Problems: \(problems.count)")
    for problem in problems {
      lines.append("  \(problem.code): \(problem.path), byte \(problem.offset)")
      if let value = problem.value { lines.append("     \(hexadecimalText(value))") }
    }
  }

  // MARK: - Who signed

  private mutating func writeCertificates() {
    guard let decoded = report.decoded else { return }
    let certificates = CertificateSummary.all(of: decoded.signedData)
    guard !certificates.isEmpty else { return }
    heading("Certificates: \(certificates.count)")
    for summary in certificates {
      let certificate = summary.certificate
      lines.append("  \(summary.role.rawValue): \(certificate.subject.rfc4514.map(terminalText) ?? "?")")
      let validity = [summary.notBefore, summary.notAfter].map { $0.map(timeText) ?? "?" }.joined(
        separator: " to ")
      let atCreation =
        switch summary.isValid(at: decoded.receipt?.creationDate) {
        case true?: ", valid at creation"
        case false?: ", NOT valid at creation"
        case nil: ""
        }
      lines.append(field("valid", validity + atCreation, indent: "     "))
      lines.append(field("serial number", hexadecimalText(certificate.serialNumber), indent: "     "))
      let algorithms = [certificate.publicKey?.description ?? "?", certificate.signatureAlgorithm.name]
      lines.append(field("key, signature", algorithms.joined(separator: ", "), indent: "     "))
      let markers = summary.markers.map(\.description)
      if !markers.isEmpty { lines.append(field("marks", markers.joined(separator: ", "), indent: "     ")) }
    }
  }

  // MARK: - Pieces

  private mutating func heading(_ text: String) {
    lines.append("")
    lines.append(text)
  }

  private func field(_ name: String, _ value: String, indent: String = "  ") -> String {
    let width = 34
    let gap = String(repeating: " ", count: max(1, width - indent.count - name.count))
    return indent + name + gap + value
  }

  private func shown(_ text: ReceiptText) -> String { terminalText(text.description) }

  private func shown(_ value: AttributeValue) -> String {
    switch value {
    case .text(let text): shown(text)
    case .date(let date): timeText(date)
    case .integer(let integer): integer.description
    case .count(let count): String(count)
    case .flag(let flag): flag ? "yes" : "no"
    case .productType(let type): words(type.reportName)
    case .ownershipType(let type): words(type.reportName.lowercased())
    case .platform(let platform): platform.reportName
    case .releaseTag(let tag): tag.description
    case .octets(let octets): hexadecimalText(octets)
    }
  }

  private func words(_ name: String) -> String {
    String(name.map { $0 == "_" ? " " : $0 })
  }
}
