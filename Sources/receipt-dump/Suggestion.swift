// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// The word that somebody meant.
enum Suggestion {
  /// The nearest of some words to a mistyped one; `nil` when none is near.
  ///
  /// Near is what takes at most two changes, or a third of the word for longer ones: a character more, less, other, or two
  /// exchanged.
  static func nearest(to word: String, among words: [String]) -> String? {
    let distances = words.map {
      (word: $0, distance: distance(Array(word.unicodeScalars), Array($0.unicodeScalars)))
    }
    guard let best = distances.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(2, word.count / 3) && best.distance < best.word.count ? best.word : nil
  }

  /// How many changes make one word of the other (Damerau and Levenshtein, each pair exchanged at most once).
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard left.count <= 64, right.count <= 64 else { return .max }
    var table = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in 0...left.count { table[row][0] = row }
    for column in 0...right.count { table[0][column] = column }
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    for row in 1...left.count {
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        var best = min(
          table[row - 1][column] + 1, table[row][column - 1] + 1,
          table[row - 1][column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          best = min(best, table[row - 2][column - 2] + 1)
        }
        table[row][column] = best
      }
    }
    return table[left.count][right.count]
  }
}
