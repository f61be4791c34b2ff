// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// The time of Los Angeles, in which Apple repeats dates: `America/Los_Angeles` of the zoneinfo database, by its rules.
///
/// A time zone of the C library is global to the process, and a host may have no zoneinfo database; the rules are few.
package enum PacificTime {
  /// How many seconds the clocks are ahead of UTC: −28 800 in winter, −25 200 in summer.
  package static func offset(atSecondsSince1970 seconds: Int64) -> Int64 {
    if seconds < endOfMeanTime { return meanTime }
    return isSummer(seconds) ? summer : winter
  }

  /// The instant at which the clocks show a time, given as seconds since 1970 as if they showed UTC; `nil` for a time that
  /// they never show, or show twice.
  package static func secondsSince1970(local: Int64) -> Int64? {
    let instants = [meanTime, winter, summer].map { local - $0 }
      .filter { $0 + offset(atSecondsSince1970: $0) == local }
    return instants.count == 1 ? instants[0] : nil
  }

  // MARK: - Rules

  private static let winter: Int64 = -28_800
  private static let summer: Int64 = -25_200
  /// The sun's time, which the clocks showed before railway time.
  private static let meanTime: Int64 = -28_378
  /// 1883-11-18T20:00:00Z.
  private static let endOfMeanTime: Int64 = -2_717_640_000

  private static func isSummer(_ seconds: Int64) -> Bool {
    switch seconds {
    // War time, 1942-02-09T10:00:00Z to 1945-09-30T09:00:00Z, and California's own of 1948, 1948-03-14T10:01:00Z to
    // 1949-01-01T09:00:00Z.
    case -880_207_200 ..< -765_385_200, -687_967_140 ..< -662_655_600: return true
    default: break
    }
    // No change falls on New Year's day.
    guard let year = GregorianCalendar.dateAndTime(secondsSince1970: seconds + winter)?.year,
      let rule = rule(for: year)
    else { return false }
    return rule.start + rule.startHour * 3_600 - winter <= seconds && seconds < rule.end + 2 * 3_600 - summer
  }

  /// The days of the two changes in a year, as seconds since 1970 as if the clocks showed UTC, and the hour of the first.
  private static func rule(for year: Int) -> (start: Int64, startHour: Int64, end: Int64)? {
    switch year {
    case 1918...1919: (sunday(year, 3, from: 25), 2, sunday(year, 10, from: 25))
    case 1950...1961: (sunday(year, 4, from: 24), 1, sunday(year, 9, from: 24))
    case 1962...1966: (sunday(year, 4, from: 24), 1, sunday(year, 10, from: 25))
    case 1974: (sunday(year, 1, from: 6), 2, sunday(year, 10, from: 25))
    case 1975: (sunday(year, 2, from: 23), 2, sunday(year, 10, from: 25))
    case 1967...1986: (sunday(year, 4, from: 24), 2, sunday(year, 10, from: 25))
    case 1987...2006: (sunday(year, 4, from: 1), 2, sunday(year, 10, from: 25))
    case 2007...: (sunday(year, 3, from: 8), 2, sunday(year, 11, from: 1))
    default: nil
    }
  }

  /// The first Sunday of a month from a day on.
  private static func sunday(_ year: Int, _ month: Int, from day: Int) -> Int64 {
    let start =
      GregorianCalendar.secondsSince1970(
        year: year, month: month, day: day, hour: 0, minute: 0, second: 0) ?? 0
    // 1970-01-01 was a Thursday.
    let weekday = (start / 86_400 % 7 + 7 + 4) % 7
    return start + (7 - weekday) % 7 * 86_400
  }
}
