// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import CReceipts
import CReceiptsHeader
import ReceiptInput
import ReceiptVerification
import Testing

/// What the way through C costs. Runs in release, as all sweeps: a debug build says nothing about cost.
@Suite(.serialized) struct CostSweepTests {
  /// The most that a call may cost beside what Swift code pays, as a part of that.
  private let bound = 0.03

  @Test(arguments: ["sandbox-sha256.der", "production-sha256.der", "sandbox-sha1.der", "purchases-200.der"])
  func aCallThroughCAddsAtMostThreePercentToAWarmVerification(_ name: String) throws {
    let bytes = try TestReceipt.bytes(name)
    let swift = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production, .sandbox],
      anchors: .custom([TestReceipt.bytes("test-root.der")]))
    let c = try Verifier.usual()
    try #require(c.verify(bytes).isVerified)
    _ = try swift.verify(bytes)

    // Both in turn, many times, and the quickest of each: what else the machine does can only add.
    let clock = ContinuousClock()
    let count = 20
    var quickest = (c: Duration.seconds(1), swift: Duration.seconds(1), bare: Duration.seconds(1))
    for _ in 0..<400 {
      quickest.c = min(
        quickest.c,
        clock.measure {
          for _ in 0..<count {
            var result = unsafe receipts_verify(c.handle, bytes, bytes.count, .min)
            unsafe receipts_result_free(&result)
          }
        })
      try quickest.swift = min(
        quickest.swift,
        clock.measure {
          for _ in 0..<count { _ = try swift.verify(ReceiptInput(bytes).bytes) }
        })
      try quickest.bare = min(
        quickest.bare, clock.measure { for _ in 0..<count { _ = try swift.verify(bytes) } })
    }
    let added = quickest.c / quickest.swift - 1
    let addedToBare = quickest.c / quickest.bare - 1
    print(
      "cost: \(name): C \(quickest.c / count), Swift \(quickest.swift / count), without its form"
        + " \(quickest.bare / count); C adds \(percent(added)), and \(percent(addedToBare)) to the latter")
    #expect(added <= bound)
  }

  private func percent(_ part: Double) -> String { "\((part * 1_000).rounded() / 10) %" }
}
