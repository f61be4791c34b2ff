// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts

/// Text as it may stand in HTML, in element content and in quoted attributes, whatever it came from.
///
/// Characters that act on a terminal or turn the writing direction are shown by their numbers, as in the other reports.
func htmlText(_ text: String) -> String {
  var result = ""
  for scalar in terminalText(text).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
