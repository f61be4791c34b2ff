// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// The lines on which the compiler does not take a point: a `throw` that initialises nothing else, say.
///
/// They are known by their text, so that they stay what they are when lines move.
struct Refusals {
  private enum Level: String {
    /// No statement can be left out here.
    case statements
    /// Nothing can be changed here.
    case everything
  }

  private let file: String
  private var levels: [String: Level] = [:]

  /// The refusals that were met before.
  init(file: String) {
    self.file = file
    for line in lines(of: file) {
      let fields = line.split(separator: "\t", maxSplits: 1).map(String.init)
      if fields.count == 2 { levels[fields[1]] = Level(rawValue: fields[0]) }
    }
  }

  func includes(_ path: String, _ line: some StringProtocol, isStatement: Bool) -> Bool {
    switch levels[Self.key(path, line)] {
    case .everything: true
    case .statements: isStatement
    case nil: false
    }
  }

  private static func key(_ path: String, _ line: some StringProtocol) -> String {
    path + "\t" + line.trimmingCharacters(in: .whitespaces)
  }

  /// Learns from the errors of a build, and says how many lines it has learnt about.
  mutating func learn(fromLog log: String, _ package: InstrumentedPackage) -> Int {
    let points = package.points()
    var count = 0
    var seen: Set<String> = []
    for message in lines(of: log) where message.hasPrefix(package.copy + "/Sources/") {
      let fields = message.dropFirst(package.copy.count + 1).split(separator: ":", maxSplits: 3)
      guard fields.count == 4, fields[3].hasPrefix(" error:"), let number = Int(fields[1]) else { continue }
      let path = String(fields[0])
      // A value that is missing at the end of a function is missed there, behind the throw that is left out.
      let before = points.last {
        $0.path == path && ($0.line == number || $0.line < number && $0.change == "left out")
      }
      guard let before else { continue }
      let key = Self.key(path, lines(of: package.root + "/" + path, keepsEmpty: true)[before.line - 1])
      guard seen.insert(key).inserted, levels[key] != .everything else { continue }
      levels[key] = levels[key] == nil ? .statements : .everything
      count += 1
    }
    let text = levels.sorted { $0.key < $1.key }.map { "\($0.value.rawValue)\t\($0.key)\n" }.joined()
    writeFile(text, to: file)
    return count
  }
}

// MARK: - Files

/// The lines of a text file; none when there is no such file.
func lines(of file: String, keepsEmpty: Bool = false) -> [Substring] {
  guard let data = FileManager.default.contents(atPath: file) else { return [] }
  return String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: !keepsEmpty)
}

/// Writes a file unless that is what it holds, so that nothing is built again for it.
func writeFile(_ text: String, to file: String) {
  let data = Data(text.utf8)
  guard FileManager.default.contents(atPath: file) != data else { return }
  let folder = URL(filePath: file).deletingLastPathComponent()
  do {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: URL(filePath: file))
  } catch {
    fail("\(file): \(error.localizedDescription)")
  }
}

/// Ends with a message.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("mutate: \(message)\n".utf8))
  exit(1)
}
