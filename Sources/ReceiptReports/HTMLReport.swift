// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import PKCS7Decoding
import ReceiptVerification

/// The report as one page for a ticket: nothing is loaded from elsewhere, and no script runs.
public struct HTMLReport {
  private let report: ReceiptReport
  private let style: TextStyle
  private var html = ""

  /// The page on one input.
  public static func page(_ report: ReceiptReport, style: TextStyle) -> String {
    var page = HTMLReport(report: report, style: style)
    page.writeHead()
    page.writeVerdict()
    page.writeAnswers()
    if let receipt = report.receipt {
      page.writeApp(receipt)
      page.writeEntitlements()
      page.writePurchases(receipt)
      page.writeProblems(receipt)
    }
    page.writeCertificates()
    page.writeFoot()
    return page.html
  }

  private init(report: ReceiptReport, style: TextStyle) {
    self.report = report
    self.style = style
  }

  // MARK: - The frame

  private mutating func writeHead() {
    html += """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(htmlText(title))</title>
      <style>
      \(Self.styleSheet)
      </style>
      </head>
      <body>

      """
  }

  private var title: String {
    let app = report.receipt?.bundleID?.description ?? style.redaction.name(report.name)
    return "Receipt of \(app): \(report.verdict.status)"
  }

  private mutating func writeFoot() {
    let redacted =
      style.redaction == nil ? "" : " Names, identifiers and hexadecimal values are replaced by tokens."
    html += """
      <footer>Made by receipt-dump on \(htmlText(style.time(style.now))).\(redacted)</footer>
      </body>
      </html>

      """
  }

  // MARK: - The answer

  private mutating func writeVerdict() {
    let (word, kind): (String, String) =
      switch report.verdict {
      case .verified: ("Verified", "good")
      case .rejected: ("Rejected", "bad")
      case .undetermined: ("Undetermined", "doubtful")
      case .notChecked: ("Not checked", "doubtful")
      }
    let receipt = report.receipt
    html += "<header class=\"\(kind)\">\n<p class=\"verdict\">\(word)</p>\n"
    html += "<h1>\(htmlText(receipt?.bundleID?.description ?? style.redaction.name(report.name)))</h1>\n"
    var facts: [String] = []
    if let version = receipt?.appVersion { facts.append("version \(version)") }
    if let environment = receipt?.environment { facts.append(environment.rawValue) }
    if let created = receipt?.creationDate { facts.append("made \(style.timeAndDistance(created))") }
    if !facts.isEmpty { html += "<p>\(htmlText(facts.joined(separator: " · ")))</p>\n" }
    for note in notes { html += "<p class=\"note\">\(htmlText(note))</p>\n" }
    html += "</header>\n"
  }

  private var notes: [String] {
    let warnings = report.warnings.map { "\($0.code): \($0.message)" }
    switch report.verdict {
    case .verified(let verified):
      var notes = warnings
      if !verified.isBundleIDCompared { notes.append("The bundle identifier was not compared.") }
      return notes
    case .notChecked: return [report.doubt] + warnings
    case .rejected(let refusal), .undetermined(let refusal):
      let place = [refusal.offset.map { "byte \($0)" }, refusal.path].compactMap { $0 }.joined(
        separator: ", ")
      return ["\(refusal.code): \(refusal.message)", refusal.hint, place.isEmpty ? nil : "At \(place)."]
        .compactMap { $0 }
    }
  }

  private mutating func writeAnswers() {
    let answers = report.rights?.answers(to: report.questions, naming: style.redaction.transaction) ?? []
    guard !answers.isEmpty else { return }
    html += "<section>\n<h2>Answers</h2>\n<ul>\n"
    for answer in answers {
      html += "<li><b>\(answer.isYes ? "Yes" : "No")</b> \(htmlText(answer.because))</li>\n"
    }
    html += "</ul>\n</section>\n"
  }

  // MARK: - The receipt

  private mutating func writeApp(_ receipt: AppReceipt) {
    html += "<section>\n<h2>App</h2>\n<dl>\n"
    for definition in AttributeTable.receipt.definitions where definition.key != nil {
      guard let value = receipt.value(of: definition), definition.identifies == nil else { continue }
      if case .octets = value { continue }
      html += "<div><dt>\(htmlText(definition.name))</dt><dd>\(htmlText(shown(value)))</dd></div>\n"
    }
    html += "</dl>\n</section>\n"
  }

  private func shown(_ value: AttributeValue) -> String {
    if case .date(let date) = value { return style.time(date) }
    return value.plainText
  }

