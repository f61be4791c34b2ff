// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// The lines of a report while they are written: broken at the width, and reduced to ASCII and coloured as asked.
struct TextLines {
  let style: TextStyle
  private(set) var text = ""

  init(style: TextStyle) {
    self.style = style
  }

  /// A colour, by what it stands for.
  enum Color: String {
    case good = "32"
    case bad = "31"
    case doubtful = "33"
    case heading = "1"
  }

  // MARK: - Lines

  /// A heading, after an empty line.
  mutating func heading(_ words: String) {
    text += "\n" + painted(reduced(words), .heading) + "\n"
  }

  /// Words that may be broken anywhere between them; further lines are indented a little more.
  mutating func prose(_ words: String, indent: Int = 0) {
    flow(
      reduced(words).split(separator: " ").map(String.init), separator: " ", first: blank(indent),
      rest: indent + 2)
  }

  /// Facts side by side, broken only between them; further lines are indented as much, or by `rest`.
  mutating func facts(_ facts: [String], indent: Int, rest: Int? = nil) {
    flow(
      facts.map(reduced), separator: style.isASCII ? " - " : " · ", first: blank(indent), rest: rest ?? indent
    )
  }

  /// A line that is never broken.
  mutating func drawing(_ line: String, indent: Int) {
    text += String(repeating: " ", count: indent) + reduced(line) + "\n"
  }

  /// A name and its value, the values below each other; a value that is too long goes on below itself.
  mutating func field(_ name: String, _ value: String, indent: Int = 2, width: Int = 16) {
    let start = String(repeating: " ", count: indent) + reduced(name)
    let column = max(indent + width, start.count + 2)
    let gap = String(repeating: " ", count: column - start.count)
    let words = reduced(value).split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    flow(words, separator: " ", first: start + gap, rest: column)
  }

  /// The first line: a word that answers, in its colour, and the rest, broken like prose.
  mutating func answer(_ word: String, _ color: Color, _ rest: String) {
    var plain = TextLines(style: style)
    plain.flow(
      reduced(rest).split(separator: " ", omittingEmptySubsequences: false).map(String.init), separator: " ",
      first: word + " ", rest: 2)
    // Coloured afterwards: what colours takes no column.
    text += painted(word, color) + plain.text.dropFirst(word.count)
  }

  private func blank(_ count: Int) -> String { String(repeating: " ", count: count) }

  /// Writes parts behind the beginning of a line, and on further lines that begin with `rest` blanks.
  private mutating func flow(_ parts: [String], separator: String, first: String, rest: Int) {
    var line = first
    var isEmpty = true
    for part in parts {
      if !isEmpty, line.count + separator.count + part.count > style.width {
        text += line + "\n"
        line = blank(rest)
        isEmpty = true
      }
      line += (isEmpty ? "" : separator) + part
      isEmpty = false
    }
    text += line + "\n"
  }

  // MARK: - Characters

  private func painted(_ words: String, _ color: Color) -> String {
    style.isColored ? "\u{1B}[\(color.rawValue)m\(words)\u{1B}[0m" : words
  }

  /// The text as it may be shown: our own signs in ASCII where asked for, and what is left by its number.
  private func reduced(_ words: String) -> String { Self.reduced(words, isASCII: style.isASCII) }

  /// The same for text that is not written line by line.
  static func reduced(_ words: String, isASCII: Bool) -> String {
    guard isASCII else { return words }
    var result = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "·": result += "-"
      case "…": result += "..."
      case "→": result += ">"
      case "█": result += "#"
      case "▒": result += "t"
      case "▓": result += "i"
      case "×": result += "x"
      case "◆": result += "o"
      case "│": result += "|"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return result
  }
}
