// SPDX-License-Identifier: Apache-2.0
// Part of the App Store receipt toolkit.

import Glibc

/// How what a part of the toolkit takes is measured, and how much more it may take in this build than in a release.
///
/// Reading any bytes takes at most 20 ns for each byte and 50 µs, and at most four bytes of heap for each byte and 64 kB.
public struct CostMeter: Sendable {
  /// Runs a body and gives the most bytes that it had on the heap at one time; `nil` where nothing counts them.
  public var peakHeap: (@Sendable (_ body: () -> Void) -> Int)?
  /// How many times as long as in a release this build may take; `nil` where time is not measured.
  public var slowness: Int?

  /// A meter of these parts.
  public init(peakHeap: (@Sendable (_ body: () -> Void) -> Int)?, slowness: Int?) {
    self.peakHeap = peakHeap
    self.slowness = slowness
  }

  /// Demands that reading `count` bytes keeps within the bounds.
  ///
  /// Time is that of this thread, and the least of several tries: what else the machine does is not counted.
  func require(_ name: String, _ count: Int, _ body: () -> Void) throws(Violation) {
    if let slowness {
      let bound = slowness * (50_000 + 20 * count)
      var least = Int.max
      for _ in 0..<8 where least > bound { least = min(least, nanoseconds(body)) }
      guard least <= bound else {
        throw Violation(message: "\(name) \(count) bytes takes \(least) ns, and may take \(bound)")
      }
    }
    if let peakHeap {
      let (peak, bound) = (peakHeap(body), 65_536 + 4 * count)
      guard peak <= bound else {
        throw Violation(message: "\(name) \(count) bytes takes \(peak) bytes of heap, and may take \(bound)")
      }
    }
  }

  private func nanoseconds(_ body: () -> Void) -> Int {
    let start = Self.threadTime()
    body()
    return Self.threadTime() - start
  }

  private static func threadTime() -> Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
