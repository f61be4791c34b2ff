// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import ReceiptForge
import Testing

/// Receipts as large as the limits allow: time must grow with them and not with their square.
///
/// Where it did, the first of these took 74 seconds and the second 2.1, against 0.4 and 0.13.
@Suite(.serialized) struct LargeReceiptSweepTests {
  private static let count = 19_990

  @Test func eachOfManyProductsIsAskedAbout() throws {
    let rows = (0..<Self.count).map { row("product \(1_000_000 + $0)", id: "\($0)", from: jan5, to: feb5) }
    let receipt = try unsigned(payload(rows))
    let time = ContinuousClock().measure {
      let rights = receipt.unverifiedEntitlements(at: jan20)
      #expect(rights.activeSubscriptions.count == Self.count)
      let explained = rights.products.filter {
        rights.explanation(of: $0.description).subscription.isActive
      }
      #expect(explained.count == Self.count)
    }
    print("\(Self.count) products: \(time)")
    #expect(time < .seconds(10))
  }

  @Test func aSubscriptionOfManyPeriodsIsExplained() throws {
    let receipt = try unsigned(payload((0..<Self.count).map { paid("\(1_000_000 + $0)", jan5, feb5) }))
    let time = ContinuousClock().measure {
      let explanation = receipt.unverifiedEntitlements(at: jan20).explanation(of: "pro")
      #expect(explanation.decidedBy.count == Self.count)
    }
    print("\(Self.count) periods: \(time)")
    #expect(time < .seconds(1))
  }
}
