// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The proleptic Gregorian calendar in UTC, without leap seconds, for years 0 to 9999.
public enum GregorianCalendar {
  /// A date and a time of day.
  public struct DateAndTime: Hashable, Sendable {
    /// The year, from 0 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1 to 31.
    public let day: Int
    /// The hour, from 0 to 23.
    public let hour: Int
    /// The minute, from 0 to 59.
    public let minute: Int
    /// The second, from 0 to 59.
    public let second: Int
  }

  // Years begin in March below, so that the leap day is a year's last day and five months always take 153 days. The day
  // count starts 400 years before year 0, so that no division meets a negative number.
  private static var daysInFourCenturies: Int { 146_097 }
  @usableFromInline
  static var daysBefore1970: Int { 865_565 }

  /// Seconds from 1970-01-01T00:00:00Z to a date and time, negative before it.
  ///
  /// `nil` for what the calendar or the clock does not have: month 13, 30 February, 24:00, second 60.
  @inlinable
  public static func secondsSince1970(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int
  ) -> Int64? {
    guard 0...9999 ~= year, 1...12 ~= month, 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second else {
      return nil
    }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let isShortMonth = month == 4 || month == 6 || month == 9 || month == 11
    let length = month == 2 ? (isLeapYear ? 29 : 28) : (isShortMonth ? 30 : 31)
    guard 1...length ~= day else { return nil }

    let marchYear = (month > 2 ? year : year - 1) + 400
    let marchMonth = (month + 9) % 12
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    let days = marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1
    return Int64(days - daysBefore1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second)
  }

  /// The date and time that many seconds after 1970-01-01T00:00:00Z.
  ///
  /// `nil` outside years 0 to 9999.
  public static func dateAndTime(secondsSince1970 seconds: Int64) -> DateAndTime? {
    guard -62_167_219_200...253_402_300_799 ~= seconds else { return nil }
    let secondsFromStart = Int(seconds) + daysBefore1970 * 86_400
    let days = secondsFromStart / 86_400
    let secondOfDay = secondsFromStart % 86_400

    let fourCenturies = days / daysInFourCenturies
    let dayInFourCenturies = days % daysInFourCenturies
    let yearInFourCenturies =
      (dayInFourCenturies - dayInFourCenturies / 1_460 + dayInFourCenturies / 36_524 - dayInFourCenturies
        / 146_096)
      / 365
    let dayInYear =
      dayInFourCenturies - (yearInFourCenturies * 365 + yearInFourCenturies / 4 - yearInFourCenturies / 100)
    let marchMonth = (5 * dayInYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return DateAndTime(
      year: fourCenturies * 400 + yearInFourCenturies - 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayInYear - (153 * marchMonth + 2) / 5 + 1, hour: secondOfDay / 3_600,
      minute: secondOfDay / 60 % 60,
      second: secondOfDay % 60)
  }
}
