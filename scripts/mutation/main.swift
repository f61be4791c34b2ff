// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

// The steps of scripts/mutate, which says what they are for.
let arguments = CommandLine.arguments
guard arguments.count >= 4 else { fail("run scripts/mutate, not this") }
let (root, work) = (arguments[2], arguments[3])
let selection = Array(arguments.dropFirst(5))
let package = InstrumentedPackage(root: root, copy: work + "/package", table: work + "/points.tsv")

switch arguments[1] {
case "instrument":
  package.update(refused: Refusals(file: work + "/refused.tsv"))

case "learn":
  // Whether a failed build has told of lines that take no points: then it is worth another try.
  var refused = Refusals(file: work + "/refused.tsv")
  let count = refused.learn(fromLog: work + "/build.log", package)
  report("the compiler takes not every point on \(count) lines")
  exit(count > 0 ? 0 : 1)

case "list":
  for point in selected(selection, package, work: work) { print("\(point.id)\t\(point.description)") }

case "run":
  let points = selected(selection, package, work: work)
  guard !points.isEmpty else {
    print("0 mutants: nothing to try")
    exit(0)
  }
  report("\(points.count) mutants")
  let campaign = Campaign(TestBinary(path: arguments[4], keys: work + "/keys"), folder: work)
  let verdict = MutationVerdict(
    fates: campaign.fates(of: points),
    explained: MutationVerdict.explanations(in: root + "/scripts/mutation/survivors.tsv"))
  let survivors = verdict.fates.filter { $0.value != .killed }.keys.map { $0.key + "\n" }.sorted()
  writeFile(survivors.joined(), to: work + "/survivors.tsv")
  print(verdict.describe(isComplete: selection.isEmpty), terminator: "")
  exit(verdict.isClean ? 0 : 1)

default: fail("no step \(arguments[1])")
}

/// The points that are chosen: all, or what the words name: `survivors` of the last run, `lines=FILE` (path and line on each
/// line), or the beginning of a path.
func selected(_ selection: [String], _ package: InstrumentedPackage, work: String) -> [MutationPoint] {
  var points = package.points()
  for choice in selection {
    if choice == "survivors" {
      let keys = Set(lines(of: work + "/survivors.tsv").map(String.init))
      points = points.filter { keys.contains($0.key) }
    } else if choice.hasPrefix("lines=") {
      let wanted = Set(lines(of: String(choice.dropFirst(6))).map(String.init))
      points = points.filter { wanted.contains("\($0.path):\($0.line)") }
    }
  }
  let paths = selection.filter { $0.hasPrefix("Sources") }
  return paths.isEmpty ? points : points.filter { point in paths.contains { point.path.hasPrefix($0) } }
}
