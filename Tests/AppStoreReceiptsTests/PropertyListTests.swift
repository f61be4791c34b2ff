// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Testing

@Suite struct PropertyListTests {
  private func read(
    _ text: String, _ limits: PropertyList.Limits = .init()
  ) throws(PropertyListError) -> [String: String] {
    let list = try PropertyList(Array(text.utf8), limits: limits)
    return Dictionary(
      list.entries.map { ($0.key.description, $0.string?.description ?? "{}") }, uniquingKeysWith: { $1 })
  }

  @Test func `quoted and unquoted strings are the same, in any order and layout`() throws {
    let expected = ["purchase-info": "e30=", "pod": "100", "environment": "Sandbox", "path": "a/b:c.d_e$-f"]
    #expect(
      try read(
        """
        {
        \t"purchase-info" = "e30=";
        \t"pod" = "100";
        \t"environment" = "Sandbox";
        \t"path" = "a/b:c.d_e$-f";
        }
        """) == expected)
    #expect(
      try read("{path=a/b:c.d_e$-f;environment=Sandbox ; pod\r\n=\t100;\"purchase-info\"=\"e30=\";}\n")
        == expected)
    #expect(try read("{}") == [:])
    #expect(try read(" \n{} \t") == [:])
  }

  @Test(arguments: [
    (#"\"\\"#, "\"\\"), (#"a\nb\r\t"#, "a\nb\r\t"), (#"\U00e9"#, "é"), (#"\u20AC"#, "€"),
    (#"\Ud83d\Ude00"#, "😀"), (#"\Ud83d\Udc00"#, "\u{1F400}"),
    (#"\Ud800\Udc00"#, "\u{10000}"), (#"\Ud7ff\Ue000"#, "\u{D7FF}\u{E000}"),
    (#"\Udbff\Udfff"#, "\u{10FFFF}"), (#"\177"#, "\u{7F}"), (#"\101\060"#, "A0"), ("ä€😀", "ä€😀"), ("", ""),
    ("a\nb", "a\nb"),
  ])
  func `escapes are read`(_ spelling: String, _ text: String) throws {
    #expect(try read("{ key = \"\(spelling)\"; }") == ["key": text])
  }

  @Test func `a value's range is where it stands without its quotes`() throws {
    let text = Array(#"{ a = "b\"c"; d = ef; }"#.utf8)
    let list = try PropertyList(text)
    #expect(list["a"].map { Array(text[$0.range]) } == Array(#"b\"c"#.utf8))
    #expect(list["d"].map { Array(text[$0.range]) } == Array("ef".utf8))
  }

  @Test func `text without escapes is a view of the input, and with them a text of its own`() throws {
    let list = try PropertyList(Array(#"{ "a" = "b"; c = d; e = ""; f = "\n"; g = "h\ni"; }"#.utf8))
    #expect(list.entries.map(\.key.utf8.startIndex) == [3, 13, 20, 28, 38])
    for key in ["a", "c", "e"] {
      let entry = try #require(list[key])
      #expect(entry.string?.utf8.indices == entry.range, "\(key)")
    }
    #expect(list["f"]?.string?.utf8.indices == 0..<1)
    #expect(list["g"]?.string?.utf8.indices == 0..<3)
  }

  @Test func `dictionaries may be nested, and their keys are their own`() throws {
    let list = try PropertyList(Array("{ a = { a = 1; }; }".utf8))
    guard case .dictionary(let inner)? = list["a"]?.value else {
      Issue.record("no dictionary")
      return
    }
    #expect(inner["a"]?.string == "1")
    #expect(list["a"]?.string == nil)
  }

  @Test(
    arguments: [
      ("", .truncated, 0), ("{", .truncated, 1), ("{ a", .truncated, 3), ("{ a = ", .truncated, 6),
      ("{ a = \"b", .truncated, 8), ("{ a = \"b\\", .truncated, 9), ("{ a = b", .truncated, 7),
      ("{ a = b; ", .truncated, 9), ("{ a = b }", .syntax, 8), ("{ a b; }", .syntax, 4),
      ("{ = b; }", .syntax, 2),
      ("{ a = ; }", .syntax, 6), ("a = b;", .syntax, 0), ("{ a = (b); }", .syntax, 6),
      ("{ a = <00>; }", .syntax, 6),
      ("{ a = 'b'; }", .syntax, 6), ("{ a = b; } x", .trailingText, 11), ("{}{}", .trailingText, 2),
      ("{ // a\n}", .comment, 2), ("{ /* a */ }", .comment, 2), ("{ a = //b; }", .comment, 6),
      ("/* a */ {}", .comment, 0), ("{} // a", .comment, 3),
      ("{ a = b; a = b; }", .duplicateKey, 9), ("{ a = b; \"\\U0061\" = c; }", .duplicateKey, 9),
      ("{ a = \"\\q\"; }", .escape, 7), ("{ a = \"\\U12\"; }", .escape, 7),
      ("{ a = \"\\Udc00\"; }", .escape, 7),
      ("{ a = \"\\Ud83d\"; }", .escape, 7), ("{ a = \"\\Ud83d\\U0041\"; }", .escape, 7),
      ("{ a = \"\\200\"; }", .escape, 7), ("{ a = \"\\08\"; }", .escape, 7),
      ("{ a = \"\\080\"; }", .escape, 7), ("{ a = \"\\Udc00", .escape, 7),
      ("{ a = \"\\Ud83dxUde00\"; }", .escape, 7), ("{ a = \"\\Ud83d\\Ue000\"; }", .escape, 7),
      ("{ a = \"\\Ud83d\\nde00\"; }", .escape, 7), ("{ a = \"\\Udfff\"; }", .escape, 7),
      ("{ a /x = b; }", .syntax, 4),
    ] as [(String, PropertyListError.Code, Int)])
  func `what the grammar lacks is refused at the byte`(
    _ text: String, _ code: PropertyListError.Code, _ offset: Int
  ) {
    #expect(throws: PropertyListError(code: code, offset: offset)) { try read(text) }
  }

  @Test(arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func `a string that is not UTF-8 is refused`(_ octets: [UInt8]) {
    let text = Array("{ a = \"".utf8) + octets + Array("\"; }".utf8)
    #expect(throws: PropertyListError(code: .encoding, offset: 7)) { try PropertyList(text) }
    #expect(throws: PropertyListError.self) {
      try PropertyList(Array("{ a = ".utf8) + octets + [0x3B, 0x7D])
    }
  }

  @Test func `limits hold, and what keeps them passes`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "{a=", count: depth - 1) + "{}" + String(repeating: ";}", count: depth - 1)
    }
    #expect(throws: Never.self) { try read(nested(8)) }
    #expect(throws: PropertyListError(code: .depth, offset: 24)) { try read(nested(9)) }
    #expect(throws: PropertyListError(code: .depth, offset: 24)) {
      try read(String(repeating: "{a=", count: 1_000_000))
    }
    var limits = PropertyList.Limits()
    limits.entries = 2
    #expect(throws: Never.self) { try read("{a=b;c=d;}", limits) }
    #expect(throws: PropertyListError(code: .entries, offset: 9)) { try read("{a=b;c=d;e=f;}", limits) }
    limits.size = 10
    #expect(throws: PropertyListError(code: .size, offset: 10)) { try read("{a=b;c=d;} ", limits) }
  }

  @Test func `a string of eight megabytes is read`() throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: (8 << 20) - 6)
    let list = try PropertyList(Array("{a=\"".utf8) + text.dropLast(2) + Array("\";}".utf8))
    #expect(list["a"]?.string?.utf8.count == text.count - 2)
  }

  @Test func `no text of three bytes and no cut of a list makes it trap`() throws {
    let alphabet = Array("{}=;\"\\aU/* \n\u{FF}".utf8)
    for a in alphabet { for b in alphabet { for c in alphabet { _ = try? PropertyList([a, b, c]) } } }
    let text = Array(#"{ "a\"b" = "c\Ud83d\Ude00"; d = { e = f; }; }"#.utf8)
    for end in 0..<text.count {
      #expect(throws: PropertyListError(code: .truncated, offset: end)) {
        try PropertyList(Array(text[..<end]))
      }
    }
  }
}
