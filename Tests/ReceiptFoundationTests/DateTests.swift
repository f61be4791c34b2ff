// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptFoundation
import ReceiptInput
import Testing

@Suite struct DateTests {
  @Test(arguments: [
    "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z", "2025-06-01T12:00:00.001Z",
    "4001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
  ])
  func aTimestampSurvivesTheWayThroughDate(_ text: String) throws {
    let timestamp = try #require(Timestamp(text))
    #expect(Timestamp(timestamp.date) == timestamp)
    #expect(Timestamp(Date(timestamp)) == timestamp)
    let encoded = try JSONEncoder().encode([timestamp])
    #expect(String(decoding: encoded, as: UTF8.self) == "[\"\(text)\"]")
  }

  @Test func everyMillisecondOfASecondSurvives() throws {
    for first in [Int64(-62_135_596_800_000), 1_750_000_000_000, 253_402_300_799_000] {
      for millisecond in Int64(0)..<1_000 {
        let timestamp = try #require(Timestamp(millisecondsSince1970: first + millisecond))
        #expect(Timestamp(timestamp.date) == timestamp)
      }
    }
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e18, -1e18, 253_402_300_800, -62_135_596_801,
  ])
  func whatIsNoInstantIsNone(_ seconds: Double) {
    #expect(Timestamp(Date(timeIntervalSince1970: seconds)) == nil)
  }

  @Test func aDateIsAsGoodAsTheCalendarsOwn() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let parts = DateComponents(year: 2024, month: 2, day: 29, hour: 23, minute: 59, second: 59)
    #expect(Timestamp("2024-02-29T23:59:59Z")?.date == calendar.date(from: parts))
  }

  @Test func dataIsTakenWhereBytesAre() throws {
    let text = Data("not a receipt".utf8)
    #expect(throws: InputError.self) { try ReceiptInput(text) }
    #expect(throws: ReceiptError.self) { try AppReceipt(decoding: text) }
  }
}
