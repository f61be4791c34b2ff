// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding

/// An instant, in whole milliseconds since 1970-01-01T00:00:00Z without leap seconds, in years 0001 to 9999.
public struct Timestamp: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, negative before it.
  public let millisecondsSince1970: Int64

  /// The first instant: 0001-01-01T00:00:00Z.
  public static let earliest = Timestamp(unchecked: -62_135_596_800_000)

  /// The last instant: 9999-12-31T23:59:59.999Z.
  public static let latest = Timestamp(unchecked: 253_402_300_799_999)

  init(unchecked millisecondsSince1970: Int64) {
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// An instant by its milliseconds; `nil` outside years 0001 to 9999.
  public init?(millisecondsSince1970: Int64) {
    guard Self.earliest.millisecondsSince1970...Self.latest.millisecondsSince1970 ~= millisecondsSince1970
    else {
      return nil
    }
    self.millisecondsSince1970 = millisecondsSince1970
  }

  /// An instant by its seconds; `nil` outside years 0001 to 9999.
  public init?(secondsSince1970: Int64) {
    let (milliseconds, overflow) = secondsSince1970.multipliedReportingOverflow(by: 1_000)
    guard !overflow else { return nil }
    self.init(millisecondsSince1970: milliseconds)
  }

  /// The instant that many seconds later, or earlier when negative; the first or last instant where there is none.
  public func adding(seconds: Int64) -> Timestamp {
    let (earliest, latest) = (Self.earliest.millisecondsSince1970, Self.latest.millisecondsSince1970)
    // Farther than any two instants are apart, and far from where numbers end.
    let farthest = (latest - earliest) / 1_000 + 1
    let sum = millisecondsSince1970 + min(max(seconds, -farthest), farthest) * 1_000
    return Timestamp(unchecked: min(max(sum, earliest), latest))
  }
}

// MARK: - Text

extension Timestamp {
  /// The instant that a text spells in the dialect of RFC 3339 that receipts use; `nil` when it spells none.
  ///
  /// `YYYY-MM-DDTHH:MM:SS`, an optional fraction of 1 to 9 digits of which three count, then `Z`, `±HH:MM` or `±HHMM`
  /// (Xcode leaves the colon out, observed). What the calendar or the clock does not have is refused: 30 February, 24:00,
  /// second 60.
  public init?(_ text: String) {
    let octets = Array(text.utf8)
    self.init(octets.span, in: 0..<octets.count)
  }

  init?(_ bytes: Span<UInt8>, in range: Range<Int>) {
    guard range.count >= 20 else { return nil }
    let text = bytes.extracting(range)
    guard let seconds = dateAndTime(text.extracting(0..<20)) else { return nil }
    if text.count == 20, text[19] == UInt8(ascii: "Z") {
      self.init(millisecondsSince1970: seconds * 1_000)
      return
    }
    var position = 19
    guard let milliseconds = readFraction(text, &position, end: text.count),
      let zone = zoneInSeconds(text, position..<text.count)
    else { return nil }
    self.init(millisecondsSince1970: (seconds - zone) * 1_000 + milliseconds)
  }
}

/// The seconds since 1970 of `YYYY-MM-DDTHH:MM:SS`, with which the text of 20 octets begins, as if in UTC; `nil` for anything
/// else.
@inline(__always)
private func dateAndTime(_ text: Span<UInt8>) -> Int64? {
  guard text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
    text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":")
  else { return nil }
  // What is no digit makes this too large, and is found at the end.
  var largest: UInt8 = 0
  func twoDigits(_ position: Int) -> Int {
    let (tens, ones) = (text[position] &- UInt8(ascii: "0"), text[position + 1] &- UInt8(ascii: "0"))
    largest = max(largest, tens, ones)
    return Int(tens) * 10 + Int(ones)
  }
  let year = twoDigits(0) * 100 + twoDigits(2)
  let (month, day) = (twoDigits(5), twoDigits(8))
  let (hour, minute, second) = (twoDigits(11), twoDigits(14), twoDigits(17))
  guard largest < 10 else { return nil }
  return GregorianCalendar.secondsSince1970(
    year: year, month: month, day: day, hour: hour, minute: minute, second: second)
}

private func digit(_ bytes: Span<UInt8>, _ position: Int) -> Int? {
  let value = bytes[position] &- UInt8(ascii: "0")
  return value < 10 ? Int(value) : nil
}

private func twoDigits(_ bytes: Span<UInt8>, _ position: Int) -> Int? {
  guard let tens = digit(bytes, position), let ones = digit(bytes, position + 1) else { return nil }
  return tens * 10 + ones
}

/// Reads a fraction of a second if there is one: its milliseconds, 0 without one, `nil` for a malformed one.
private func readFraction(_ bytes: Span<UInt8>, _ position: inout Int, end: Int) -> Int64? {
  guard bytes[position] == UInt8(ascii: ".") else { return 0 }
  position += 1
  var milliseconds: Int64 = 0
  var count = 0
  while position < end, let value = digit(bytes, position) {
    if count < 3 { milliseconds = milliseconds * 10 + Int64(value) }
    count += 1
    position += 1
  }
  guard 1...9 ~= count else { return nil }
  for _ in min(count, 3)..<3 { milliseconds *= 10 }
  return milliseconds
}

/// How far the zone at `range` is ahead of UTC; `nil` for a malformed one.
private func zoneInSeconds(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
  let start = range.lowerBound
  guard let first = range.first else { return nil }
  let sign: Int64
  switch bytes[first] {
  case UInt8(ascii: "Z"): return range.count == 1 ? 0 : nil
  case UInt8(ascii: "+"): sign = 1
  case UInt8(ascii: "-"): sign = -1
  default: return nil
  }
  let hasColon = range.count == 6 && bytes[start + 3] == UInt8(ascii: ":")
  guard hasColon || range.count == 5, let hour = twoDigits(bytes, start + 1), hour <= 23,
    let minute = twoDigits(bytes, start + (hasColon ? 4 : 3)), minute <= 59
  else { return nil }
  return sign * Int64(hour * 3_600 + minute * 60)
}

// MARK: - Conformances

extension Timestamp: Comparable {
  /// Whether the left instant is the earlier one.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.millisecondsSince1970 < right.millisecondsSince1970
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC, with three digits of a fraction only when it is not zero: `2024-08-06T12:00:00Z`.
  public var description: String {
    let milliseconds = millisecondsSince1970 % 1_000
    let fraction = Int(milliseconds < 0 ? milliseconds + 1_000 : milliseconds)
    let seconds = (millisecondsSince1970 - Int64(fraction)) / 1_000
    guard let date = GregorianCalendar.dateAndTime(secondsSince1970: seconds) else { return "" }
    var text: [UInt8] = []
    text.reserveCapacity(24)
    func append(_ number: Int, digits: Int, then separator: Unicode.Scalar? = nil) {
      var divisor = 1
      for _ in 1..<digits { divisor *= 10 }
      while divisor > 0 {
        text.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
      if let separator { text.append(UInt8(ascii: separator)) }
    }
    append(date.year, digits: 4, then: "-")
    append(date.month, digits: 2, then: "-")
    append(date.day, digits: 2, then: "T")
    append(date.hour, digits: 2, then: ":")
    append(date.minute, digits: 2, then: ":")
    append(date.second, digits: 2, then: fraction > 0 ? "." : nil)
    if fraction > 0 { append(fraction, digits: 3) }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }
}
