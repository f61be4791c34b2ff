// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation
import FuzzChecks

/// Why a task cannot be done.
struct ToolError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Runs a check on files, and on all files of folders, in the order of their names.
func replay(_ check: FuzzCheck, _ paths: [String]) throws {
  var count = 0
  var violations: [String] = []
  for path in paths {
    for file in try files(at: path) {
      guard let bytes = FileManager.default.contents(atPath: file) else {
        throw ToolError("\(file) cannot be read")
      }
      count += 1
      do throws(Violation) {
        try check.run(Array(bytes))
      } catch {
        violations.append("\(file): \(error.message)")
      }
    }
  }
  print("\(check.rawValue): \(count) inputs, \(violations.count) violations")
  guard violations.isEmpty else { throw ToolError(violations.joined(separator: "\n")) }
}

private func files(at path: String) throws -> [String] {
  if let names = try? FileManager.default.contentsOfDirectory(atPath: path) {
    return names.sorted().map { "\(path)/\($0)" }
  }
  guard FileManager.default.fileExists(atPath: path) else { throw ToolError("\(path) is not there") }
  return [path]
}
