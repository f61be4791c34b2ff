// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("plain text, é, 漢字", "plain text, é, 漢字"),
    ("\u{1B}]0;title\u{07}", "\\u{1B}]0;title\\u{7}"),
    ("a\rb\nc\td", "a\\u{D}b\\u{A}c\\u{9}d"),
    ("\u{9B}2J\u{85}\u{7F}", "\\u{9B}2J\\u{85}\\u{7F}"),
    ("\u{202E}txt\u{2028}\u{2066}\u{FEFF}", "\\u{202E}txt\\u{2028}\\u{2066}\\u{FEFF}"),
    ("\\u{1B} and \\n", "\\u{5C}u{1B} and \\n"),
  ])
  func nothingThatActsOnATerminalStandsRaw(text: String, shown: String) {
    #expect(terminalText(text) == shown)
  }

  @Test func noControlCharacterIsLeftOfAnyScalar() {
    for value in (0...0xA0).map({ UInt32($0) }) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = terminalText(String(scalar))
      #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
    }
  }
}
