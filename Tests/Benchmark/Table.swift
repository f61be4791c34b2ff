// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Foundation

/// The costs of one race, as a table in Markdown.
struct Table {
  let title: String
  /// The subject to which the others are compared.
  let reference: String
  let costs: [Cost]

  func print() {
    guard let base = costs.first(where: { $0.name == reference }) else { return }
    var lines = [
      "\n### \(title)\n",
      row(["", "× the reference", "best", "median", "allocations", "bytes of heap", "most at once"]),
      "|---|--:|--:|--:|--:|--:|--:|",
    ]
    for cost in costs {
      lines.append(
        row([
          cost.name, cost.name == reference ? "reference" : ratioText(cost.ratio(to: base)),
          timeText(cost.best),
          timeText(cost.median), "\(cost.allocations)", "\(cost.allocatedBytes)", "\(cost.peakBytes)",
        ]))
    }
    Swift.print(lines.joined(separator: "\n"))
  }

  private func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

/// A ratio with three digits that count.
func ratioText(_ ratio: Double) -> String {
  String(format: ratio < 10 ? "%.2f" : "%.0f", ratio)
}

/// A time in the unit that suits it.
func timeText(_ nanoseconds: Double) -> String {
  switch nanoseconds {
  case ..<1_000: String(format: "%.0f ns", nanoseconds)
  case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1_000)
  default: String(format: "%.2f ms", nanoseconds / 1_000_000)
  }
}
