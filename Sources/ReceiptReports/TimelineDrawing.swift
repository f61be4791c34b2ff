// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// The timeline as a drawing for HTML, without script and without anything from elsewhere.
enum TimelineDrawing {
  private static let width = 900
  private static let rowHeight = 44

  /// The drawing.
  ///
  /// - Parameters:
  ///   - timeline: What is drawn.
  ///   - time: How an instant is written, as text for HTML.
  static func svg(_ timeline: Timeline, time: (Timestamp) -> String) -> String {
    let height = timeline.rows.count * rowHeight + 30
    var svg = "<div class=\"timeline\">"
    svg +=
      "<svg viewBox=\"0 0 \(width) \(height)\" role=\"img\" aria-label=\"What was paid for over time\">\n"
    for tick in timeline.ticks(limit: 12) {
      let x = position(tick.instant, timeline)
      guard x < width - 50 else { continue }
      svg += "<line class=\"tick\" x1=\"\(x)\" y1=\"0\" x2=\"\(x)\" y2=\"\(height - 18)\"/>"
      svg += "<text class=\"soft\" x=\"\(x + 2)\" y=\"\(height - 4)\">\(tick.label)</text>\n"
    }
    for (index, row) in timeline.rows.enumerated() { svg += draw(row, timeline, y: index * rowHeight, time) }
    if timeline.showsNow {
      let x = min(width - 1, position(timeline.now, timeline))
      svg +=
        "<line class=\"now\" x1=\"\(x)\" y1=\"0\" x2=\"\(x)\" y2=\"\(height - 18)\"><title>\(time(timeline.now))</title></line>\n"
    }
    return svg + "</svg></div>\n"
  }

  private static func draw(_ row: Timeline.Row, _ timeline: Timeline, y: Int, _ time: (Timestamp) -> String)
    -> String
  {
    var svg = "<text x=\"0\" y=\"\(y + 14)\">\(htmlText(row.explanation.productID.description))</text>\n"
    svg += "<rect class=\"track\" x=\"0\" y=\"\(y + 20)\" width=\"\(width)\" height=\"14\" rx=\"3\"/>\n"
    for segment in row.segments.filter(\.isCancelled) + row.segments.filter({ !$0.isCancelled }) {
      let start = position(segment.period.lowerBound, timeline)
      let length = max(2, position(segment.period.upperBound, timeline) - start)
      let (name, words) =
        segment.isCancelled
        ? ("cancelled-bar", "cancelled")
        : segment.isTrial
          ? ("trial", "free trial")
          : segment.isIntroductory ? ("intro", "introductory price") : ("paid", "paid")
      svg +=
        "<rect class=\"\(name)\" x=\"\(start)\" y=\"\(y + 20)\" width=\"\(length)\" height=\"14\" rx=\"2\">"
      svg +=
        "<title>\(words), \(time(segment.period.lowerBound)) to \(time(segment.period.upperBound))</title></rect>\n"
    }
    for purchase in row.purchases {
      let x = position(purchase.date, timeline)
      let name = purchase.isCancelled ? "cancelled-bar" : "paid"
      svg += "<circle class=\"\(name)\" cx=\"\(min(width - 6, max(6, x)))\" cy=\"\(y + 27)\" r=\"5\">"
      svg +=
        "<title>bought \(time(purchase.date))\(purchase.isCancelled ? ", cancelled" : "")</title></circle>\n"
    }
    return svg
  }

  private static func position(_ instant: Timestamp, _ timeline: Timeline) -> Int {
    Int((timeline.position(instant) * Double(width)).rounded())
  }
}
