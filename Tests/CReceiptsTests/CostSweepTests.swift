// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import AppStoreReceipts
import CReceipts
import CReceiptsHeader
import Glibc
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

    // All in turn, in short rounds, and the quickest of each: what else the machine does can only add.
    let count = 4
    var quickest = (c: Int.max, swift: Int.max, bare: Int.max)
    for _ in 0..<3_000 {
      quickest.c = min(
        quickest.c,
        nanoseconds {
          for _ in 0..<count {
            var result = unsafe receipts_verify(c.handle, bytes, bytes.count, .min)
            unsafe receipts_result_free(&result)
          }
        })
      try quickest.swift = min(
        quickest.swift,
        nanoseconds { for _ in 0..<count { _ = try swift.verify(ReceiptInput(bytes).bytes) } })
      try quickest.bare = min(
        quickest.bare, nanoseconds { for _ in 0..<count { _ = try swift.verify(bytes) } })
    }
    let added = Double(quickest.c) / Double(quickest.swift) - 1
    let addedToBare = Double(quickest.c) / Double(quickest.bare) - 1
    print(
      "cost: \(name): C \(quickest.c / count) ns, Swift \(quickest.swift / count) ns, without looking for the form"
        + " \(quickest.bare / count) ns; C adds \(percent(added)), and \(percent(addedToBare)) to the latter")
    #expect(added <= bound)
  }

  /// The time that this thread has the processor for some work.
  private func nanoseconds(_ work: () throws -> Void) rethrows -> Int {
    let start = processorTime()
    try work()
    return processorTime() - start
  }

  private func processorTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func percent(_ part: Double) -> String { "\((part * 1_000).rounded() / 10) %" }
}
