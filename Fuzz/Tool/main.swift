// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

// What `scripts/fuzz` needs besides libFuzzer. One task a call:
//   replay CHECK PATH...       runs a check on files, and on all files of folders
//   seeds FOLDER               writes the inputs from which the harnesses can start
//   differential COUNT         prints what is read in so many changed receipts, one a line

import FuzzChecks
import Glibc

let arguments = CommandLine.arguments.dropFirst()
do {
  switch arguments.first {
  case "replay" where arguments.count > 2:
    guard let check = FuzzCheck(rawValue: arguments[2]) else {
      throw ToolError("there is no check \(arguments[2])")
    }
    try replay(check, Array(arguments.dropFirst(2)))
  case "seeds" where arguments.count == 2:
    try writeSeeds(into: arguments[2])
  case "differential" where arguments.count == 2:
    guard let count = Int(arguments[2]) else { throw ToolError("\(arguments[2]) is no number") }
    try printReadings(of: count)
  default:
    throw ToolError("usage: replay CHECK PATH... | seeds FOLDER | differential COUNT")
  }
} catch {
  print("\(error)")
  exit(1)
}
