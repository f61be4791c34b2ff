// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

internal import ASN1Decoding

/// The dates of a recipe: how they are spelled, and how one lies from another.
enum RecipeDate {
  /// Whether a text is a date as receipts spell it: `YYYY-MM-DDTHH:MM:SS`, a fraction or none, then `Z`, `±HH:MM` or
  /// `±HHMM`.
  static func isDate(_ text: String) -> Bool {
    let octets = Array(text.utf8)
    guard seconds(octets.prefix(19)) != nil else { return false }
    var rest = octets.dropFirst(19)
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      let fraction = rest.prefix { 0x30...0x39 ~= $0 }
      guard 1...9 ~= fraction.count else { return false }
      rest = rest.dropFirst(fraction.count)
    }
    if rest.elementsEqual([0x5A]) { return true }
    guard rest.first == 0x2B || rest.first == 0x2D else { return false }
    let offset = rest.dropFirst().filter { $0 != 0x3A }
    let hasColon = rest.count == 6 && rest.dropFirst(3).first == 0x3A
    guard hasColon || rest.count == 5, offset.count == 4, let value = number(offset[...]) else {
      return false
    }
    return value / 100 <= 23 && value % 100 <= 59
  }

  /// Seconds since 1970 of a date in UTC and whole seconds, `2025-01-30T12:00:00Z`; `nil` for any other spelling.
  static func seconds(_ text: String) -> Int64? {
    let octets = Array(text.utf8)
    return octets.count == 20 && octets.last == 0x5A ? seconds(octets.prefix(19)) : nil
  }

  /// The date so many seconds after 1970; `nil` outside the years 0 to 9999.
  static func text(_ seconds: Int64) -> String? {
    guard let date = GregorianCalendar.dateAndTime(secondsSince1970: seconds) else { return nil }
    let digits = { (number: Int, width: Int) in
      String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))"
      + "T\(digits(date.hour, 2)):\(digits(date.minute, 2)):\(digits(date.second, 2))Z"
  }

  /// Of `YYYY-MM-DDTHH:MM:SS`.
  private static func seconds(_ octets: ArraySlice<UInt8>) -> Int64? {
    let pattern = Array("0000-00-00T00:00:00".utf8)
    guard octets.count == pattern.count,
      zip(octets, pattern).allSatisfy({ $1 == 0x30 ? 0x30...0x39 ~= $0 : $0 == $1 })
    else { return nil }
    let part = { (start: Int, count: Int) in number(octets.dropFirst(start).prefix(count)) ?? 0 }
    return GregorianCalendar.secondsSince1970(
      year: part(0, 4), month: part(5, 2), day: part(8, 2), hour: part(11, 2), minute: part(14, 2),
      second: part(17, 2))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }
}
