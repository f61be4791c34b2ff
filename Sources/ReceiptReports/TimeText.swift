// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// An instant for people, to the minute, in UTC: `2024-08-06 12:00 UTC`.
func timeText(_ timestamp: Timestamp) -> String {
  let text = timestamp.description
  return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
}

/// The day of an instant in UTC: `2024-08-06`.
func dayText(_ timestamp: Timestamp) -> Substring {
  timestamp.description.prefix(10)
}

/// How far apart two instants are, roughly: `3 hours`, `2 years`.
func distanceText(_ first: Timestamp, _ second: Timestamp) -> String {
  let seconds = abs(first.millisecondsSince1970 - second.millisecondsSince1970) / 1_000
  let day: Int64 = 86_400
  let units: [(name: String, length: Int64, atLeast: Int64)] = [
    ("year", day * 146_097 / 400, 2), ("month", day * 146_097 / 4_800, 2), ("day", day, 2),
    ("hour", 3_600, 2),
    ("minute", 60, 1),
  ]
  guard let unit = units.first(where: { seconds >= $0.length * $0.atLeast }) else {
    return "less than a minute"
  }
  let count = seconds / unit.length
  return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
}
