// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import ReceiptReports
import ReceiptVerification
import Testing

/// Reports as they must read, to the letter. `RECEIPT_GOLDEN=write` writes them anew, to be read before they are committed.
@Suite struct GoldenTests {
  struct Golden: CustomStringConvertible {
    let receipt: String
    let form: String
    let shows: String

    var description: String { "\(receipt).\(form): \(shows)" }
  }

  static let goldens: [Golden] = [
    Golden(
      receipt: "sandbox-sha256", form: "text", shows: "an expired subscription beside a product that is owned"
    ),
    Golden(
      receipt: "trial-and-intro", form: "text", shows: "a trial and an introductory price, and both times"),
    Golden(receipt: "refund", form: "text", shows: "cancelled rows, and what is left of the entitlement"),
    Golden(receipt: "product-types", form: "text", shows: "each type of product in its own words"),
    Golden(receipt: "vpp", form: "text", shows: "a receipt that has expired itself"),
    Golden(receipt: "xcode-purchases", form: "text", shows: "a rejected receipt, printed all the same"),
    Golden(
      receipt: "malformed-quantity", form: "text",
      shows: "a problem with its place, and a row that grants nothing"),
    Golden(receipt: "hostile-text", form: "text", shows: "control characters by their numbers, never raw"),
    Golden(
      receipt: "purchases-200", form: "text", shows: "the newest 20 of 200 purchases, and how to see the rest"
    ),
    Golden(
      receipt: "production-sha1", form: "not-checked", shows: "the first line of a report that proves nothing"
    ),
    Golden(receipt: "milliseconds", form: "narrow", shows: "lines of 60 columns in ASCII"),
    Golden(receipt: "unknown-attributes", form: "fields", shows: "unknown attributes in hexadecimal"),
    Golden(
      receipt: "refund", form: "timeline", shows: "cancelled periods, a gap, a product bought once, and now"),
    Golden(
      receipt: "trial-and-intro", form: "timeline", shows: "a trial, an introductory price and a paid period"),
    Golden(receipt: "refund", form: "diff", shows: "what a refund and a new period change"),
    Golden(receipt: "refund", form: "html", shows: "the page for a ticket, redacted"),
    Golden(
      receipt: "sandbox-sha256", form: "redacted", shows: "tokens in the place of what identifies a person"),
    Golden(
      receipt: "sandbox-sha256", form: "verbose", shows: "the certificates with all that is known of them"),
    Golden(
      receipt: "production-late-2015", form: "certificates", shows: "a chain of two digests, mark by mark"),
    Golden(receipt: "xcode", form: "tree", shows: "indefinite lengths, pieces, and named attributes"),
  ]

  @Test(arguments: goldens)
  func aReportReadsAsItDid(golden: Golden) throws {
    let text = try render(golden)
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/\(golden.receipt).\(golden.form).txt")
    if ProcessInfo.processInfo.environment["RECEIPT_GOLDEN"] == "write" {
      try Data(text.utf8).write(to: file)
    }
    #expect(try text == String(contentsOf: file, encoding: .utf8))
  }

  private static let now = Timestamp("2026-11-30T12:00:00Z") ?? .latest

  private func report(_ receipt: String, checked: Bool, at instant: String? = nil) throws -> ReceiptReport {
    let input = try ReceiptInput(Folders.bytes(Folders.testReceipts.appending(path: receipt + ".der")))
    let decoded = DecodedReceipt(input.bytes)
    let root = try Folders.bytes(Folders.testReceipts.appending(path: "test-root.der"))
    let verifier = try ReceiptVerifier(
      bundleIDs: .any, environments: [.production, .sandbox], anchors: .custom([root]))
    var verdict = Verdict(decoded: decoded)
    if checked {
      do throws(ReceiptError) {
        verdict = .verified(try verifier.verify(decoded, now: Self.now))
      } catch {
        verdict = Verdict(error)
      }
    }
    var questions = Questions()
    questions.instant = instant.flatMap { Timestamp($0) }
    return ReceiptReport(
      name: receipt, input: input, decoded: decoded, verdict: verdict, questions: questions, now: Self.now)
  }

  private func render(_ golden: Golden) throws -> String {
    let at = ["timeline", "html"].contains(golden.form) ? "2025-07-01T00:00:00Z" : nil
    let report = try report(golden.receipt, checked: golden.form != "not-checked", at: at)
    var style = TextStyle(now: Self.now)
    switch golden.form {
    case "fields": return FieldReport.text(report, style: style)
    case "tree": return withoutKeys(TreeReport.text(report.input?.bytes ?? []))
    case "certificates": return withoutKeys(TextReport.certificates(report, style: style))
    case "timeline": return TextReport.timeline(report, style: style)
    case "diff":
      return DiffReport.text(old: try self.report("sandbox-sha256", checked: true), new: report, style: style)
    case "html":
      style.redaction = Redaction()
      return HTMLReport.page(report, style: style)
    case "redacted": style.redaction = Redaction()
    case "verbose":
      style.showsCertificatesInFull = true
      return withoutKeys(TextReport.text(report, style: style))
    case "narrow":
      style.width = 60
      style.isASCII = true
    default:
      style.localTime =
        golden.receipt == "trial-and-intro" ? TextStyle.LocalTime { _ in ("XST", 5 * 3_600 + 1_800) } : nil
    }
    return TextReport.text(report, style: style)
  }

  /// Keys and signatures are other ones each time that the test receipts are made.
  private func withoutKeys(_ text: String) -> String {
    let changing = ["BIT STRING (", "OCTET STRING (256 bytes)", "OCTET STRING (20 bytes)"]
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      if line.hasPrefix("  SHA-256  ") { return "  SHA-256 …" }
      return changing.contains { line.contains($0) }
        ? String(line.prefix { $0 != ")" }) + ") …" : String(line)
    }.joined(separator: "\n")
  }

  @Test func colourSaysNothingThatTheWordsDoNot() throws {
    let report = try report("mac", checked: false)
    var style = TextStyle(now: Self.now)
    let plain = TextReport.text(report, style: style)
    style.isColored = true
    let colored = TextReport.text(report, style: style)
    #expect(colored.contains("\u{1B}["))
    #expect(!plain.contains("\u{1B}"))
    #expect(colored.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain)
  }
}
