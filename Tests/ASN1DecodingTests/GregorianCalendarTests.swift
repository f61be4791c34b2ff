// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Foundation
import Testing
import SeededRandom

@Suite("The Gregorian calendar") struct GregorianCalendarTests {
  private static func seconds(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
  )
    -> Int64?
  {
    GregorianCalendar.secondsSince1970(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second)
  }

  @Test(
    "known instants are where they are",
    arguments: [
      (1970, 1, 1, 0), (1969, 12, 31, -86_400), (2000, 2, 29, 951_782_400), (2000, 3, 1, 951_868_800),
      (2024, 2, 29, 1_709_164_800), (2038, 1, 19, 2_147_472_000), (1, 1, 1, -62_135_596_800),
      (0, 1, 1, -62_167_219_200), (9999, 12, 31, 253_402_214_400), (4001, 1, 1, 64_092_211_200),
      (1900, 3, 1, -2_203_891_200), (1600, 2, 29, -11_670_998_400),
    ])
  func known(year: Int, month: Int, day: Int, seconds: Int64) {
    #expect(Self.seconds(year, month, day) == seconds)
  }

  @Test("every day of eight centuries follows the day before by 86 400 seconds, and comes back")
  func consecutiveDays() {
    for years in [0...401, 1500...2101, 9900...9999] {
      var expected = Self.seconds(years.lowerBound, 1, 1)
      for year in years {
        // The rule of the calendar's own reform, in the words of 1582: every fourth year, of the centuries
        // every fourth.
        var february = 28
        if year % 100 == 0 ? year / 100 % 4 == 0 : year % 4 == 0 { february = 29 }
        let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        for (month, length) in zip(1..., lengths) {
          for day in 1...length {
            let seconds = Self.seconds(year, month, day)
            guard seconds == expected, let seconds else {
              Issue.record("\(year)-\(month)-\(day) is \(String(describing: seconds))")
              return
            }
            let date = GregorianCalendar.dateAndTime(secondsSince1970: seconds + 86_399)
            guard date?.year == year, date?.month == month, date?.day == day, date?.hour == 23,
              date?.minute == 59,
              date?.second == 59
            else {
              Issue.record("\(year)-\(month)-\(day) comes back as \(String(describing: date))")
              return
            }
            expected = seconds + 86_400
          }
          #expect(Self.seconds(year, month, length + 1) == nil)
          #expect(Self.seconds(year, month, 0) == nil)
        }
      }
    }
  }

  @Test("it agrees with Foundation at any instant, in both directions")
  func foundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var random = SplitMix(state: 2)
    // Foundation's calendar is Julian before 1582-10-15.
    for _ in 0..<2_000 {
      let seconds = Int64.random(in: -12_219_292_800...253_402_300_799, using: &random)
      let date = try #require(GregorianCalendar.dateAndTime(secondsSince1970: seconds))
      let theirs = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(seconds)))
      #expect(
        [theirs.year, theirs.month, theirs.day, theirs.hour, theirs.minute, theirs.second]
          == [date.year, date.month, date.day, date.hour, date.minute, date.second])
      #expect(Self.seconds(date.year, date.month, date.day, date.hour, date.minute, date.second) == seconds)
    }
  }

  @Test(
    "what the calendar or the clock does not have is nothing",
    arguments: [
      (2023, 2, 29, 0, 0, 0), (1900, 2, 29, 0, 0, 0), (2100, 2, 29, 0, 0, 0), (2024, 2, 30, 0, 0, 0),
      (2024, 4, 31, 0, 0, 0), (2024, 0, 1, 0, 0, 0), (2024, 13, 1, 0, 0, 0), (2024, 1, 0, 0, 0, 0),
      (2024, 1, 32, 0, 0, 0), (2024, 1, 1, 24, 0, 0), (2024, 1, 1, -1, 0, 0), (2024, 1, 1, 0, 60, 0),
      (2024, 1, 1, 0, -1, 0), (2024, 1, 1, 0, 0, 60), (2024, 1, 1, 0, 0, -1), (-1, 1, 1, 0, 0, 0),
      (10_000, 1, 1, 0, 0, 0),
      (Int.max, 1, 1, 0, 0, 0), (Int.min, 1, 1, 0, 0, 0), (2024, Int.max, Int.min, Int.max, Int.max, Int.max),
    ])
  func impossible(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    #expect(Self.seconds(year, month, day, hour, minute, second) == nil)
  }

  @Test("it ends where years 0 and 9999 do")
  func ends() {
    let first = GregorianCalendar.dateAndTime(secondsSince1970: -62_167_219_200)
    #expect(first?.year == 0 && first?.month == 1 && first?.day == 1 && first?.hour == 0)
    let last = GregorianCalendar.dateAndTime(secondsSince1970: 253_402_300_799)
    #expect(last?.year == 9999 && last?.month == 12 && last?.day == 31 && last?.second == 59)
    for outside in [-62_167_219_201, 253_402_300_800, Int64.min, .max] {
      #expect(GregorianCalendar.dateAndTime(secondsSince1970: outside) == nil)
    }
  }
}
