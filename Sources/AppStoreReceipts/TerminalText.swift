// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// Text that cannot act on a terminal, whatever it came from.
///
/// Control characters, line and paragraph separators and the controls of writing direction are shown by their numbers,
/// `\u{1B}`, and so is the backslash before such a number, so that no text looks like another.
package func terminalText(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  var scalars = text.unicodeScalars[...]
  while let scalar = scalars.popFirst() {
    let looksEscaped = scalar == "\\" && scalars.starts(with: "u{".unicodeScalars)
    guard looksEscaped || actsOnTerminal(scalar) else {
      result.append(scalar)
      continue
    }
    result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}".unicodeScalars)
  }
  return String(result)
}

private func actsOnTerminal(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  // C0, DEL, C1; soft hyphen; Arabic letter mark; zero-width and direction marks; separators, embeddings and overrides;
  // word joiner, invisible operators and isolates; byte order mark; interlinear annotation; language tags.
  case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x061C, 0x180E, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
    0xFEFF,
    0xFFF9...0xFFFB, 0xE0000...0xE007F:
    true
  default: false
  }
}
