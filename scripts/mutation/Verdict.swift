// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// What the mutants came to, beside the list of those that may survive.
struct MutationVerdict {
  let fates: [MutationPoint: Campaign.Fate]
  /// Why a mutant may survive, by its key.
  let explained: [String: String]

  /// Reads the list: on each line path, change, text and reason, with tabs between; comments begin with `#`.
  static func explanations(in file: String) -> [String: String] {
    var explained: [String: String] = [:]
    for line in lines(of: file) where !line.hasPrefix("#") {
      let fields = line.split(separator: "\t", maxSplits: 3).map(String.init)
      guard fields.count == 4 else { fail("\(file): not four fields with tabs between: \(line)") }
      explained[fields[0...2].joined(separator: "\t")] = fields[3]
    }
    return explained
  }

  private var survivors: [MutationPoint] {
    fates.filter { $0.value != .killed }.keys.sorted { ($0.path, $0.line, $0.id) < ($1.path, $1.line, $1.id) }
  }

  /// Whether every survivor is explained.
  var isClean: Bool { survivors.allSatisfy { explained[$0.key] != nil } }

  /// The survivors, then how many mutants there were, by target.
  func describe(isComplete: Bool) -> String {
    var text = ""
    for point in survivors {
      let word = fates[point] == .unreached ? "no test reaches" : "survives"
      text += "\(word)  \(point.description)\(explained[point.key].map { " (\($0))" } ?? "")\n"
    }
    let keys = Set(survivors.map(\.key))
    for key in isComplete ? explained.keys.sorted() : [] where !keys.contains(key) {
      text +=
        "not needed  \(key.replacingOccurrences(of: "\t", with: " ")): the list explains what does not survive\n"
    }
    for target in InstrumentedPackage.targets {
      text += row(target, fates.filter { $0.key.path.hasPrefix("Sources/\(target)/") })
    }
    return text + row("all", fates)
  }

  private func row(_ name: String, _ fates: [MutationPoint: Campaign.Fate]) -> String {
    guard !fates.isEmpty else { return "" }
    let killed = fates.count { $0.value == .killed }
    let allowed = fates.count { $0.value != .killed && explained[$0.key.key] != nil }
    let percent = String(format: "%.1f", 100 * Double(killed) / Double(fates.count))
    return "\(name): \(fates.count) mutants, \(killed) killed (\(percent) %), "
      + "\(allowed) survivors explained, \(fates.count - killed - allowed) not\n"
  }
}
