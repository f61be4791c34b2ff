// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

public import AppStoreReceipts

/// How a report for people is laid out.
public struct TextStyle {
  /// The clock, for how long ago things were.
  public var now: Timestamp

  /// How many columns a line may take where it can be broken, from 40 up.
  public var width = 100

  /// Whether only ASCII is written; other characters are shown by their numbers.
  public var isASCII = false

  /// Whether words are coloured. Colour never says anything that the words do not.
  public var isColored = false

  /// Whether every purchase is listed, or the newest only.
  public var showsAll = false

  /// Whether certificates are shown with all that is known of them.
  public var showsCertificatesInFull = false

  /// Puts tokens in the place of what identifies a person; `nil` to show it.
  public var redaction: Redaction?

  /// The time zone in which dates are repeated beside UTC; `nil` for none.
  public var localTime: LocalTime?

  /// A style with the defaults.
  public init(now: Timestamp) {
    self.now = now
  }

  /// A time zone's rule.
  public struct LocalTime: Sendable {
    /// The zone's abbreviation at an instant, and how many seconds its clocks are ahead of UTC.
    public let rule: @Sendable (Timestamp) -> (abbreviation: String, secondsAhead: Int64)

    /// A time zone by its rule.
    public init(rule: @escaping @Sendable (Timestamp) -> (abbreviation: String, secondsAhead: Int64)) {
      self.rule = rule
    }
  }

  // MARK: - Time

  /// An instant to the minute: `2024-08-06 12:00 UTC`, and in local time behind it where there is a zone.
  func time(_ timestamp: Timestamp) -> String {
    guard let localTime else { return Self.minute(timestamp) + " UTC" }
    let (abbreviation, ahead) = localTime.rule(timestamp)
    let local = Self.minute(timestamp.adding(seconds: ahead))
    let isSameDay = local.prefix(10) == timestamp.description.prefix(10)
    return
      "\(Self.minute(timestamp)) UTC (\(isSameDay ? String(local.dropFirst(11)) : local) \(abbreviation))"
  }

  /// An instant and how far it lies from now, or from another instant that is asked for:
  /// `2024-08-06 12:00 UTC, 2 years ago`, `2024-08-06 12:00 UTC, 3 days before`.
  func timeAndDistance(_ timestamp: Timestamp, from reference: Timestamp? = nil) -> String {
    let reference = reference ?? now
    let distance = distanceText(timestamp, reference)
    let isEarlier = timestamp <= reference
    let words =
      reference == now
      ? (isEarlier ? "\(distance) ago" : "in \(distance)") : distance + (isEarlier ? " before" : " after")
    return "\(time(timestamp)), \(words)"
  }

  private static func minute(_ timestamp: Timestamp) -> String {
    let text = timestamp.description
    return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5))"
  }
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
