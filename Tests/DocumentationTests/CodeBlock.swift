// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// A piece of Swift that a document shows, or that a source file of these tests holds for one to show.
struct CodeBlock: Hashable {
  /// What of it counts: no imports, which stand at the top of a source file wherever a document shows them, no line breaks and
  /// blanks, which depend on the indentation, and no assignment to nothing where a document leaves a result unused.
  let text: String

  init(_ lines: some Sequence<Substring>) {
    text = lines.map { line in
      var words = line.split(separator: " ")
      if words.starts(with: ["_", "="]) { words.removeFirst(2) }
      return words.first == "import" ? "" : words.joined()
    }.joined().replacing(",)", with: ")").replacing(",]", with: "]")
  }
}

/// The repository of which these tests are a part.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files with one of these endings below some folders, by their paths in the repository.
  static func files(in folders: [String], endings: Set<String>) throws -> [String] {
    var found: [String] = []
    for folder in folders {
      let start = root.appending(path: folder)
      guard let files = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil) else {
        continue
      }
      for case let file as URL in files where endings.contains(file.pathExtension) {
        found.append(String(file.path.dropFirst(root.path.count + 1)))
      }
    }
    return found.sorted()
  }

  /// The lines of a file; none if it does not hold `needle`.
  static func lines(of path: String, holding needle: String) throws -> [Substring] {
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    return text.contains(needle) ? text.split(separator: "\n", omittingEmptySubsequences: false) : []
  }
}

/// The blocks of Swift in Markdown, or in the documentation comments of a source file.
func shownBlocks(in path: String) throws -> [CodeBlock] {
  let isSource = path.hasSuffix(".swift")
  var blocks: [CodeBlock] = []
  var open: [Substring]?
  for line in try Repository.lines(of: path, holding: "```swift") {
    var content = line.drop { $0 == " " }
    if isSource {
      guard content.hasPrefix("///") else { continue }
      content = content.dropFirst(3).drop { $0 == " " }
    }
    if let lines = open {
      if content == "```" {
        blocks.append(CodeBlock(lines))
        open = nil
      } else {
        open = lines + [content]
      }
    } else if content == "```swift" {
      open = []
    }
  }
  return blocks
}

/// The pieces of a source file between a line `// shown` and a line `// end`.
func compiledBlocks(in path: String) throws -> [CodeBlock] {
  var blocks: [CodeBlock] = []
  var open: [Substring]?
  for line in try Repository.lines(of: path, holding: "// shown") {
    switch line.drop(while: { $0 == " " }) {
    case "// shown": open = []
    case "// end":
      if let lines = open { blocks.append(CodeBlock(lines)) }
      open = nil
    default: open?.append(line)
    }
  }
  return blocks
}
