// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import StrictJSON
import Testing
import SeededRandom

@Suite struct JSONEscapingTests {
  /// The text between the quotes that the bytes give as a value.
  private func escaped(_ bytes: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(style: .compact)
    writer.array { $0.element(string: bytes.span) }
    return Array(writer.bytes.dropFirst(2).dropLast(3))
  }

  private func escaped(_ text: String) -> String {
    String(decoding: escaped(Array(text.utf8)), as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), ("plain ASCII ~ text", "plain ASCII ~ text"), ("a\"b", #"a\"b"#), (#"a\b"#, #"a\\b"#),
    ("/", "/"),
    ("\n\t\r\u{8}\u{C}", #"\n\t\r\b\f"#), ("\0\u{1B}[2J\u{7}", #"\u0000\u001b[2J\u0007"#),
    ("\u{7F}", #"\u007f"#),
    ("\u{85}\u{9B}", #"\u0085\u009b"#), ("\u{A0}é日🙂", "\u{A0}é日🙂"), ("\u{202E}gpj", #"\u202egpj"#),
    ("a\u{2028}b\u{2029}", #"a\u2028b\u2029"#), ("\u{FEFF}", #"\ufeff"#),
    ("\"},\"verified\":true,\"x\":\"", #"\"},\"verified\":true,\"x\":\""#),
  ])
  func `text that could end the string or act on a terminal is escaped`(_ text: String, _ expected: String) {
    #expect(escaped(text) == expected)
  }

  @Test func `exactly the characters promised are escaped, and every text is read back by Foundation`() throws
  {
    let promised: [ClosedRange<UInt32>] = [
      0x00...0x1F, 0x22...0x22, 0x5C...0x5C, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x2029,
      0x202A...0x202E, 0x2066...0x2069, 0xFEFF...0xFEFF,
    ]
    // The whole Basic Multilingual Plane, and a sample of the others.
    for value in Array(UInt32(0)...0xFFFF) + Array(stride(from: 0x10000, through: 0x10FFFF, by: 0xFF)) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = Array(String(scalar).utf8)
      let mustEscape = promised.contains { $0.contains(value) }
      if (escaped(text) != text) != mustEscape { Issue.record("U+\(String(value, radix: 16))") }
    }
    for range in promised {
      let text = String(String.UnicodeScalarView(range.compactMap(Unicode.Scalar.init)))
      var writer = JSONWriter(style: .compact)
      writer.array { $0.element(string: text) }
      let back = try #require(JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String])
      #expect(back.map { Array($0.utf8) } == [Array(text.utf8)])
    }
  }

  @Test(
    arguments: [
      // Unicode 16, section 3.9: tables 3-8 to 3-11.
      ([0xC0, 0xAF, 0xE0, 0x80, 0xBF, 0xF0, 0x81, 0x82, 0x41], "????????A"),
      ([0xED, 0xA0, 0x80, 0xED, 0xBF, 0xBF, 0xED, 0xAF, 0x41], "????????A"),
      ([0xF4, 0x91, 0x92, 0x93, 0xFF, 0x41, 0x80, 0xBF, 0x42], "?????A??B"),
      ([0xE1, 0x80, 0xE2, 0xF0, 0x91, 0x92, 0xF1, 0xBF, 0x41], "????A"),
      ([0xF0, 0x9F, 0x99], "?"), ([0xE2, 0x80], "?"), ([0xC2], "?"), ([0x80], "?"), ([0xFF, 0x22], #"?\""#),
      ([0xE2, 0x80, 0x0A], #"?\n"#), ([0xC2, 0x22], #"?\""#),
    ] as [([UInt8], String)])
  func `each maximal subpart of ill-formed UTF-8 becomes one replacement character`(
    _ bytes: [UInt8], _ expected: String
  ) {
    #expect(escaped(bytes) == Array(expected.replacing("?", with: "\u{FFFD}").utf8))
  }

  @Test func `ill-formed UTF-8 is replaced as the standard library does it`() {
    var random = SplitMix(state: 1)
    // Lead and trail bytes of every kind, so that short strings reach every branch; none that would be escaped.
    let alphabet: [UInt8] = [
      0x41, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xE1, 0xED, 0xEE, 0xF0, 0xF1, 0xF4, 0xF5, 0x9F, 0x8F, 0x90,
    ]
    for _ in 0..<20_000 {
      let bytes = (0..<Int(random.next() % 9)).map { _ in alphabet[Int(random.next() % 16)] }
      let repaired = String(decoding: bytes, as: UTF8.self)
      if repaired.unicodeScalars.contains(where: { (0x80...0x9F).contains($0.value) }) { continue }
      if escaped(bytes) != Array(repaired.utf8) { Issue.record("\(bytes)") }
    }
  }

  @Test func `strings, spans and slices give the same text`() {
    let text = "naïve \u{202E}\"x\" — 日本"
    let bytes = Array(text.utf8)
    var writer = JSONWriter(style: .compact)
    writer.array {
      $0.element(string: text)
      $0.element(string: bytes.span)
      $0.element(string: bytes[...])
    }
    let one = escaped(text)
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == "["
        + Array(repeating: "\"\(one)\"", count: 3).joined(separator: ",") + "]\n")

    var members = JSONWriter(style: .compact)
    members.object {
      $0.member("k", string: text)
      $0.member("k", string: bytes.span)
      $0.member("k", string: bytes[...])
    }
    #expect(
      String(decoding: members.bytes, as: UTF8.self) == "{"
        + Array(repeating: "\"k\":\"\(one)\"", count: 3).joined(separator: ",") + "}\n")
  }

  @Test func `keys are escaped like values`() {
    var writer = JSONWriter(style: .compact)
    writer.object {
      $0.member("a\"\n", integer: 1)
      $0.member("é", integer: 2)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a\"\n":1,"é":2}"# + "\n")
  }
}
