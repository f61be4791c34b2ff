// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import ASN1Decoding
import Testing
import SeededRandom

@Suite("Integers as text") struct ASN1IntegerTests {
  @Test(
    "a number of up to 32 octets is written in decimal, exactly",
    arguments: [
      ("008000000000000000", "9223372036854775808"),
      ("00ffffffffffffffff", "18446744073709551615"),
      ("010000000000000000", "18446744073709551616"),
      ("010000000000000002", "18446744073709551618"),
      ("ff7fffffffffffffff", "-9223372036854775809"),
      ("ff0000000000000000", "-18446744073709551616"),
      ("feffffffffffffffff", "-18446744073709551617"),
      ("0de0b6b3a7640000", "1000000000000000000"),
      ("033b2e3c9fd0803ce8000000", "1000000000000000000000000000"),
      ("033b2e3c9fd0803ce7ffffff", "999999999999999999999999999"),
      ("2cd76fe086b93ce2f768a00b22a0003b9aca00", "1000000000000000000000000000000000001000000000"),
      ("ff3f68318436f8ea4cb460f000000000", "-1000000000000000000000000000000000000"),
      ("0080000000000000000000000000000000", "170141183460469231731687303715884105728"),
      ("80000000000000000000000000000000", "-170141183460469231731687303715884105728"),
      (
        "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "57896044618658097711785492504343953926634992332820282019728792003956564819967"
      ),
      (
        "8000000000000000000000000000000000000000000000000000000000000000",
        "-57896044618658097711785492504343953926634992332820282019728792003956564819968"
      ),
      ("09f4f2726179a224501d762422c946590d91", "867361737988403547205962240695953369140625"),
      ("a5b9ac3598c897a9a4be088a296b82aa30c7ec2f", "-515377520732011331036461129765621272702107522001"),
      ("f60d58b21bad194bc8", "-183505726384713937976"),
      ("06128b2f330c5c7fd0a6a3a450", "481107968844196040246544278608"),
      ("0081e74ef5e8e25d940ed904759531985d5d9dc9f8", "741618160014174697607517989720904536214491482616"),
      (
        "fdcbba44e8c70826c263e8dbee1df47094f2ab6490fc98a5e9ff5ca5f666af28",
        "-996983008988582117473941256901736561589513512020222632756804160420750905560"
      ),
    ])
  func decimal(contents: String, text: String) {
    let integer = ASN1Integer(contents: hex(contents)[...])
    #expect(integer.description == text)
    #expect(integer.int64 == nil || text == "1000000000000000000")
    #expect(integer.isNegative == text.hasPrefix("-"))
  }

  @Test("a longer number is written in hexadecimal, as its octets stand")
  func hexadecimal() {
    let contents = [0x01] + [UInt8](repeating: 0, count: 31) + [0xAB]
    #expect(
      ASN1Integer(contents: contents[...]).description == "0x01" + String(repeating: "00", count: 31) + "ab")
    let negative = [0x80] + [UInt8](repeating: 0, count: 32)
    #expect(ASN1Integer(contents: negative[...]).description == "0x80" + String(repeating: "00", count: 32))
    #expect(ASN1Integer.maximumDecimalCount == 32)
    #expect(hexadecimalText([]) == "")
    #expect(hexadecimalText(UInt8.min...UInt8.max).count == 512)
  }

  @Test("any octets up to 32 give the decimal text of an independent computation")
  func anyOctets() {
    var random = SplitMix(state: 1)
    for count in 1...32 {
      for _ in 0..<20 {
        var contents = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
        // Runs of zeros and ones exercise carries.
        if Bool.random(using: &random) {
          for place in contents.indices.dropFirst() { contents[place] = contents[0] & 1 == 0 ? 0 : 0xFF }
        }
        #expect(ASN1Integer(contents: contents[...]).description == Self.schoolbookDecimal(contents))
      }
    }
  }

  @Test("a slice of a larger array is the same number")
  func slices() {
    let bytes = hex("FF FF 01 00 00 00 00 00 00 00 02 FF")
    let integer = ASN1Integer(contents: bytes[2..<11])
    #expect(integer.description == "18446744073709551618")
    #expect(integer == ASN1Integer(contents: hex("01 00 00 00 00 00 00 00 02")[...]))
    #expect(Set([integer]).contains(ASN1Integer(contents: Array(bytes[2..<11])[...])))
    #expect(integer != ASN1Integer(contents: hex("02")[...]))
    #expect(integer != ASN1Integer(contents: hex("01 00 00 00 00 00 00 00 03")[...]))
  }

  @Test("an integer has the octets that it was made of, those that it need not have among them")
  func octets() {
    var random = SplitMix(state: 2)
    for count in 1...12 {
      for first in [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF] as [UInt8] {
        for second in [0x00, 0x7F, 0x80, 0xFF] as [UInt8] {
          let rest = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) }
          let contents = ([first, second] + rest).prefix(count)
          let integer = ASN1Integer(contents: contents)
          #expect(integer.contents == contents)
          #expect(integer.isNegative == (first >= 0x80))
          #expect(integer.description == Self.schoolbookDecimal(Array(contents)))
          #expect((integer.int64 == nil) == (count > 8))
        }
      }
    }
  }

  @Test("an integer by its value is the one with the fewest octets, and no other with that value")
  func values() {
    var values: [Int64] = [0, .min, .max]
    for bit in 0..<63 { values += [1 << bit, (1 << bit) - 1, -(1 << bit), -(1 << bit) - 1] }
    for value in values {
      let integer = ASN1Integer(value)
      #expect(integer.int64 == value)
      #expect(integer.description == String(value))
      #expect(integer.isNegative == (value < 0))
      let contents = integer.contents
      #expect(ASN1Integer(contents: contents) == integer)
      #expect(Set([integer]).contains(ASN1Integer(contents: contents)))
      #expect(contents.count == 1 || contents[0] != (contents[1] < 0x80 ? 0x00 : 0xFF))
      let padded = ASN1Integer(contents: [value < 0 ? 0xFF : 0x00] + contents)
      #expect(padded != integer)
      #expect(padded.contents.count == contents.count + 1)
    }
  }

  /// Two's complement to decimal, digit by digit: doubling and adding, bit after bit.
  private static func schoolbookDecimal(_ contents: [UInt8]) -> String {
    let isNegative = contents[0] >= 0x80
    var bits = contents.flatMap { octet in (0..<8).reversed().map { octet >> $0 & 1 } }
    if isNegative {
      // Subtract one, then invert.
      var place = bits.count - 1
      while place >= 0, bits[place] == 0 {
        bits[place] = 1
        place -= 1
      }
      if place >= 0 { bits[place] = 0 }
      bits = bits.map { 1 - $0 }
    }
    var digits: [UInt8] = [0]
    for bit in bits {
      var carry = bit
      for place in digits.indices.reversed() {
        let double = digits[place] * 2 + carry
        digits[place] = double % 10
        carry = double / 10
      }
      if carry > 0 { digits.insert(carry, at: 0) }
    }
    return (isNegative ? "-" : "") + digits.map(String.init).joined()
  }
}
