// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import AppStoreReceipts

/// What two receipts say differently, for people: `+` for what is new, `-` for what is gone, `~` for what changed.
public enum DiffReport {
  /// The differences as text, ended by a newline.
  public static func text(old: ReceiptReport, new: ReceiptReport, style: TextStyle) -> String {
    var lines = TextLines(style: style)
    for (word, report) in [("old", old), ("new", new)] {
      let verdict =
        report.verdict.refusal.map { "\(report.verdict.status) \($0.code)" } ?? report.verdict.status
      lines.field(word, "\(verdict): \(terminalText(style.redaction.name(report.name)))", indent: 0, width: 6)
    }
    guard let oldReceipt = old.receipt, let newReceipt = new.receipt else {
      lines.prose("They cannot be compared: one holds nothing that can be read.")
      return lines.text
    }
    let diff = ReceiptDiff(old: oldReceipt, new: newReceipt)
    guard !diff.isEmpty else {
      lines.prose("Both say the same.")
      return lines.text
    }
    for change in diff.fields { write(change, sign: "~ ", indent: 0, to: &lines) }
    for change in diff.purchases {
      switch change {
      case .added(let purchase):
        lines.facts(["+ " + summary(purchase, style)] + details(purchase, style), indent: 0, rest: 4)
      case .removed(let purchase):
        lines.facts(["- " + summary(purchase, style)] + details(purchase, style), indent: 0, rest: 4)
      case .changed(let purchase, let fields):
        lines.facts(["~ " + summary(purchase, style)], indent: 0)
        for field in fields { write(field, sign: "", indent: 4, to: &lines) }
      }
    }
    return lines.text
  }

  private static func write(
    _ change: ReceiptDiff.FieldChange, sign: String, indent: Int, to lines: inout TextLines
  ) {
    let redaction = lines.style.redaction
    lines.field(
      sign + change.name, "\(shown(change.old, redaction)) → \(shown(change.new, redaction))", indent: indent,
      width: 28)
  }

  private static func summary(_ purchase: InAppPurchase, _ style: TextStyle) -> String {
    let transaction = purchase.transactionID.map {
      "transaction " + terminalText(style.redaction.transaction($0))
    }
    let product = purchase.productID.map { terminalText($0.description) }
    return [transaction, product].compactMap { $0 }.joined(separator: " ")
  }

  private static func details(_ purchase: InAppPurchase, _ style: TextStyle) -> [String] {
    [
      purchase.purchaseDate.map { "bought \(style.time($0))" },
      purchase.expirationDate.map { "until \(style.time($0))" },
      purchase.cancellationDate.map { "CANCELLED \(style.time($0))" },
    ].compactMap { $0 }
  }

  private static func shown(_ value: ReceiptDiff.Shown?, _ redaction: Redaction?) -> String {
    switch value {
    case nil: return "(none)"
    case .text(let text): return terminalText(text)
    case .identity(let identity, let text):
      return terminalText(redaction?.token(identity.rawValue, text.utf8) ?? text)
    case .octets(let octets):
      if redaction != nil { return redaction.hex(octets) }
      return hexadecimalText(octets.prefix(16)) + (octets.count > 16 ? "…" : "")
    }
  }
}
