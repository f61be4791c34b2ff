// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import Testing
import SeededRandom

@Suite("Timestamps") struct TimestampTests {
  @Test(
    "a date in the dialect of receipts is the instant that it spells",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-08-06T12:00:00Z", 1_722_945_600_000),
      ("1969-12-31T23:59:59Z", -1_000),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2000-02-29T23:59:59Z", 951_868_799_000),
      ("0001-01-01T00:00:00Z", -62_135_596_800_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
      // zones
      ("2020-10-16T14:29:30+0300", 1_602_847_770_000), ("2020-10-16T14:29:30+03:00", 1_602_847_770_000),
      ("2020-10-16T11:29:30-0000", 1_602_847_770_000), ("2020-10-16T11:29:30+00:00", 1_602_847_770_000),
      ("2020-10-16T05:59:30-0530", 1_602_847_770_000), ("2020-10-16T17:14:30+05:45", 1_602_847_770_000),
      ("2020-10-17T11:28:30+2359", 1_602_847_770_000), ("2020-10-15T11:30:30-23:59", 1_602_847_770_000),
      ("4001-01-01T00:00:00Z", 64_092_211_200_000), ("4001-01-01T02:00:00+0200", 64_092_211_200_000),
      // years that only the zone brings inside, or keeps inside
      ("0000-12-31T23:30:00-0100", -62_135_595_000_000), ("0001-01-01T01:00:00+0100", -62_135_596_800_000),
      ("9999-12-31T22:59:59-0100", 253_402_300_799_000),
      // fractions, cut to the millisecond
      ("1970-01-01T00:00:00.5Z", 500), ("1970-01-01T00:00:00.12Z", 120), ("1970-01-01T00:00:00.686Z", 686),
      ("1970-01-01T00:00:00.0009Z", 0), ("1970-01-01T00:00:00.123456789Z", 123),
      ("1970-01-01T00:00:00.999999999Z", 999),
      ("1970-01-01T00:00:00.000000001+00:00", 0), ("1969-12-31T23:59:59.25Z", -750),
      ("1970-01-01T00:00:00.007-0000", 7),
      ("1970-01-01T01:00:00.123456789+01:00", 123),
    ] as [(String, Int64)])
  func sound(text: String, milliseconds: Int64) {
    #expect(Timestamp(text)?.millisecondsSince1970 == milliseconds)
  }

