// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

/// One change of one place in the sources.
struct MutationPoint: Hashable {
  /// What the instrumented code asks for.
  let id: Int
  /// The file, from the root of the package.
  let path: String
  let line: Int
  /// What is changed, in words: `is true`, `<=`, `left out`.
  let change: String
  /// The source text that is changed, on one line.
  let text: String

  /// What the change is, whatever line it has moved to.
  var key: String { "\(path)\t\(change)\t\(text)" }

  var description: String { "\(path):\(line): `\(text)` \(change)" }
}

/// Text that is put into a source file.
struct Insertion {
  let offset: Int
  let text: String
}

/// A source file with all its points in it, each of which does nothing until it is asked for.
struct InstrumentedFile {
  var points: [MutationPoint] = []
  /// Where text goes in: what begins outermost first, what ends innermost first.
  private var prefixes: [Insertion] = []
  private var suffixes: [Insertion] = []

  /// Puts text around a range of bytes, inside of what was put around it before.
  mutating func wrap(_ range: Range<Int>, _ prefix: String, _ suffix: String) {
    prefixes.append(Insertion(offset: range.lowerBound, text: prefix))
    suffixes.append(Insertion(offset: range.upperBound, text: suffix))
  }

  /// The source with all that was put into it.
  func source(_ original: [UInt8]) -> String {
    var before: [Int: String] = [:]
    for insertion in suffixes { before[insertion.offset] = insertion.text + (before[insertion.offset] ?? "") }
    var after: [Int: String] = [:]
    for insertion in prefixes { after[insertion.offset, default: ""] += insertion.text }
    var output: [UInt8] = []
    for (offset, byte) in original.enumerated() {
      if let text = before[offset] { output += text.utf8 }
      if let text = after[offset] { output += text.utf8 }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }
}
