// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptReports

/// Every report for people on any bytes is text that cannot act on a terminal, and ASCII where that was asked for.
func checkReport(_ bytes: [UInt8]) throws(Violation) {
  let report = report(DecodedReceipt(bytes), bytes)
  var style = TextStyle(now: fixedNow)
  style.showsAll = true
  style.showsCertificatesInFull = true
  // Reports take longer than decoding: not all of them are made of each input.
  if isChosen(bytes, oneIn: 2) {
    style.isASCII = true
    style.width = 40
    style.redaction = Redaction()
    for text in texts(of: report, style) {
      try requireShowable(Array(text.utf8), allowsLineFeeds: true)
      try require(text.utf8.allSatisfy { $0 < 0x80 }, "there is more than ASCII in a report in ASCII")
    }
    _ = try parsed(ReceiptJSON.document(report, onOneLine: true, redaction: Redaction()))
  } else {
    for text in texts(of: report, style) + [HTMLReport.page(report, style: style), TreeReport.text(bytes)] {
      try requireShowable(Array(text.utf8), allowsLineFeeds: true)
    }
  }
}

private func texts(of report: ReceiptReport, _ style: TextStyle) -> [String] {
  [
    TextReport.text(report, style: style), TextReport.certificates(report, style: style),
    TextReport.timeline(report, style: style), FieldReport.text(report, style: style),
  ]
}
