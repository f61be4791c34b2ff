// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing

@Suite struct JSONGrammarTests {
  /// What the reader makes of a text, written compactly, without the newline.
  private func rewritten(_ text: some Collection<UInt8>) throws -> String {
    var writer = JSONWriter(style: .compact)
    writer.value(try JSONReader().read(Array(text)))
    return String(decoding: writer.bytes.dropLast(), as: UTF8.self)
  }

  static let accepted: [(String, String)] = [
    ("null", "null"), ("true", "true"), ("false", "false"), ("\t\r\n null \t\r\n", "null"),
    ("[]", "[]"), ("{}", "{}"), ("[ ]", "[]"), ("{ \n}", "{}"), ("[[],{}]", "[[],{}]"),
    ("[1 , 2\t,\n3 ]", "[1,2,3]"), (#"{ "b" : 1 , "a" : { "b" : [ ] } }"#, #"{"b":1,"a":{"b":[]}}"#),
    (#"{"":0," ":1,"a":2,"A":3}"#, #"{"":0," ":1,"a":2,"A":3}"#),
    // Numbers keep their spelling.
    ("0", "0"), ("-0", "-0"), ("10", "10"), ("-12.340", "-12.340"), ("0.0", "0.0"), ("1e5", "1e5"),
    ("0E+0", "0E+0"),
    ("1.5E-3", "1.5E-3"), ("1e00", "1e00"), ("1e999999999999", "1e999999999999"),
    ("123456789012345678901234567890.000", "123456789012345678901234567890.000"),
    // Strings and escapes.
    (#""""#, #""""#), (#""\"\\\/\b\f\n\r\t""#, #""\"\\/\b\f\n\r\t""#), (#""\u0041\u00e9\u65e5""#, #""Aé日""#),
    (#""\u00C9\uABCD""#, #""É\#u{ABCD}""#), (#""\u0000\u001F""#, #""\u0000\u001f""#),
    ("\"\u{7F}\"", #""\u007f""#),
    (#""\ud83d\ude42 \uD800\uDC00 \uDBFF\uDFFF""#, "\"🙂 \u{10000} \u{10FFFF}\""),
    (#""\uFFFF\uE000""#, "\"\u{FFFF}\u{E000}\""),
    ("\"é日🙂\u{10FFFF}\u{FFFE}\"", "\"é日🙂\u{10FFFF}\u{FFFE}\""), (#""a\u2028\uFEFF""#, #""a\u2028\ufeff""#),
    ("\"\u{2028}\u{202E}\"", #""\u2028\u202e""#), (#""\\u0041""#, #""\\u0041""#),
    // The same key to Swift, but not the same bytes.
    ("{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
    ("{\"K\":1,\"\u{212A}\":2}", "{\"K\":1,\"\u{212A}\":2}"),
    (#"{"a":{"a":{"a":1}},"b":{"a":1}}"#, #"{"a":{"a":{"a":1}},"b":{"a":1}}"#),
    (#"[{"a":1},{"a":1}]"#, #"[{"a":1},{"a":1}]"#),
  ]

  @Test(arguments: accepted)
  func `every text of the grammar is read`(_ text: String, _ expected: String) throws {
    // By bytes: `==` of strings takes the two spellings of é for one.
    #expect(Array(try rewritten(text.utf8).utf8) == Array(expected.utf8))
  }

  static let refused: [(String, JSONError.Code, Int)] = [
    ("", .truncated, 0), (" \n", .truncated, 2), ("[", .truncated, 1), ("{", .truncated, 1),
    ("[1", .truncated, 2),
    ("[1,", .truncated, 3), (#"{"a""#, .truncated, 4), (#"{"a":"#, .truncated, 5),
    (#"{"a":1"#, .truncated, 6),
    (#"{"a":1,"#, .truncated, 7), ("\"", .truncated, 1), (#""a"#, .truncated, 2), (#""\"#, .truncated, 2),
    (#""\u00"#, .truncated, 5), (#""\ud800"#, .truncated, 7), (#""\ud800\"#, .truncated, 8),
    ("-", .truncated, 1), ("1.", .truncated, 2),
    ("1e", .truncated, 2), ("1e+", .truncated, 3), ("tru", .truncated, 3),
    // Structure.
    ("[1,]", .syntax, 3), ("[,1]", .syntax, 1), ("[1,,2]", .syntax, 3), ("[1 2]", .syntax, 3),
    ("[1}", .syntax, 2),
    ("]", .syntax, 0), ("}", .syntax, 0), (",", .syntax, 0), (":", .syntax, 0), (#"{"a":1]"#, .syntax, 6),
    (#"{"a":1,}"#, .syntax, 7),
    (#"{,"a":1}"#, .syntax, 1), (#"{"a" 1}"#, .syntax, 5), (#"{"a",1}"#, .syntax, 4),
    (#"{"a":}"#, .syntax, 5),
    (#"{"a"::1}"#, .syntax, 5), ("{1:2}", .syntax, 1), ("{a:1}", .syntax, 1), ("{'a':1}", .syntax, 1),
    ("[1:2]", .syntax, 2),
    ("{null:1}", .syntax, 1), (#"{"a"}"#, .syntax, 4), (#"{"a":1 "b":2}"#, .syntax, 7),
    ("[//\n1]", .syntax, 1), ("[1/**/]", .syntax, 2),
    // Literals.
    ("True", .syntax, 0), ("NaN", .syntax, 0), ("Infinity", .syntax, 0), ("nul1", .syntax, 3),
    ("tRue", .syntax, 1), ("fals\0", .syntax, 4),
    ("undefined", .syntax, 0), ("nulll", .trailingText, 4),
    // Numbers.
    ("+1", .syntax, 0), (".5", .syntax, 0), ("-.5", .number, 1), ("1.e1", .number, 2), ("1.-1", .number, 2),
    ("- 1", .number, 1), ("--1", .number, 1), ("-a", .number, 1),
    ("1ee1", .number, 2), ("1e+-1", .number, 3), ("1e-+1", .number, 3), ("-:", .number, 1),
    ("[1.:]", .number, 3), ("1e1.5", .trailingText, 3), ("01", .trailingText, 1),
    ("[01]", .syntax, 2), ("[-00]", .syntax, 3),
    ("0x1", .trailingText, 1), ("1_000", .trailingText, 1), ("[1.2.3]", .syntax, 4), ("１", .syntax, 0),
    ("-Infinity", .number, 1),
    // Strings.
    ("'a'", .syntax, 0), ("\"\n\"", .controlCharacter, 1), ("\"a\tb\"", .controlCharacter, 2),
    ("\"\0\"", .controlCharacter, 1), ("\"\u{1F}\"", .controlCharacter, 1),
    (#""\a""#, .escape, 2), (#""\'""#, .escape, 2), (#""\x41""#, .escape, 2), (#""\U0041""#, .escape, 2),
    (#""\u004g""#, .escape, 6), (#""\u 041""#, .escape, 3),
    (#""\u-041""#, .escape, 3), (#""\u{41}""#, .escape, 3), (#""\u""#, .escape, 3), ("\"\\\n\"", .escape, 2),
    ("\"\\\0\"", .escape, 2),
    (#""\ud800""#, .surrogate, 1), (#""\udc00"#, .surrogate, 1), (#""a\udc00""#, .surrogate, 2),
    (#""\ud800\ud800""#, .surrogate, 1),
    (#""\ud800\udbff""#, .surrogate, 1), (#""\ud800\ue000""#, .surrogate, 1),
    (#""\ud83d\n""#, .surrogate, 1),
    (#""\ud83dx""#, .surrogate, 1), (#""\udc00\ud800""#, .surrogate, 1), (#""\ud83d\u0041""#, .surrogate, 1),
    (#""\ud83d\ude42\udfff""#, .surrogate, 13),
    // Keys.
    (#"{"a":1,"a":1}"#, .duplicateKey, 7), (#"{"a":1,"b":2, "a":3}"#, .duplicateKey, 14),
    (#"{"a":1,"\u0061":2}"#, .duplicateKey, 7), (#"{"":1,"":2}"#, .duplicateKey, 6),
    (#"[{"k":{"x":1},"k":2}]"#, .duplicateKey, 14), (#"{"a":1,"a"#, .truncated, 9),
    (#"{"\ud800":1}"#, .surrogate, 2),
    // What stands around the value.
    ("\u{FEFF}{}", .byteOrderMark, 0), (" \u{FEFF}{}", .syntax, 1), ("{}{}", .trailingText, 2),
    ("[] x", .trailingText, 3), ("1 2", .trailingText, 2), ("{}\0", .trailingText, 2),
    ("\u{A0}1", .syntax, 0), ("\u{C}1", .syntax, 0), ("1\u{B}", .trailingText, 1), ("\u{2028}1", .syntax, 0),
    ("\"a\"\"b\"", .trailingText, 3), ("{}]", .trailingText, 2),
  ]

  @Test(arguments: refused)
  func `everything else is refused at its first offending byte`(
    _ text: String, _ code: JSONError.Code, _ offset: Int
  ) {
    #expect(throws: JSONError(code: code, offset: offset)) { try JSONReader().read(Array(text.utf8)) }
  }

  @Test(
    arguments: [
      [0x80], [0xBF, 0x41], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x99], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xFE], [0xFF],
    ] as [[UInt8]])
  func `ill-formed UTF-8 is refused at the start of its sequence`(_ bytes: [UInt8]) {
    #expect(throws: JSONError(code: .encoding, offset: 2)) {
      try JSONReader().read([0x22, 0x61] + bytes + [0x22])
    }
    #expect(throws: JSONError(code: .encoding, offset: 2)) { try JSONReader().read([0x22, 0x61] + bytes) }
    #expect(throws: JSONError(code: .encoding, offset: 4)) {
      try JSONReader().read([0x22, 0x5C, 0x6E, 0x61] + bytes + [0x22])
    }
    #expect(throws: JSONError(code: .syntax, offset: 0)) { try JSONReader().read(bytes) }
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
  func `UTF-16 and UTF-32 are refused`(_ encoding: String.Encoding) throws {
    let bytes = Array(try #require("[1]".data(using: encoding)))
    #expect(throws: JSONError.self) { try JSONReader().read(bytes) }
  }

  @Test func `values are found by the bytes of their key`() throws {
    let value = try JSONReader().read(
      Array(
        #"{"n": -5, "big": 18446744073709551615, "f": 1.0, "s": "caf\u00e9", "l": [true, null], "e": {}}"#
          .utf8))
    #expect(value["n"]?.number?.int64 == -5)
    #expect(value["n"]?.number?.uint64 == nil)
    #expect(value["big"]?.number?.uint64 == .max)
    #expect(value["big"]?.number?.int64 == nil)
    #expect(value["f"]?.number?.int64 == nil)
    #expect(value["f"]?.number?.text == "1.0")
    #expect(value["s"]?.string.map { Array($0.utf8) } == Array("caf\u{E9}".utf8))
    #expect(value["s"]?.string == JSONString("caf\u{E9}"))
    #expect(value["s"]?.string != JSONString("cafe\u{301}"))
    #expect(value["l"]?.array == [.bool(true), .null])
    #expect(value["l"]?.array?.first?.bool == true)
    #expect(value["e"]?.object == [])
    #expect(value["x"] == nil)
    #expect(value["n"]?["n"] == nil)
    #expect(
      value["n"]?.string == nil && value["s"]?.number == nil && value["n"]?.array == nil
        && value["n"]?.object == nil && value["n"]?.bool == nil)
  }

  @Test func `views of different texts with the same bytes are equal and hash alike`() throws {
    let one = try JSONReader().read(Array(#"["same", "sam\u0065"]"#.utf8)).array ?? []
    let other = try JSONReader().read(Array(#"  ["", "same"]"#.utf8)).array ?? []
    #expect(Set(one + other) == [.string(JSONString("same")), .string(JSONString(""))])
  }
}