  @Test(
    "what the calendar, the clock or the grammar does not have is no date",
    arguments: [
      "", "Z", "2024", "2024-08-06", "2024-08-06T12:00Z", "2024-08-06T12:00:00", "2024-08-06T24:00:00Z",
      "2024-08-06T12:60:00Z", "2024-08-06T12:00:60Z", "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z",
      "2024-02-30T00:00:00Z", "2024-04-31T00:00:00Z", "2024-00-06T12:00:00Z", "2024-13-06T12:00:00Z",
      "2024-08-00T12:00:00Z", "2024-08-32T12:00:00Z", "0000-01-01T00:00:00Z", "0000-12-31T23:59:59Z",
      "0001-01-01T00:00:00+0001", "9999-12-31T23:59:59-0001", "10000-01-01T00:00:00Z",
      "-2024-08-06T12:00:00Z",
      "+2024-08-06T12:00:00Z", "2024-08-06 12:00:00Z", "2024-08-06t12:00:00Z", "2024-08-06T12:00:00z",
      "2024/08/06T12:00:00Z", "2024-08-06T12.00.00Z", "20240806T120000Z", "2024-8-06T12:00:00ZZ",
      " 2024-08-06T12:00:00Z",
      "2024-08-06T12:00:00Z ", "2024-08-06T12:00:00Z\0", "2024-08-06T12:00:00ZZ", "2024-08-06T12:00:00 Z",
      "2024-08-06T12:00:00.Z", "2024-08-06T12:00:00.1234567890Z", "2024-08-06T12:00:00,5Z",
      "2024-08-06T12:00:00.5",
      "2024-08-06T12:00:00.5.5Z", "2024-08-06T12:00:00.-5Z", "2024-08-06T12:00:00+", "2024-08-06T12:00:00+0",
      "2024-08-06T12:00:00+03", "2024-08-06T12:00:00+030", "2024-08-06T12:00:00+024",
      "2024-08-06T12:00:00+2500",
      "2024-08-06T12:00:00+2400", "2024-08-06T12:00:00+24:00", "2024-08-06T12:00:00+0360",
      "2024-08-06T12:00:00+03:60",
      "2024-08-06T12:00:00+3:00", "2024-08-06T12:00:00+03:0", "2024-08-06T12:00:00+03:000",
      "2024-08-06T12:00:00+03000",
      "2024-08-06T12:00:00+03-00", "2024-08-06T12:00:00*0300", "2024-08-06T12:00:00Z0300",
      "2024-08-06T12:00:00UTC",
      "2024-08-06T12:00:00 Etc/GMT", "2018-03-07 06:07:36 Etc/GMT", "1722945600000", "now",
      "2024-08-06T12:0/:00Z",
      "2024-08-06T12:0::00Z", "2024-08-06T1\u{0662}:00:00Z", "\u{0662}\u{0660}24-08-06T12:00:00Z",
      "2024-08-06T12:00:00.5+0300\0",
      "NaNN-08-06T12:00:00Z", "2024-08-06T12:00:0\u{200B}Z", "４024-08-06T12:00:00Z",
    ])
  func malformed(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test("every character in its place matters")
  func everyCharacter() {
    for text in ["2024-08-16T12:10:10.125+03:00", "2024-08-16T12:10:10+0300", "2024-08-16T12:10:10Z"] {
      let sound = Array(text.utf8)
      for index in sound.indices {
        for byte in UInt8.min...0x7F {
          let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          let wasDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(sound[index])
          var changed = sound
          changed[index] = byte
          let result = Timestamp(String(decoding: changed, as: UTF8.self))
          if byte == sound[index] { #expect(result != nil) }
          // One place may hold something else: the sign of a zone, and the digit or point before it.
          let isSign =
            [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(byte)
            && [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sound[index])
          if isDigit != wasDigit, !isSign, byte != sound[index] {
            #expect(result == nil, "\(String(decoding: changed, as: UTF8.self))")
          }
        }
        var shorter = sound
        shorter.remove(at: index)
        let isFraction = text.contains(".") && (20...22).contains(index)
        #expect(
          (Timestamp(String(decoding: shorter, as: UTF8.self)) == nil)
            == !(isFraction || sound[index] == UInt8(ascii: ":") && index == text.count - 3))
      }
    }
  }

  @Test("a timestamp spells itself so that it is read again, to the millisecond")
  func roundTrip() throws {
    var random = SplitMix(state: 6)
    for round in 0..<20_000 {
      var milliseconds = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
      if round % 2 == 0 { milliseconds -= milliseconds % 1_000 }
      let timestamp = try #require(Timestamp(millisecondsSince1970: milliseconds))
      let text = timestamp.description
      #expect(Timestamp(text) == timestamp)
      #expect(text.utf8.count == (milliseconds % 1_000 == 0 ? 20 : 24))
    }
    #expect(Timestamp.earliest.description == "0001-01-01T00:00:00Z")
    #expect(Timestamp.latest.description == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(millisecondsSince1970: -1)?.description == "1969-12-31T23:59:59.999Z")
    #expect(Timestamp(millisecondsSince1970: -1_000)?.description == "1969-12-31T23:59:59Z")
    #expect(Timestamp(millisecondsSince1970: 7)?.description == "1970-01-01T00:00:00.007Z")
  }

  @Test("seconds that no instant has are refused, also those of which the milliseconds wrap around")
  func secondsOutOfRange() {
    #expect(Timestamp(secondsSince1970: 1)?.millisecondsSince1970 == 1_000)
    #expect(Timestamp(secondsSince1970: 253_402_300_799)?.description == "9999-12-31T23:59:59Z")
    // 1 000 times the third one is 2⁶⁴ + 384.
    for seconds in [253_402_300_800, -62_135_596_801, 18_446_744_073_709_552, .max, .min] as [Int64] {
      #expect(Timestamp(secondsSince1970: seconds) == nil, "\(seconds)")
    }
  }

  @Test("it agrees with Foundation's reading of ISO 8601")
  func foundation() throws {
    var random = SplitMix(state: 7)
    let style = Date.ISO8601FormatStyle()
    for _ in 0..<500 {
      let seconds = Int64.random(in: -12_219_292_800...253_402_300_799, using: &random)
      let timestamp = try #require(Timestamp(secondsSince1970: seconds))
      #expect(timestamp.description == style.format(Date(timeIntervalSince1970: Double(seconds))))
    }
  }

  @Test("it is ordered by time and equal by instant")
  func order() throws {
    let texts = [
      "0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.001Z",
      "9999-12-31T23:59:59Z",
    ]
    let instants = texts.compactMap { Timestamp($0) }
    #expect(instants.count == texts.count)
    #expect(instants.shuffled().sorted() == instants)
    #expect(Timestamp("2020-10-16T14:29:30+0300") == Timestamp("2020-10-16T11:29:30Z"))
    #expect(Set([Timestamp("2020-10-16T14:29:30+0300"), Timestamp("2020-10-16T11:29:30Z")]).count == 1)
  }

  @Test("there is none outside years 1 to 9999")
  func bounds() {
    #expect(Timestamp(millisecondsSince1970: -62_135_596_800_000) == .earliest)
    #expect(Timestamp(millisecondsSince1970: -62_135_596_800_001) == nil)
    #expect(Timestamp(millisecondsSince1970: 253_402_300_799_999) == .latest)
    #expect(Timestamp(millisecondsSince1970: 253_402_300_800_000) == nil)
    #expect(Timestamp(millisecondsSince1970: .min) == nil && Timestamp(millisecondsSince1970: .max) == nil)
    #expect(
      Timestamp(secondsSince1970: -62_135_596_801) == nil
        && Timestamp(secondsSince1970: 253_402_300_800) == nil)
    #expect(Timestamp(secondsSince1970: .min) == nil && Timestamp(secondsSince1970: .max) == nil)
    #expect(Timestamp(secondsSince1970: 1)?.millisecondsSince1970 == 1_000)
  }

  @Test("adding seconds stops at the first and last instant")
  func adding() throws {
    let instant = try #require(Timestamp("2024-08-06T12:00:00.500Z"))
    #expect(instant.adding(seconds: 1).description == "2024-08-06T12:00:01.500Z")
    #expect(instant.adding(seconds: -1).description == "2024-08-06T11:59:59.500Z")
    #expect(instant.adding(seconds: 0) == instant)
    for far in [Int64.max, Int64.max / 1_000, Int64.max / 1_000 + 1, 253_402_300_800] {
      #expect(instant.adding(seconds: far) == .latest)
      #expect(instant.adding(seconds: -far) == .earliest)
    }
    #expect(instant.adding(seconds: .min) == .earliest)
    #expect(
      Timestamp.latest.adding(seconds: 1) == .latest && Timestamp.earliest.adding(seconds: -1) == .earliest)
    #expect(Timestamp.earliest.adding(seconds: 315_537_897_599).adding(seconds: 1) == .latest)
  }
}
