// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// A notBefore or notAfter (RFC 5280 4.1.2.5): which of the two time types, and its text.
public struct CertificateTime: Sendable, Hashable {
  /// ``TagByte/utcTime``, ``TagByte/generalizedTime``, or anything else.
  public var tag: UInt8
  /// The content, unchecked: `240724000000Z` for a UTCTime, `20500101000000Z` for a GeneralizedTime.
  public var text: String

  /// A time of that type and text.
  public init(tag: UInt8, text: String) {
    self.tag = tag
    self.text = text
  }

  /// A time as RFC 5280 wants it: UTCTime for the years 1950 to 2049, GeneralizedTime for all others.
  ///
  /// The numbers are written as they are, so 30 February can be made; each but the year must be 0 to 99, the
  /// year 0 to 9999.
  public init(
    _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
  ) {
    let rest = [month, day, hour, minute, second].map { Self.digits($0, 2) }.joined() + "Z"
    if (1950...2049).contains(year) {
      self.init(tag: TagByte.utcTime, text: Self.digits(year % 100, 2) + rest)
    } else {
      self.init(tag: TagByte.generalizedTime, text: Self.digits(year, 4) + rest)
    }
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
