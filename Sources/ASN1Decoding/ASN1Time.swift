// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A UTCTime or GeneralizedTime in the forms that DER and X.509 allow (X.690 11.7 and 11.8, RFC 5280 4.1.2.5).
///
/// Seconds are written, fractions are not, and the zone is `Z`.
public struct ASN1Time: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, without leap seconds.
  public let secondsSince1970: Int64

  /// The instant that an element's contents spell: `YYMMDDHHMMSSZ` for UTCTime (years 1950 to 2049),
  /// `YYYYMMDDHHMMSSZ` for GeneralizedTime. `nil` for another tag, another form, or a date that the calendar does not have.
  public init?(_ tag: ASN1Tag, contents: ArraySlice<UInt8>) {
    let yearDigits: Int
    switch tag {
    case .utcTime: yearDigits = 2
    case .generalizedTime: yearDigits = 4
    default: return nil
    }
    guard contents.count == yearDigits + 11, contents.last == UInt8(ascii: "Z") else { return nil }
    let digits = contents.dropLast().map { $0 &- UInt8(ascii: "0") }
    guard digits.allSatisfy({ $0 < 10 }) else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1) } }

    var year = number(0..<yearDigits)
    if tag == .utcTime { year += year < 50 ? 2000 : 1900 }
    let fields = stride(from: yearDigits, to: digits.count, by: 2).map { number($0..<$0 + 2) }
    guard
      let seconds = GregorianCalendar.secondsSince1970(
        year: year, month: fields[0], day: fields[1], hour: fields[2], minute: fields[3], second: fields[4])
    else { return nil }
    secondsSince1970 = seconds
  }
}
