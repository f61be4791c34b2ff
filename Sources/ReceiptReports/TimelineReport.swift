// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

extension TextReport {
  /// The verdict and the timeline: subscriptions as bars over months.
  public static func timeline(_ report: ReceiptReport, style: TextStyle) -> String {
    var text = TextReport(report: report, style: style, lines: TextLines(style: style))
    text.writeVerdict()
    guard let rights = report.rights, rights.isShown, let timeline = Timeline(rights.entitlements) else {
      text.lines.prose("There is no timeline: nothing was bought, or nothing that is proven.")
      return text.lines.text
    }
    text.write(timeline, rights)
    return text.lines.text
  }

  private mutating func write(_ timeline: Timeline, _ rights: Rights) {
    let columns = style.width - Self.margin
    for row in timeline.rows {
      lines.heading(shown(row.explanation.productID))
      writeState(row.explanation)
      lines.drawing(bar(of: row, timeline, columns: columns), indent: Self.margin)
    }
    lines.drawing(axis(timeline, columns: columns), indent: Self.margin)
    lines.drawing("", indent: 0)
    lines.facts(legend(timeline), indent: Self.margin)
    if case .notChecked = rights.proof {
      lines.prose("NOT CHECKED: this proves nothing.", indent: Self.margin)
    }
  }

  private static var margin: Int { 2 }

  private func column(_ instant: Timestamp, _ timeline: Timeline, columns: Int) -> Int {
    min(columns - 1, Int(timeline.position(instant) * Double(columns)))
  }

  /// One product's line: what was paid for, trials, introductory prices, cancelled periods, gaps, and now.
  private func bar(of row: Timeline.Row, _ timeline: Timeline, columns: Int) -> String {
    var cells = [Character](repeating: " ", count: columns)
    let paid = row.segments.filter { !$0.isCancelled }
    if let first = paid.first, let last = paid.map(\.period.upperBound).max() {
      let start = column(first.period.lowerBound, timeline, columns: columns)
      for index in start...column(last, timeline, columns: columns) { cells[index] = "·" }
    }
    // What is paid for is drawn last, so that a cancelled period never hides it.
    for segment in row.segments.filter(\.isCancelled) + paid {
      let start = column(segment.period.lowerBound, timeline, columns: columns)
      let end = Int((timeline.position(segment.period.upperBound) * Double(columns)).rounded(.up))
      for index in start..<max(start + 1, min(end, columns)) { cells[index] = sign(segment) }
    }
    for purchase in row.purchases {
      cells[column(purchase.date, timeline, columns: columns)] = purchase.isCancelled ? "×" : "◆"
    }
    let now = column(timeline.now, timeline, columns: columns)
    if cells[now] == " " || cells[now] == "·" || now == columns - 1 {
      cells[now] = timeline.showsNow ? "│" : "→"
    }
    return String(cells)
  }

  private func sign(_ segment: Coverage.Segment) -> Character {
    if segment.isCancelled { return "×" }
    if segment.isTrial { return "▒" }
    return segment.isIntroductory ? "▓" : "█"
  }

  /// The first and the last day below the bars, and as many months between them as there is room for.
  private func axis(_ timeline: Timeline, columns: Int) -> String {
    var line = [Character](repeating: " ", count: columns)
    let last = dayText(timeline.range.upperBound)
    line.replaceSubrange(0..<last.count, with: dayText(timeline.range.lowerBound))
    line.replaceSubrange(columns - last.count..<columns, with: last)
    var free = last.count + 2
    for tick in timeline.ticks(limit: columns / 9) {
      let start = column(tick.instant, timeline, columns: columns)
      guard start >= free, start + tick.label.count + 2 <= columns - last.count else { continue }
      line.replaceSubrange(start..<start + tick.label.count, with: tick.label)
      free = start + tick.label.count + 2
    }
    return String(line)
  }

  private func legend(_ timeline: Timeline) -> [String] {
    let segments = timeline.rows.flatMap(\.segments)
    let purchases = timeline.rows.flatMap(\.purchases)
    var facts: [String] = []
    if segments.contains(where: { !$0.isCancelled && !$0.isTrial && !$0.isIntroductory }) {
      facts.append("█ paid")
    }
    if segments.contains(where: { $0.isTrial && !$0.isCancelled }) { facts.append("▒ free trial") }
    if segments.contains(where: { $0.isIntroductory && !$0.isTrial && !$0.isCancelled }) {
      facts.append("▓ introductory price")
    }
    if segments.contains(where: \.isCancelled) || purchases.contains(where: \.isCancelled) {
      facts.append("× cancelled")
    }
    if !purchases.isEmpty { facts.append("◆ bought") }
    return facts + ["\(timeline.showsNow ? "│" : "→") \(style.time(timeline.now))"]
  }
}
