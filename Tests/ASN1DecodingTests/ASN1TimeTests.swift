// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing

@Suite("UTCTime and GeneralizedTime") struct ASN1TimeTests {
  @Test(
    "a time in the form of RFC 5280 is the instant it spells",
    arguments: [
      (ASN1Tag.utcTime, "700101000000Z", 0), (.utcTime, "500101000000Z", -631_152_000),
      (.utcTime, "491231235959Z", 2_524_607_999), (.utcTime, "000229120000Z", 951_825_600),
      (.utcTime, "230207214847Z", 1_675_806_527), (.utcTime, "991231235959Z", 946_684_799),
      (.generalizedTime, "19700101000000Z", 0), (.generalizedTime, "20500101000000Z", 2_524_608_000),
      (.generalizedTime, "99991231235959Z", 253_402_300_799),
      (.generalizedTime, "20230207214847Z", 1_675_806_527),
    ])
  func sound(tag: ASN1Tag, text: String, seconds: Int64) {
    #expect(ASN1Time(tag, contents: Array(text.utf8)[...])?.secondsSince1970 == seconds)
    // A slice of a larger array, as it comes from a certificate.
    let padded = Array("??\(text)??".utf8)
    #expect(ASN1Time(tag, contents: padded[2..<padded.count - 2])?.secondsSince1970 == seconds)
  }

  @Test(
    "any other text is no time",
    arguments: [
      (ASN1Tag.utcTime, ""), (.utcTime, "Z"), (.utcTime, "2302072148Z"), (.utcTime, "230207214847"),
      (.utcTime, "230207214847z"), (.utcTime, "230207214847+0000"), (.utcTime, "230207214847.5Z"),
      (.utcTime, "20230207214847Z"), (.utcTime, "230230000000Z"), (.utcTime, "230229000000Z"),
      (.utcTime, "230200000000Z"),
      (.utcTime, "231301000000Z"), (.utcTime, "230001000000Z"), (.utcTime, "230101240000Z"),
      (.utcTime, "230101006000Z"),
      (.utcTime, "230101000060Z"), (.utcTime, "23010100000/Z"), (.utcTime, "23010100000:Z"),
      (.utcTime, "-30101000000Z"),
      (.utcTime, "2301010000\u{0661}Z"), (.generalizedTime, "230207214847Z"),
      (.generalizedTime, "20230207214847"),
      (.generalizedTime, "20230207214847.0Z"), (.generalizedTime, "202302072148Z"),
      (.generalizedTime, "20230229000000Z"),
      (.generalizedTime, "20230207214847+0000"), (.ia5String, "230207214847Z"),
      (.utf8String, "20230207214847Z"),
    ])
  func malformed(tag: ASN1Tag, text: String) {
    #expect(ASN1Time(tag, contents: Array(text.utf8)[...]) == nil)
  }
}
