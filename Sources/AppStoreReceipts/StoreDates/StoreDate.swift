// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// The spellings of dates in Apple's property lists and JSON: `2018-03-07 06:07:36 Etc/GMT` and its like (observed).
///
/// There, a date has three keys: the plain one in UTC, one ending in `_ms` with milliseconds since 1970 as text, and one
/// ending in `_pst` with the time of Los Angeles.
package enum StoreDate {
  /// The instant that a text spells: a date, a blank, a time of day, a blank, and one of the two zones; milliseconds since
  /// 1970 as digits; or what `Timestamp` reads. `nil` for anything else, and for a time in Los Angeles that the clocks there
  /// skip or show twice.
  package static func timestamp(_ text: ArraySlice<UInt8>) -> Timestamp? {
    if let milliseconds = milliseconds(text) { return milliseconds }
    let words = text.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3 else { return Timestamp(String(decoding: text, as: UTF8.self)) }
    let (date, time, zone) = (words[0], words[1], words[2])
    let spelling = String(decoding: date + [UInt8(ascii: "T")] + time + [UInt8(ascii: "Z")], as: UTF8.self)
    guard time.count == 8, let local = Timestamp(spelling) else { return nil }
    if zone.elementsEqual("Etc/GMT".utf8) { return local }
    guard zone.elementsEqual("America/Los_Angeles".utf8) else { return nil }
    return PacificTime.secondsSince1970(local: local.millisecondsSince1970 / 1_000)
      .flatMap { Timestamp(secondsSince1970: $0) }
  }

  /// The instant of a number of milliseconds since 1970, at most 15 digits with a sign or none.
  package static func milliseconds(_ text: ArraySlice<UInt8>) -> Timestamp? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    guard 1...15 ~= digits.count, digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      let number = Int64(String(decoding: text, as: UTF8.self))
    else { return nil }
    return Timestamp(millisecondsSince1970: number)
  }

  /// The date in UTC, cut to seconds: `2018-03-07 06:07:36 Etc/GMT`.
  package static func greenwichText(_ date: Timestamp) -> String {
    text(date.wholeSeconds) + " Etc/GMT"
  }

  /// The date in Los Angeles, cut to seconds: `2018-03-06 22:07:36 America/Los_Angeles`.
  package static func pacificText(_ date: Timestamp) -> String {
    let seconds = date.wholeSeconds
    return text(seconds + PacificTime.offset(atSecondsSince1970: seconds)) + " America/Los_Angeles"
  }

  private static func text(_ seconds: Int64) -> String {
    // RFC 3339 has the same digits at the same places. The clocks of Los Angeles are eight hours behind the first instant.
    let text = (Timestamp(secondsSince1970: seconds) ?? .earliest).description.utf8
    let blank = UInt8(ascii: " ")
    return String(
      decoding: text.prefix(19).map { $0 == UInt8(ascii: "T") ? blank : $0 }, as: UTF8.self)
  }
}

extension Timestamp {
  /// Whole seconds since 1970, cut towards the past.
  fileprivate var wholeSeconds: Int64 {
    let (quotient, remainder) = millisecondsSince1970.quotientAndRemainder(dividingBy: 1_000)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
