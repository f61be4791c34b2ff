// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// What was paid for over time: a row for each product, on one axis.
struct Timeline {
  /// The products, in the order of their first purchase.
  let rows: [Row]

  /// From the first purchase to the last end or now, whichever is later, unless now is very far away.
  let range: Range<Timestamp>

  /// The instant that is asked for.
  let now: Timestamp

  /// One product.
  struct Row {
    let explanation: Explanation
    /// The paid periods of a subscription, or none.
    let segments: [Coverage.Segment]
    /// When a product that is bought once was bought, and whether it was cancelled.
    let purchases: [(date: Timestamp, isCancelled: Bool)]

    fileprivate var first: Timestamp? {
      (segments.map(\.period.lowerBound) + purchases.map(\.date)).min()
    }

    fileprivate var last: Timestamp? {
      (segments.map(\.period.upperBound) + purchases.map(\.date)).max()
    }
  }

  /// The timeline of some entitlements; `nil` when nothing in them has a date.
  init?(_ entitlements: Entitlements) {
    let rows = entitlements.explanations.map { explanation in
      Row(
        explanation: explanation,
        segments: entitlements.coverage(ofEach: [explanation.productID]).segments,
        purchases: explanation.rows.compactMap { row in
          guard let date = row.purchase.purchaseDate, !row.purchase.hasProblems,
            row.purchase.expirationDate == nil
          else { return nil }
          if case .cancelled = row.outcome { return (date, true) }
          return (date, false)
        })
    }.filter { $0.first != nil }
    guard let first = rows.compactMap(\.first).min(), let last = rows.compactMap(\.last).max() else {
      return nil
    }
    now = entitlements.instant
    // When now lies so far behind that the rest would shrink to nothing, the axis ends earlier.
    let day: Int64 = 86_400
    let length = max(day, (last.millisecondsSince1970 - first.millisecondsSince1970) / 1_000)
    let end = max(last.adding(seconds: max(day, length / 8)), min(now, last.adding(seconds: 2 * length)))
    guard first < end else { return nil }
    range = first..<end
    self.rows = rows.sorted {
      ($0.first ?? .latest, $0.explanation.productID) < ($1.first ?? .latest, $1.explanation.productID)
    }
  }

  /// Whether now lies on the axis.
  var showsNow: Bool { range.contains(now) || now == range.upperBound }

  /// How far along the axis an instant lies, from 0 to 1.
  func position(_ instant: Timestamp) -> Double {
    let length = Double(range.upperBound.millisecondsSince1970 - range.lowerBound.millisecondsSince1970)
    let distance = Double(instant.millisecondsSince1970 - range.lowerBound.millisecondsSince1970)
    return min(1, max(0, distance / length))
  }

  /// The first instants of months, or of quarters or years where those would be more than `limit`.
  func ticks(limit: Int) -> [(instant: Timestamp, label: String)] {
    for months in [1, 3, 6, 12, 24, 60, 120, 600] {
      let ticks = monthStarts(every: months)
      if ticks.count <= limit { return ticks }
    }
    return []
  }

  private func monthStarts(every months: Int) -> [(instant: Timestamp, label: String)] {
    let text = range.lowerBound.description
    guard let year = Int(text.prefix(4)), let month = Int(text.dropFirst(5).prefix(2)) else { return [] }
    var count = (year * 12 + month - 1 + months - 1) / months * months
    var ticks: [(instant: Timestamp, label: String)] = []
    while ticks.count <= 1_000 {
      let label = Self.padded(count / 12, 4) + "-" + Self.padded(count % 12 + 1, 2)
      guard let instant = Timestamp(label + "-01T00:00:00Z"), instant < range.upperBound else { break }
      if instant >= range.lowerBound { ticks.append((instant, label)) }
      count += months
    }
    return ticks
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
