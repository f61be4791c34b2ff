// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptReports

/// Every report for people on any bytes is text that cannot act on a terminal, and ASCII where that was asked for.
func checkReport(_ bytes: [UInt8]) throws(Violation) {
  try requireShowable(Array(TreeReport.text(bytes).utf8), allowsLineFeeds: true)
  guard let report = report(DecodedReceipt(bytes), bytes) else { return }
  var style = TextStyle(now: fixedNow)
  style.showsAll = true
  style.showsCertificatesInFull = true
  try requireShowable(texts(of: report, style))
  try requireShowable([HTMLReport.page(report, style: style)])
  style.isASCII = true
  style.width = 40
  style.redaction = Redaction()
  let plain = texts(of: report, style)
  try requireShowable(plain)
  for text in plain {
    try require(text.utf8.allSatisfy { $0 < 0x80 }, "there is more than ASCII in a report in ASCII")
  }
  _ = try parsed(ReceiptJSON.document(report, onOneLine: true, redaction: Redaction()))
}

private func texts(of report: ReceiptReport, _ style: TextStyle) -> [String] {
  [
    TextReport.text(report, style: style), TextReport.certificates(report, style: style),
    TextReport.timeline(report, style: style), FieldReport.text(report, style: style),
  ]
}

private func requireShowable(_ texts: [String]) throws(Violation) {
  for text in texts { try requireShowable(Array(text.utf8), allowsLineFeeds: true) }
}
