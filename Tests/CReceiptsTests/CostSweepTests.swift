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
  /// The most that a call may cost beside what Swift code pays, as a part of that. The aim is 0.03 (docs/c-api.md has the
  /// figures); what caches and other work on the machine add must not fail the test.
  private let bound = 0.1

  @Test(arguments: ["sandbox-sha256.der", "production-sha256.der", "sandbox-sha1.der", "purchases-200.der"])
  func aCallThroughCAddsLittleToAWarmVerification(_ name: String) throws {
    let bytes = try TestReceipt.bytes(name)
    let swift = try ReceiptVerifier(
      bundleIDs: ["com.example.app"], environments: [.production, .sandbox],
      anchors: .custom([TestReceipt.bytes("test-root.der")]))
    let c = try Verifier.usual()
    try #require(c.verify(bytes).isVerified)
    _ = try swift.verify(bytes)

    // The three in turn, in short rounds and in changing order. What else the machine does slows down all of a round or one
    // of it, now this and now that: the median of the ratios is what it would be without.
    let count = 4
    var ratios: [Double] = []
    var ratiosToBare: [Double] = []
    for round in 0..<2_000 {
      var times = (c: 0, swift: 0, bare: 0)
      for step in 0..<3 {
        switch (round + step) % 3 {
        case 0:
          times.c = processorTime {
            for _ in 0..<count {
              var result = unsafe receipts_verify(c.handle, bytes, bytes.count, .min)
              unsafe receipts_result_free(&result)
            }
          }
        case 1:
          times.swift = try processorTime {
            for _ in 0..<count { _ = try swift.verify(ReceiptInput(bytes).bytes) }
          }
        default: times.bare = try processorTime { for _ in 0..<count { _ = try swift.verify(bytes) } }
        }
      }
      ratios.append(Double(times.c) / Double(times.swift))
      ratiosToBare.append(Double(times.c) / Double(times.bare))
    }
    let added = median(ratios) - 1
    print(
      "cost: \(name): C adds \(percent(added)) to the same in Swift,"
        + " \(percent(median(ratiosToBare) - 1)) to a verification that looks for no form")
    #expect(added <= bound)
  }

  /// The nanoseconds that this thread has the processor for some work.
  private func processorTime(of work: () throws -> Void) rethrows -> Int {
    let start = clock
    try work()
    return clock - start
  }

  private var clock: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func percent(_ part: Double) -> String { "\((part * 1_000).rounded() / 10) %" }
}
