// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import OpenSSLBaseline

/// How the cost of decoding grows with the number of purchases.
struct Growth {
  let race: Race

  func print() throws {
    var lines = [
      "\n### decoding, by the number of purchases\n",
      "| purchases | bytes | every field | a purchase | × walk | × byte scan | heap, bytes a byte of input |",
      "|--:|--:|--:|--:|--:|--:|--:|",
    ]
    let counts = [1, 10, 100, 1_000, 10_000, 100_000]
    for (count, input) in zip(counts, try Input.synthetic(purchases: counts)) {
      let costs = try race.run(try DecodingRace(input: input).subjects())
      func cost(_ name: String) throws -> Cost {
        guard let cost = costs.first(where: { $0.name == name }) else { throw MissingSubject(name: name) }
        return cost
      }
      let ours = try cost("ours, every field")
      lines.append(
        "| \(count) | \(input.bytes.count) | \(timeText(ours.best)) | \(timeText(ours.best / Double(count))) | "
          + "\(ratioText(ours.ratio(to: try cost("OpenSSL: walk, texts copied")))) | "
          + "\(ratioText(ours.ratio(to: try cost("byte scan")))) | "
          + "\(ratioText(Double(ours.peakBytes) / Double(input.bytes.count))) |")
    }
    Swift.print(lines.joined(separator: "\n"))
  }

  private struct MissingSubject: Error {
    let name: String
  }
}
