// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts
import ReceiptVerification

/// The report for people: a first line that answers, then what the receipt holds.
public struct TextReport {
  let report: ReceiptReport
  let style: TextStyle
  var lines: TextLines

  /// The report of one input as text, ended by a newline.
  public static func text(_ report: ReceiptReport, style: TextStyle) -> String {
    var text = TextReport(report: report, style: style, lines: TextLines(style: style))
    text.writeVerdict()
    text.writeAnswers()
    if let receipt = report.receipt {
      text.writeApp(receipt)
      text.writeEntitlements()
      text.writePurchases(receipt)
      text.writeRenewals()
      text.writeProblems(receipt)
    }
    text.writeCertificates()
    return text.lines.text
  }

  // MARK: - The answer

  mutating func writeVerdict() {
    switch report.verdict {
    case .verified(let verified):
      lines.answer("VERIFIED", .good, summary)
      writeWarnings()
      if !verified.isBundleIDCompared {
        lines.prose("The bundle identifier was not compared: --bundle-id says which app it must be.")
      }
    case .notChecked:
      lines.answer("NOT CHECKED", .doubtful, summary)
      lines.prose(report.doubt)
      writeWarnings()
    case .rejected(let refusal): writeRefusal("REJECTED", .bad, refusal)
    case .undetermined(let refusal): writeRefusal("UNDETERMINED", .doubtful, refusal)
    }
  }

  private mutating func writeWarnings() {
    for warning in report.warnings { lines.prose("warning: \(warning.code): \(warning.message)") }
  }

  private mutating func writeRefusal(_ word: String, _ color: TextLines.Color, _ refusal: Verdict.Refusal) {
    lines.answer(word, color, "\(refusal.code): \(refusal.message)")
    if let hint = refusal.hint { lines.prose("hint: \(hint)") }
    let place = [refusal.offset.map { "byte \($0)" }, refusal.path].compactMap { $0 }
    if !place.isEmpty { lines.prose("at: " + place.joined(separator: ", ")) }
    if report.receipt != nil { lines.prose("It claims to be a " + summary) }
  }

  /// `receipt of com.example.app 3.2 · production · made 2024-08-06 12:00 UTC (2 years before 2026-11-30)`
  private var summary: String {
    let kind = report.summaryName
    guard let receipt = report.receipt else { return kind }
    var text = "\(kind) of " + (receipt.bundleID.map(shown) ?? "an unknown app")
    if let version = receipt.appVersion { text += " \(shown(version))" }
    if let environment = receipt.environment { text += " · \(environment.rawValue)" }
    if let created = receipt.creationDate {
      let relation = created <= style.now ? "before" : "after"
      text += " · made \(TextStyle(now: style.now).time(created))"
      text += " (\(distanceText(created, style.now)) \(relation) \(dayText(style.now)))"
    }
    if let transaction = report.transactionReceipt, let date = transaction.purchase.purchaseDate {
      text += " · bought \(TextStyle(now: style.now).time(date))"
    }
    return text
  }

  private mutating func writeAnswers() {
    let answers = report.rights?.answers(to: report.questions, naming: style.redaction.transaction) ?? []
    guard !answers.isEmpty else { return }
    lines.heading("Answers")
    for answer in answers { lines.prose("\(answer.isYes ? "yes" : "no"): \(answer.because)", indent: 2) }
  }

  // MARK: - The app

  private mutating func writeApp(_ receipt: AppReceipt) {
    lines.heading("App")
    let version = receipt.appVersion.map { ", version \(shown($0))" } ?? ""
    lines.field("app", (receipt.bundleID.map(shown) ?? "(not readable)") + version)
    if let date = receipt.originalPurchaseDate {
      let original = receipt.originalAppVersion.map { " as version \(shown($0))" } ?? ""
      let isPlaceholder = date.description == "2013-08-01T07:00:00Z" && receipt.environment == .sandbox
      lines.field(
        "first bought", style.time(date) + original + (isPlaceholder ? " (the sandbox always says so)" : ""))
    }
    if let date = receipt.appPurchaseDate { lines.field("downloaded", style.time(date)) }
    lines.field(
      "environment",
      (receipt.environment?.rawValue ?? "unknown") + (receipt.receiptType.map { " (\(shown($0)))" } ?? ""))
    if let date = receipt.creationDate { lines.field("made", style.timeAndDistance(date)) }
    if let date = receipt.expirationDate {
      lines.field(
        "expires", date >= Self.never ? "never" : style.timeAndDistance(date) + " (volume purchase)")
    }
    if let device = deviceText(receipt) { lines.field("client", device) }
    if let rating = receipt.ageRating { lines.field("age rating", shown(rating)) }
    lines.field("device hash", deviceHashText(receipt))
    let others = receipt.attributes.filter { $0.definition?.key == nil && !$0.isRepeated }.compactMap(\.type)
    if !others.isEmpty {
      lines.field(
        "other types", others.sorted().map(String.init).joined(separator: ", ") + " (shown by --fields)")
    }
  }

  /// Xcode's word for "never" is the first day of the year 4001.
  private static let never = Timestamp("4001-01-01T00:00:00Z") ?? .latest

  private func deviceText(_ receipt: AppReceipt) -> String? {
    var facts: [String] = []
    if let platform = receipt.platform { facts.append(platform.reportName) }
    if let version = receipt.clientVersion { facts.append("version \(clientVersion(version))") }
    if let model = receipt.deviceModelCode { facts.append("model code \(model)") }
    return facts.isEmpty ? nil : facts.joined(separator: ", ")
  }

  /// 180602 is 18.6.2.
  private func clientVersion(_ number: ASN1Integer) -> String {
    guard let value = number.int64, value >= 10_000 else { return number.description }
    let parts = [value / 10_000, value / 100 % 100, value % 100]
    return (parts[2] == 0 ? parts.dropLast() : parts[...]).map(String.init).joined(separator: ".")
  }

  private func deviceHashText(_ receipt: AppReceipt) -> String {
    guard receipt.sha1Hash != nil else { return "none" }
    if case .verified(let verified) = report.verdict, case .matched(let device) = verified.deviceBinding {
      return "matches \(style.redaction.device(device.description))"
    }
    return "not compared (give --guid)"
  }

  // MARK: - Pieces

  func shown(_ text: ReceiptText) -> String { terminalText(text.description) }
}