  private mutating func writeEntitlements() {
    guard let rights = report.rights else { return }
    html += "<section>\n<h2>Entitlements</h2>\n"
    guard rights.isShown else {
      html += "<p>None, since the receipt is not verified.</p>\n</section>\n"
      return
    }
    let entitlements = rights.entitlements
    html += "<p>At \(htmlText(style.time(entitlements.instant)))"
    if case .notChecked = rights.proof { html += ", <b>not checked</b>" }
    if entitlements.isLocalTesting { html += ", <b>local testing: anyone could have made this</b>" }
    html += "</p>\n"
    if let timeline = Timeline(entitlements) {
      html += TimelineDrawing.svg(timeline) { htmlText(style.time($0)) }
    }
    html += "<ul>\n"
    for explanation in entitlements.explanations {
      let sentence = explanation.sentence { style.redaction.transaction($0) }
      html += "<li>\(htmlText(sentence))</li>\n"
    }
    html +=
      "</ul>\n<p class=\"note\">Introductory offer \(entitlements.introductoryOfferUsed() ? "" : "not ")used, "
    html +=
      "per this receipt. It knows nothing newer than its creation. \(htmlText(TextReport.graceNote(report)))"
    html += "</p>\n</section>\n"
  }

  private mutating func writePurchases(_ receipt: AppReceipt) {
    let purchases = receipt.inAppPurchases.sorted { left, right in
      (left.purchaseDate ?? .latest, left.index) < (right.purchaseDate ?? .latest, right.index)
    }
    guard !purchases.isEmpty else { return }
    html +=
      "<section>\n<h2>In-app purchases: \(purchases.count)</h2>\n<table>\n<thead><tr><th>#</th><th>bought</th>"
    html += "<th>product</th><th>until</th><th>transaction</th><th></th></tr></thead>\n<tbody>\n"
    for purchase in purchases { write(purchase) }
    html += "</tbody>\n</table>\n</section>\n"
  }

  private mutating func write(_ purchase: InAppPurchase) {
    var marks: [String] = []
    if let date = purchase.cancellationDate {
      marks.append("<b class=\"bad\">cancelled \(htmlText(style.time(date)))</b>")
    }
    if purchase.hasProblems { marks.append("<b class=\"bad\">not readable</b>") }
    if purchase.isTrialPeriod == true { marks.append("free trial") }
    if purchase.isInIntroductoryOfferPeriod == true { marks.append("introductory price") }
    if case .familyShared? = purchase.ownershipType { marks.append("family shared") }
    if let quantity = purchase.quantity, quantity != 1 { marks.append("quantity \(quantity)") }
    let cells: [(name: String, text: String)] = [
      ("#", String(purchase.index)), ("bought", purchase.purchaseDate.map(style.time) ?? "not readable"),
      ("product", purchase.productID?.description ?? "not readable"),
      ("until", purchase.expirationDate.map(style.time) ?? ""),
      ("transaction", purchase.transactionID.map { style.redaction.transaction($0) } ?? ""),
    ]
    html += purchase.cancellationDate == nil ? "<tr>" : "<tr class=\"cancelled\">"
    for cell in cells { html += "<td data-name=\"\(cell.name)\">\(htmlText(cell.text))</td>" }
    html += "<td>\(marks.joined(separator: ", "))</td></tr>\n"
  }

  private mutating func writeProblems(_ receipt: AppReceipt) {
    let problems = receipt.problems
    guard !problems.isEmpty else { return }
    html += "<section>\n<h2>Problems: \(problems.count)</h2>\n<ul>\n"
    for problem in problems.prefix(200) {
      let text = "\(problem.code): \(problem.error.message) Byte \(problem.offset), \(problem.path)."
      html += "<li>\(htmlText(text))</li>\n"
    }
    html += "</ul>\n</section>\n"
  }

  // MARK: - Who signed

  private mutating func writeCertificates() {
    let certificates = report.certificates
    guard !certificates.isEmpty else { return }
    html += "<section>\n<h2>Certificates</h2>\n<dl>\n"
    for summary in certificates {
      let certificate = summary.certificate
      var facts = [certificate.subject.commonName ?? "no readable name"]
      facts.append(
        [summary.notBefore, summary.notAfter].map { $0.map { String(dayText($0)) } ?? "?" }.joined(
          separator: " to "))
      if let isValid = summary.isValid(at: report.signingDate) {
        facts.append(isValid ? "valid at creation" : "NOT valid at creation")
      }
      facts.append(
        "\(certificate.publicKey?.description ?? "unreadable key"), \(certificate.signatureAlgorithm.name)")
      let text = facts.joined(separator: " · ")
      html += "<div><dt>\(summary.role.rawValue)</dt><dd>\(htmlText(text))</dd></div>\n"
    }
    html += "</dl>\n</section>\n"
  }
}
