// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import Foundation
import ReceiptInput
import Testing

/// What recognition costs, which only a release build can tell.
@Suite(.serialized) struct CostSweepTests {
  @Test func `base64 to decoded receipt costs little more than the receipt itself`() throws {
    // The aim is 1.5. Two hundred purchases alike are decoded faster than the characters of their text, which then cost as
    // much again (docs/performance.md). Other work on the machine must not fail the test.
    for (name, bound) in [("production-sha256", 2.5), ("xcode", 2.5), ("purchases-200", 4)] {
      let receipt = Samples.receipt(name)
      let text = Array(base64(receipt).utf8)
      let lines = Array(base64(receipt, .lineLength76Characters).utf8)
      let costs = try [receipt, text, lines].map { content in
        try Self.fastest {
          let decoded = DecodedReceipt(try ReceiptInput(content).bytes)
          guard decoded.fault == nil else { throw decoded.fault ?? ReceiptError(.init(rawValue: "internal")) }
        }
      }
      let recognition = try [receipt, text].map { content in
        try Self.fastest { _ = try ReceiptInput(content) }
      }
      print("\(name): recognition alone \(recognition)")
      let ratio = costs[1] / costs[0]
      print("\(name): DER \(costs[0]), base64 \(costs[1]) (\(ratio) times), in lines \(costs[2])")
      #expect(ratio < bound)
    }
  }

  @Test(arguments: BoundsTests.pieces)
  func `eight mebibytes of anything cost milliseconds`(_ beginning: String, _ piece: String) {
    let content = BoundsTests.text(beginning, piece, size: 8 << 20)
    let cost = Self.fastest(of: 1) { _ = try? ReceiptInput(content) }
    if cost > .milliseconds(100) { print("\(beginning)\(piece)…: \(cost)") }
    #expect(cost < .seconds(8))
  }

  private static func fastest(of rounds: Int = 300, _ body: () throws -> Void) rethrows -> Duration {
    var fastest = Duration.seconds(3600)
    for _ in 0..<rounds {
      fastest = try min(fastest, ContinuousClock().measure(body))
    }
    return fastest
  }
}
