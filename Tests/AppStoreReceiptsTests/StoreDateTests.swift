// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import Testing

@Suite struct StoreDateTests {
  private func timestamp(_ text: String) -> String? {
    StoreDate.timestamp(Array(text.utf8)[...])?.description
  }

  @Test(
    arguments: [
      ("2018-03-07 06:07:36 Etc/GMT", "2018-03-07T06:07:36Z"),
      ("2018-03-06 22:07:36 America/Los_Angeles", "2018-03-07T06:07:36Z"),
      ("2015-10-23 02:47:56 America/Los_Angeles", "2015-10-23T09:47:56Z"),
      ("1520402856000", "2018-03-07T06:07:36Z"), ("1520402856123", "2018-03-07T06:07:36.123Z"),
      ("-1", "1969-12-31T23:59:59.999Z"), ("2018-03-07T06:07:36Z", "2018-03-07T06:07:36Z"),
      ("2018-03-07T06:07:36.500+0100", "2018-03-07T05:07:36.500Z"),
      ("", nil), ("2018-03-07 06:07:36", nil), ("2018-03-07 06:07:36 UTC", nil),
      ("2018-03-07  06:07:36 Etc/GMT", nil), ("2018-03-07 06:07:36 Etc/GMT ", nil),
      ("2018-02-30 06:07:36 Etc/GMT", nil), ("2018-03-07 24:00:00 Etc/GMT", nil),
      ("2018-03-07 06:07:36.5 Etc/GMT", nil), ("9999999999999999", nil), ("999999999999999", nil),
      ("--1", nil), ("000000000000001", "1970-01-01T00:00:00.001Z"), ("0000000000000001", nil),
      ("-000000000000001", "1969-12-31T23:59:59.999Z"), ("-0000000000000001", nil), ("-", nil),
      ("+1", nil), ("1e9", nil),
      // Skipped and shown twice.
      ("2018-03-11 02:30:00 America/Los_Angeles", nil), ("2018-11-04 01:30:00 America/Los_Angeles", nil),
      ("2018-03-11 01:59:59 America/Los_Angeles", "2018-03-11T09:59:59Z"),
      ("2018-03-11 03:00:00 America/Los_Angeles", "2018-03-11T10:00:00Z"),
      ("2018-11-04 02:00:00 America/Los_Angeles", "2018-11-04T10:00:00Z"),
    ] as [(String, String?)])
  func `dates are read in Apple's spellings and no others`(_ text: String, _ expected: String?) {
    #expect(timestamp(text) == expected)
  }

  @Test func `a date is written as Apple writes it`() throws {
    let date = try #require(Timestamp("2018-03-07T06:07:36.789Z"))
    #expect(StoreDate.greenwichText(date) == "2018-03-07 06:07:36 Etc/GMT")
    #expect(StoreDate.pacificText(date) == "2018-03-06 22:07:36 America/Los_Angeles")
    let early = try #require(Timestamp("1969-12-31T23:59:59.999Z"))
    #expect(StoreDate.greenwichText(early) == "1969-12-31 23:59:59 Etc/GMT")
    #expect(StoreDate.pacificText(.earliest).hasSuffix("America/Los_Angeles"))
    #expect(StoreDate.greenwichText(.latest) == "9999-12-31 23:59:59 Etc/GMT")
  }

  @Test func `the time of Los Angeles is that of the zoneinfo database, at every hour of 170 years`() throws {
    let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
    var differences: [Int64] = []
    // 1880 to 2050.
    for seconds in stride(from: -2_840_140_800 as Int64, to: 2_524_608_000, by: 3_600) {
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
      if PacificTime.offset(atSecondsSince1970: seconds) != Int64(expected) { differences.append(seconds) }
    }
    #expect(differences.prefix(5).map { Date(timeIntervalSince1970: Double($0)) } == [])
  }

  @Test func `the time of Los Angeles is that of the zoneinfo database on both sides of every change`() throws
  {
    let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
    var date = Date(timeIntervalSince1970: -3_000_000_000)
    var count = 0
    while let next = zone.nextDaylightSavingTimeTransition(after: date),
      next.timeIntervalSince1970 < 250_000_000_000,
      next > date, count < 400
    {
      for delta in [-1, 0] as [Int64] {
        let seconds = Int64(next.timeIntervalSince1970) + delta
        let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
        #expect(PacificTime.offset(atSecondsSince1970: seconds) == Int64(expected), "\(next)")
      }
      count += 1
      date = next
    }
    #expect(count > 150)
  }
}
